import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Account, spawnOptionsFor } from './account.js';

/**
 * Runs PostgreSQL ("$@" after the log file) and stops it when standard input closes, which happens however this process
 * ends: first gracefully, by refusing new connections and ending existing ones, then by force. Interrupts are repeated
 * because one that arrives before PostgreSQL handles it is lost. The pauses between them end with PostgreSQL, by the
 * shell's own `$!`: a variable could be set after PostgreSQL has ended.
 */
const SCRIPT = `
log=$1
shift
if [ -f "$log" ] && [ "$(wc -c <"$log")" -gt 1000000 ]; then : >"$log"; fi
exec 3<&0 4>&1 1>>"$log" 2>&1 || exit
"$@" </dev/null 3<&- 4>&- &
postgres=$!
(
  exec 4>&-
  while read -r line; do :; done <&3
  trap '[ "$!" = "$postgres" ] || kill "$!"; exit' TERM
  seconds=0
  while [ "$seconds" -lt 30 ]; do
    if [ "$seconds" -lt 15 ]; then signal=INT; elif [ "$seconds" -lt 20 ]; then signal=QUIT; else signal=KILL; fi
    kill -"$signal" "$postgres" || exit
    sleep 1 >/dev/null &
    wait "$!"
    seconds=$((seconds + 1))
  done
) 2>/dev/null &
watcher=$!
echo "$postgres" >&4
exec 3<&- 4>&-
wait "$postgres"
status=$?
kill "$watcher"
wait "$watcher"
exit "$status"
`;

/** A PostgreSQL that this process has started, until its end. */
export class SupervisedPostgres {
  /** Resolves, and never rejects, to the last messages of PostgreSQL and its supervisor when both have ended. */
  readonly ended: Promise<string>;
  readonly #shell: ChildProcess;
  #pid: number | undefined;
  #isAlive = true;

  /** @param title the supervisor's name in process lists */
  constructor(account: Account, title: string, logFile: string, command: readonly string[]) {
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, title, logFile, ...command], {
      ...spawnOptionsFor(account),
      // A separate session: Ctrl-C in the terminal stops us first, and PostgreSQL when we no longer need it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#shell.stdin?.on('error', () => {});
    this.#shell.stdout?.once('data', (line: Buffer) => {
      this.#pid = Number(line.toString());
    });
    this.ended = this.#waitForEnd();
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** The postmaster's pid; undefined for the first few milliseconds. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /** Shuts PostgreSQL down, by force after 15 seconds, and waits for its end. */
  async stop(): Promise<void> {
    this.#shell.stdin?.end();
    await this.ended;
  }

  async #waitForEnd(): Promise<string> {
    let complaint = '';
    this.#shell.stderr?.on('data', (text: Buffer) => {
      complaint += text.toString();
    });
    try {
      await once(this.#shell, 'close');
    } catch (error) {
      complaint += (error as Error).message;
    }
    this.#isAlive = false;
    return complaint.trim();
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Account, spawnOptionsFor } from './account.js';

/**
 * Holds PostgreSQL ("$@" behind the log file) and ends it when standard input closes, which happens however
 * this process ends: at first gently, as it takes connections no more and ends those it has, then by force.
 * Interrupts are repeated because one that arrives before PostgreSQL listens to it is lost. The pauses between them end
 * with PostgreSQL, by the shell's own `$!`: a variable would be set too late where the end comes first.
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

/** A PostgreSQL that this process has started, from the start to its end. */
export class SupervisedPostgres {
  /** Resolves, and never rejects, when PostgreSQL and its supervisor are gone: to what they said last. */
  readonly ended: Promise<string>;
  readonly #shell: ChildProcess;
  #pid: number | undefined;
  #isAlive = true;

  /** @param title what lists of processes call the supervisor */
  constructor(account: Account, title: string, logFile: string, command: readonly string[]) {
    this.#shell = spawn('/bin/sh', ['-c', SCRIPT, title, logFile, ...command], {
      ...spawnOptionsFor(account),
      // A session of its own: Ctrl-C in the terminal ends us first, and PostgreSQL when we are done with it.
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

  /** Of the postmaster; undefined until it is known, which takes some milliseconds. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /** Shuts PostgreSQL down, by force after 15 seconds, and waits until it is gone. */
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

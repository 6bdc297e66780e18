import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const CLI_MAIN = fileURLToPath(new URL('../../../server/dist/cli/main.js', import.meta.url));
const PERKEX_TIMEOUT_MS = 10 * 60_000;
const KILOBYTES_PER_MB = 1024;
const TAIL_CHARACTERS = 2_000;

/** Makes a process report its peak memory when it exits. */
const PRINTS_MEMORY = `data:text/javascript,process.on('exit', () =>
  process.stderr.write('maxRSS ' + process.resourceUsage().maxRSS + '\\n'))`;

interface CommandOptions {
  readonly timeoutMs: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

interface CommandOutput {
  readonly printed: string;
  /** Printed to standard error. */
  readonly complaints: string;
}

/** Runs a command until it ends. @throws an error with the end of its output if it fails or takes too long */
export async function runCommand(
  command: string,
  args: readonly string[],
  { timeoutMs, ...options }: CommandOptions,
): Promise<CommandOutput> {
  const child = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) {
    const output = `${printed.slice(-TAIL_CHARACTERS)}${complaints.slice(-TAIL_CHARACTERS)}`;
    throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  }
  return { printed, complaints };
}

interface PerkexRun {
  readonly printed: string;
  readonly seconds: number;
  /** The peak memory of its process. */
  readonly memoryMb: number;
}

/** Runs the `perkex` command line on a data folder. @throws if the exit code is not 0 */
export async function runPerkex(dataDir: string, args: readonly string[]): Promise<PerkexRun> {
  const beganAtMs = performance.now();
  const { printed, complaints } = await runCommand(
    process.execPath,
    ['--import', PRINTS_MEMORY, CLI_MAIN, ...args],
    { timeoutMs: PERKEX_TIMEOUT_MS, env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } },
  );
  return {
    printed,
    seconds: (performance.now() - beganAtMs) / 1_000,
    memoryMb: Math.round(Number(/maxRSS (\d+)/.exec(complaints)?.[1]) / KILOBYTES_PER_MB),
  };
}

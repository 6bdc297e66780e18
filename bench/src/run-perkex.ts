import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const CLI_MAIN = fileURLToPath(new URL('../../server/dist/cli/main.js', import.meta.url));
const TIMEOUT_MS = 10 * 60_000;
const KILOBYTES_PER_MB = 1024;

/** Makes a process report its peak memory when it exits. */
const PRINTS_MEMORY = `data:text/javascript,process.on('exit', () =>
  process.stderr.write('maxRSS ' + process.resourceUsage().maxRSS + '\\n'))`;

export interface CommandRun {
  readonly printed: string;
  readonly seconds: number;
  /** The peak memory of its process. */
  readonly memoryMb: number;
}

/** Runs the `perkex` command line on the data folder. @throws if the exit code is not 0 */
export async function runPerkex(dataDir: string, args: readonly string[]): Promise<CommandRun> {
  const beganAtMs = performance.now();
  const child = spawn(process.execPath, ['--import', PRINTS_MEMORY, CLI_MAIN, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const kilobytes = /maxRSS (\d+)/.exec(complaints)?.[1];
  if (code !== 0 || kilobytes === undefined) {
    throw new Error(`perkex ${args.join(' ')} ended with ${code}:\n${printed}${complaints}`);
  }
  return {
    printed,
    seconds: (performance.now() - beganAtMs) / 1_000,
    memoryMb: Math.round(Number(kilobytes) / KILOBYTES_PER_MB),
  };
}

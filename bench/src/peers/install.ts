import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PEERS = fileURLToPath(new URL('../../peers/', import.meta.url));
const INSTALL_TIMEOUT_MS = 15 * 60_000;

/**
 * Installs a peer from npm in a folder outside this repository, which later runs reuse.
 * @returns the folder
 */
export async function installPeer(name: string): Promise<string> {
  const folder = path.join(tmpdir(), 'perkex-peers', name);
  await mkdir(folder, { recursive: true });
  await cp(path.join(PEERS, name), folder, { recursive: true });
  await runIn(
    folder,
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund'],
    {},
    INSTALL_TIMEOUT_MS,
  );
  return folder;
}

/** The installed version of a peer's package. */
export async function installedVersion(folder: string, packageName: string): Promise<string> {
  const manifest = await readFile(path.join(folder, 'node_modules', packageName, 'package.json'), 'utf8');
  return JSON.parse(manifest).version;
}

/** Runs a command until it ends. @throws an error with its output if it fails or takes too long */
export async function runIn(
  folder: string,
  command: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<void> {
  const child = spawn(command, args, {
    cwd: folder,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  const [printed, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${tail(printed)}${tail(complaints)}`);
  }
}

/** The environment without the variables that a surrounding `npm run` sets, which would point another npm back here. */
export function environment(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
  return { ...Object.fromEntries(own), NODE_ENV: 'production', ...settings };
}

function tail(printed: string): string {
  return printed.slice(-2_000);
}

import { cp, mkdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../processes/run-command.js';

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
  await runCommand('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: environment({}),
    timeoutMs: INSTALL_TIMEOUT_MS,
  });
  return folder;
}

/** The installed version of a peer's package. */
export async function installedVersion(folder: string, packageName: string): Promise<string> {
  const manifest = await readFile(path.join(folder, 'node_modules', packageName, 'package.json'), 'utf8');
  return JSON.parse(manifest).version;
}

/** The environment without the variables that a surrounding `npm run` sets, which would point another npm back here. */
export function environment(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
  return { ...Object.fromEntries(own), NODE_ENV: 'production', ...settings };
}

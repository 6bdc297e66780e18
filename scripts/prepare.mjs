import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const BUILT_STAMP = path.join(ROOT, 'node_modules', '.perkex-built');
const WORKSPACES = [
  'core',
  'contract',
  'client',
  'embedded-postgres',
  'server',
  'demo',
  'web',
  'bench',
  'e2e',
];
const PAGES = ['web/index.html', 'web/vite.config.ts'];
const OLDEST_NODE = [20, 19];

/**
 * Installs and builds as the sources require, reports what it does, and is quick when nothing changed. A built checkout
 * needs only the packages that `npm prune --omit=dev` leaves, unless the caller needs the others. `onInstalled` may
 * start work that needs only the packages and continues during the build.
 */
export function prepare({ withTools = false, onInstalled = () => {} } = {}) {
  checkNode();
  const wanted = stateOfSources();
  const isBuilt = wanted === builtState();
  if (!isInstalled({ withTools: withTools || !isBuilt })) {
    console.error('Installing the packages of package-lock.json …');
    // Also where NODE_ENV or npm's settings leave out what builds.
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund']);
  }
  onInstalled();
  if (!isBuilt) {
    build();
  }
}

/** Builds unconditionally, and records the state that was built. */
export function build() {
  const state = stateOfSources();
  console.error('Building …');
  run(toolPath('tsc'), ['-b']);
  run(toolPath('vite'), ['build', '--logLevel', 'warn', '--config', 'web/vite.config.ts']);
  writeFileSync(BUILT_STAMP, state);
}

/** Sends the output of these commands to standard error, since it is not output of our own command. */
const HERE = { cwd: ROOT, stdio: ['inherit', 2, 2] };

/** Runs a command in the checkout and shows its output; a failure ends this process with the command's exit code. */
function run(command, args) {
  const { status, error } = spawnSync(command, args, HERE);
  if (error) {
    console.error(`${command} could not be started: ${error.message}`);
  }
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}

/** Like `run`, in parallel with others. */
export async function runBeside(command, args) {
  const [status] = await once(spawn(command, args, HERE), 'close');
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}

/** The path of a tool in node_modules. */
export function toolPath(name) {
  return path.join(ROOT, 'node_modules', '.bin', name);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    console.error(`PerkeX needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

/** True if npm has installed the packages of package-lock.json, according to npm's own record in node_modules. */
function isInstalled({ withTools }) {
  const note = path.join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(note)) {
    return false;
  }
  const there = JSON.parse(readFileSync(note, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages;
  return hasPackages(there, wanted, { withTools });
}

/** Compares two records of npm. An optional package may be missing, as on another platform, but must not be older. */
export function hasPackages(there, wanted, { withTools }) {
  return Object.entries(wanted)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .filter(([, { dev, devOptional }]) => withTools || !(dev || devOptional))
    .every(([place, { version, integrity, optional }]) => {
      const found = there[place];
      return found ? found.version === version && found.integrity === integrity : optional === true;
    });
}

function builtState() {
  const isThere = WORKSPACES.every((workspace) => existsSync(path.join(ROOT, workspace, 'dist')));
  return isThere && existsSync(BUILT_STAMP) ? readFileSync(BUILT_STAMP, 'utf8') : null;
}

function stateOfSources() {
  const hash = createHash('sha256');
  for (const file of sourceFiles()) {
    hash.update(path.relative(ROOT, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function sourceFiles() {
  const settings = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json'].concat(
    WORKSPACES.flatMap((workspace) => [`${workspace}/tsconfig.json`, `${workspace}/package.json`]),
  );
  const folders = [...WORKSPACES.map((workspace) => `${workspace}/src`), 'web/public'];
  const sources = folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  return [...[...settings, ...PAGES].map((name) => path.join(ROOT, name)), ...sources].sort();
}

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const INSTALLED_STAMP = path.join(ROOT, 'node_modules', '.perkex-installed');
const BUILT_STAMP = path.join(ROOT, 'node_modules', '.perkex-built');
const WORKSPACES = ['core', 'contract', 'embedded-postgres', 'server', 'web', 'bench', 'e2e'];
const PAGES = ['web/index.html', 'web/vite.config.ts'];
const OLDEST_NODE = [20, 19];

/** Brings the checkout into the state that its sources ask for, says what it does, and is quick when nothing changed. */
export function prepare() {
  checkNode();
  install();
  build();
}

/** Runs a command in the checkout and shows what it prints; a failure ends this process with its code. */
export function run(command, args) {
  // What these print is not what a command of ours prints: it goes to standard error.
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ['inherit', 2, 2] });
  if (error) {
    console.error(`${command} could not be started: ${error.message}`);
  }
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}

/** A tool of node_modules, run by this same Node. */
export function runTool(name, ...args) {
  run(path.join(ROOT, 'node_modules', '.bin', name), args);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    console.error(`PerkeX needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

function install() {
  const wanted = hashOf([readFileSync(path.join(ROOT, 'package-lock.json'))]);
  if (stampOf(INSTALLED_STAMP) === wanted) {
    return;
  }
  console.error('Installing the packages of package-lock.json …');
  run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(INSTALLED_STAMP, wanted);
}

function build() {
  const wanted = hashOf(
    sourceFiles().map((file) => `${file} ${statSync(file).size} ${statSync(file).mtimeMs}`),
  );
  const isBuilt = WORKSPACES.every((workspace) => existsSync(path.join(ROOT, workspace, 'dist')));
  if (isBuilt && stampOf(BUILT_STAMP) === wanted) {
    return;
  }
  console.error('Building …');
  runTool('tsc', '-b');
  runTool('vite', 'build', '--logLevel', 'warn', '--config', 'web/vite.config.ts');
  writeFileSync(BUILT_STAMP, wanted);
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

function stampOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part);
  }
  return hash.digest('hex');
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, runBeside } from './prepare.mjs';

/**
 * `npm run test:node -- 24 [FILTER…]` runs the tests with another version of Node, which npm installs below
 * `node_modules/.cache`. Native packages are built for all versions (Node-API), so nothing else is reinstalled.
 */
const [version, ...filters] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version ?? '')) {
  console.error('Which Node? For example: npm run test:node -- 24');
  process.exit(1);
}

const name = `node-${process.platform}-${process.arch}`;
const folder = path.join(ROOT, 'node_modules', '.cache', 'perkex', `node-${version}`);
const manifest = path.join(folder, 'node_modules', name, 'package.json');
if (!existsSync(manifest)) {
  console.error(`Installing Node ${version} …`);
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await runBeside('npm', ['install', '--prefix', folder, `${name}@${version}`, ...options]);
}
const { version: installed } = JSON.parse(readFileSync(manifest, 'utf8'));
console.error(`Running the tests with Node ${installed} …`);
const bin = path.join(path.dirname(manifest), 'bin');
const { status } = spawnSync(path.join(bin, 'node'), [path.join(ROOT, 'scripts', 'test.mjs'), ...filters], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
});
process.exit(status ?? 1);

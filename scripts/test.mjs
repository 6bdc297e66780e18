import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { browserPath } from './browser.mjs';
import { prepare, ROOT, runTool } from './prepare.mjs';

const RESULTS = path.join(ROOT, 'node_modules', '.perkex-test-results.json');

prepare();
const browser = browserPath();
console.log('Checking types …');
runTool('tsc', '-p', 'tsconfig.tests.json');
console.log('Checking style and import directions …');
runTool('biome', 'check', '.');
console.log('Running the tests …');
rmSync(RESULTS, { force: true });
const { status } = spawnSync(
  path.join(ROOT, 'node_modules', '.bin', 'vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`, ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, BROWSER_PATH: browser } },
);
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(RESULTS, 'utf8'));
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
process.exit(status ?? 1);

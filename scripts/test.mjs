import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { browserPath } from './browser.mjs';
import { firebaseToolsPath } from './firebase-emulator.mjs';
import { prepare, ROOT, runBeside, toolPath } from './prepare.mjs';

const RESULTS = path.join(ROOT, 'node_modules', '.perkex-test-results.json');
/** The only tests that need Google's emulator. */
const HOSTED_TESTS = 'e2e/test/hosted.test.ts';
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));

prepare({ withTools: true });
const browser = browserPath();
console.log('Checking types, style and import directions …');
const [emulator] = await Promise.all([
  emulatorTools(),
  runBeside(toolPath('tsc'), ['-p', 'tsconfig.tests.json']),
  runBeside(toolPath('biome'), ['check', '.']),
]);
console.log('Running the tests …');
rmSync(RESULTS, { force: true });
const { status } = spawnSync(
  toolPath('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`, ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, BROWSER_PATH: browser, ...emulator } },
);
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(RESULTS, 'utf8'));
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
process.exit(status ?? 1);

async function emulatorTools() {
  const isWanted = filters.length === 0 || filters.some((filter) => HOSTED_TESTS.includes(filter));
  return isWanted ? { FIREBASE_TOOLS: await firebaseToolsPath() } : {};
}

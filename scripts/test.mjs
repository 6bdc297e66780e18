import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { browserPath } from './browser.mjs';
import { firebaseToolsPath } from './firebase-emulator.mjs';
import { makeMemoryFolder } from './memory-folder.mjs';
import { prepare, ROOT, runBeside, toolPath } from './prepare.mjs';
import { installProxy } from './proxy.mjs';

const RESULTS = path.join(ROOT, 'node_modules', '.perkex-test-results.json');
/** The only tests that need Google's emulator. */
const HOSTED_TESTS = 'e2e/test/hosted.test.ts';
/** The only tests that start a proxy in front of servers. */
const SERVERS_TESTS = 'bench/test/servers.test.ts';
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));

let emulatorTools;
prepare({
  withTools: true,
  onInstalled() {
    emulatorTools = installEmulatorTools();
  },
});
const browser = browserPath();
if (wants(SERVERS_TESTS)) {
  installProxy();
}
console.log('Checking types, style, words and import directions …');
const [emulator] = await Promise.all([
  emulatorTools,
  runBeside(toolPath('tsc'), ['-p', 'tsconfig.tests.json']),
  runBeside(toolPath('biome'), ['check', '.']),
  runBeside(process.execPath, ['scripts/check-words.mjs']),
]);
console.log('Running the tests …');
rmSync(RESULTS, { force: true });
const { status } = spawnSync(
  toolPath('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`, ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...makeMemoryFolder(), BROWSER_PATH: browser, ...emulator },
  },
);
if (!existsSync(RESULTS)) {
  process.exit(status ?? 1); // it was interrupted
}
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(RESULTS, 'utf8'));
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
process.exit(status ?? 1);

/** The download takes longer than the build if the tools are missing. @returns settings for the tests */
async function installEmulatorTools() {
  return wants(HOSTED_TESTS) ? { FIREBASE_TOOLS: await firebaseToolsPath() } : {};
}

/** True if the tests of a file are selected. */
function wants(file) {
  return filters.length === 0 || filters.some((filter) => file.includes(filter));
}

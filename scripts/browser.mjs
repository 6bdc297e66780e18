import { existsSync } from 'node:fs';
import { run } from './prepare.mjs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium or Chrome of this machine, or the one that BROWSER_PATH names. Where there is none it is installed, if
 * this is root on Debian; otherwise this process ends and says what to run.
 */
export function browserPath() {
  const found = findBrowser();
  if (found) {
    return found;
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Chromium for the browser tests (apt-get install chromium) …');
    run('apt-get', ['update', '--quiet=2']);
    run('env', [
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '--yes',
      '--quiet=2',
      '--no-install-recommends',
      'chromium',
      'fonts-liberation',
    ]);
    return findBrowser() ?? missing();
  }
  return missing();
}

/** The same, or undefined where there is none. */
export function findBrowser() {
  return [process.env.BROWSER_PATH, ...PLACES].find((place) => place && existsSync(place));
}

function missing() {
  console.error(
    'The browser tests need Chromium or Chrome. On Debian or Ubuntu: sudo apt-get install chromium\n' +
      'If it is elsewhere, set BROWSER_PATH to it.',
  );
  process.exit(1);
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Chromium without windows: half of the work of a full browser for the same pages. */
const SHELL = { places: ['/usr/bin/chromium-headless-shell'], debianPackage: 'chromium-headless-shell' };
const BROWSER = {
  places: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  debianPackage: 'chromium',
};

/**
 * The browser that BROWSER_PATH names, or Chromium's headless shell, or else this machine's Chromium or Chrome. If none
 * is there, it is installed if this is root on Debian; without a browser, this process ends and prints the command to
 * run.
 */
export function browserPath() {
  return named() ?? (find(SHELL) || install(SHELL) || find(BROWSER) || install(BROWSER) || missing());
}

/** Like `browserPath`, but a full browser, as users have it. */
export function wholeBrowserPath() {
  return named() ?? (find(BROWSER) || install(BROWSER) || missing());
}

/** A full browser that is already installed, or undefined; it installs nothing and does not end the process. */
export function findBrowser() {
  return named() ?? find(BROWSER);
}

function named() {
  const place = process.env.BROWSER_PATH;
  return place && existsSync(place) ? place : null;
}

function find({ places }) {
  return places.find((place) => existsSync(place));
}

function install(browser) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return undefined;
  }
  console.error(`Installing a browser for the tests (apt-get install ${browser.debianPackage}) …`);
  apt('update');
  apt('install', '--yes', '--no-install-recommends', browser.debianPackage, 'fonts-liberation');
  return find(browser);
}

/** Ignores failures: the caller notices what is missing. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['--quiet=2', ...args], { stdio: ['ignore', 2, 2], env });
}

function missing() {
  console.error(
    'The browser tests need Chromium or Chrome. On Debian: sudo apt-get install chromium-headless-shell\n' +
      'On Ubuntu: sudo apt-get install chromium\n' +
      'If it is elsewhere, set BROWSER_PATH to it.',
  );
  process.exit(1);
}

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, runBeside } from './prepare.mjs';

/** The newest version that runs on Node 20. Exact, like all packages. */
const VERSION = '15.34.2';
const FOLDER = path.join(ROOT, 'node_modules', '.cache', 'perkex', 'firebase-tools');
const PACKAGE = path.join(FOLDER, 'node_modules', 'firebase-tools');

/**
 * The command of Google's Firebase tools, whose Auth emulator the tests of the hosted identity use, or the one that
 * FIREBASE_TOOLS names. The tools are large and have no other use, so they are not a dependency of the project: they
 * are installed next to it when first needed.
 */
export async function firebaseToolsPath() {
  if (process.env.FIREBASE_TOOLS) {
    return process.env.FIREBASE_TOOLS;
  }
  if (installedVersion() !== VERSION) {
    console.error(
      `Installing firebase-tools ${VERSION} for the tests of the hosted identity (about 220 MB, once) …`,
    );
    await runBeside('npm', [
      'install',
      '--prefix',
      FOLDER,
      `firebase-tools@${VERSION}`,
      '--no-save',
      '--ignore-scripts',
      '--omit=optional',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
  }
  return path.join(PACKAGE, 'lib', 'bin', 'firebase.js');
}

function installedVersion() {
  const manifest = path.join(PACKAGE, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : null;
}

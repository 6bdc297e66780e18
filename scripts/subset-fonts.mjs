import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMON, RARE } from './font-characters.mjs';

// Makes the fonts of web/src/fonts from Fontsource's: the used part of 138 kB. They are committed, so run this only to
// change the fonts: node scripts/subset-fonts.mjs

const TARGET = fileURLToPath(new URL('../web/src/fonts/', import.meta.url));
const PACKAGES = [
  'subset-font@2.9.0',
  '@fontsource-variable/archivo@5.3.0',
  '@fontsource-variable/inter@5.3.0',
];

const INTER = {
  source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  axes: { wght: { min: 400, max: 700 } },
};
const FONTS = [
  {
    name: 'archivo',
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    axes: { wght: 800, wdth: 118 },
    text: COMMON + RARE,
  },
  { name: 'inter', ...INTER, text: COMMON },
  { name: 'rare-inter', ...INTER, text: RARE },
];
/** Kerning, and figures of equal width. */
const FEATURES = ['kern', 'tnum'];

const folder = mkdtempSync(path.join(tmpdir(), 'perkex-fonts-'));
try {
  execFileSync('npm', ['install', '--prefix', folder, '--no-save', ...PACKAGES], { stdio: 'inherit' });
  const requireThere = createRequire(path.join(folder, 'index.js'));
  const subset = requireThere('subset-font');
  for (const { name, source, axes, text } of FONTS) {
    const whole = readFileSync(path.join(folder, 'node_modules', source));
    const part = await subset(whole, text, {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: FEATURES,
    });
    writeFileSync(path.join(TARGET, `${name}.woff2`), part);
    console.log(`${name}: ${whole.length} bytes, of these ${part.length}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

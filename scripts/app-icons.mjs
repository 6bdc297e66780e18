// Makes the icons of the installed application from the site's own: node scripts/app-icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { ROOT } from './prepare.mjs';

const PUBLIC = path.join(ROOT, 'web', 'public');
const ICON = readFileSync(path.join(PUBLIC, 'favicon.svg'), 'utf8');
/** Systems crop these to their own shape, so the background extends to the edges and the mark stays in the middle. */
const WHOLE = ICON.replace('rx="14" ', '')
  .replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"')
  .replace('<rect width="64" height="64"', '<rect x="-8" y="-8" width="80" height="80"');

for (const [name, svg, width] of [
  ['icon-192.png', ICON, 192],
  ['icon-512.png', ICON, 512],
  ['icon-maskable-512.png', WHOLE, 512],
  ['apple-touch-icon.png', WHOLE, 180],
]) {
  const picture = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render();
  writeFileSync(path.join(PUBLIC, name), picture.asPng());
}

// An ICO may contain a PNG, after a directory with one picture.
const ICO_WIDTH = 32;
const png = new Resvg(ICON, { fitTo: { mode: 'width', value: ICO_WIDTH } }).render().asPng();
const directory = Buffer.alloc(22);
directory.writeUInt16LE(1, 2); // an icon
directory.writeUInt16LE(1, 4); // of one picture
directory.set([ICO_WIDTH, ICO_WIDTH], 6);
directory.writeUInt16LE(1, 10); // plane
directory.writeUInt16LE(32, 12); // bits per pixel
directory.writeUInt32LE(png.length, 14);
directory.writeUInt32LE(directory.length, 18);
writeFileSync(path.join(PUBLIC, 'favicon.ico'), Buffer.concat([directory, png]));

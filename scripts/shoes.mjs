import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { prepare } from './prepare.mjs';

prepare();
const { readReleases, readSneakers } = await import('../demo/dist/sneakers.js');
const { drawShoe, VIEWS } = await import('../server/dist/drawings/draw-shoe.js');

const FOLDER = 'shoes';
const CELL = 'display:inline-block;width:320px;margin:8px;font:12px sans-serif;text-align:center';

/** Every shoe of the demonstration market from all sides, on a light and a dark page. */
const today = new Date().toISOString().slice(0, 10);
const sneakers = [...(await readSneakers()), ...(await readReleases(today))];
mkdirSync(FOLDER, { recursive: true });
for (const [theme, paper, ink] of [
  ['light', '#ffffff', '#0c0c0d'],
  ['dark', '#0b0b0c', '#f5f5f3'],
]) {
  const cells = sneakers.flatMap((sneaker) =>
    VIEWS.map((view) => `<div style="${CELL}">${drawShoe(sneaker, view)}${sneaker.name}</div>`),
  );
  const file = path.join(FOLDER, `${theme}.html`);
  writeFileSync(
    file,
    `<meta charset="utf-8"><body style="background:${paper};color:${ink}">${cells.join('')}`,
  );
  console.log(file);
}

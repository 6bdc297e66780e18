import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { groupBy } from '@perkex/core/group-by.js';

const STYLE = `
  body { margin: 24px; background: #8a8a8f; color: #fff; font: 14px/1.4 system-ui, sans-serif; }
  nav { display: flex; gap: 16px; margin-bottom: 24px; }
  a { color: inherit; }
  main { display: grid; gap: 24px; grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--tile)), 1fr)); }
  figure { margin: 0; }
  figure div { display: flex; gap: 4px; align-items: flex-start; }
  figure div a { flex: 1; }
  img { display: block; width: 100%; }
  figcaption { margin-top: 6px; font-weight: 600; }`;

/** The width of a screen's pair of pictures on its sheet. */
const TILE_PX: Readonly<Record<number, number>> = { 320: 400, 390: 480, 768: 640, 1440: 900, 2560: 1200 };

/**
 * Writes a page for each width with all of its pictures side by side, and an `index.html` with links to the pages.
 * Pictures of earlier runs that are still in the folder are included.
 */
export async function writeContactSheets(folder: string): Promise<void> {
  const widths = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name))
    .map(({ name }) => Number(name))
    .sort((one, other) => one - other);
  const links = widths.map((width) => `<a href="${width}.html">${width} px</a>`).join('');
  for (const width of widths) {
    const pictures = (await readdir(path.join(folder, String(width)))).filter((name) =>
      name.endsWith('.png'),
    );
    await writeFile(path.join(folder, `${width}.html`), sheet(width, links, pictures.sort()));
  }
  await writeFile(path.join(folder, 'index.html'), page('Screens', `<nav>${links}</nav>`));
}

function sheet(width: number, links: string, pictures: readonly string[]): string {
  const screens = groupBy(pictures, (name) => name.replace(/-(light|dark)\.png$/, ''));
  const figures = [...screens].map(
    ([name, ofScreen]) =>
      `<figure><div>${ofScreen
        .toReversed()
        .map(
          (file) =>
            `<a href="${width}/${file}"><img src="${width}/${file}" alt="${file}" loading="lazy"></a>`,
        )
        .join('')}</div><figcaption>${name}</figcaption></figure>`,
  );
  const tile = `--tile: ${TILE_PX[width] ?? 640}px`;
  return page(
    `Screens at ${width} px`,
    `<nav>${links}</nav><main style="${tile}">${figures.join('\n')}</main>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<style>${STYLE}</style>
<h1>${title}</h1>
${body}
</html>
`;
}

import { createRequire } from 'node:module';
import type { MarketDay } from '@perkex/contract/market-day.js';
import { LRUCache } from 'lru-cache';
import type { Drawing } from '../catalogue/create-products.js';
import { BusyError } from '../errors/busy-error.js';
import { closeSvg } from './close-svg.js';
import { drawShoe } from './draw-shoe.js';
import { labelSvg, type PreviewLabel } from './label-svg.js';
import { linesOf, PREVIEW_HEIGHT, PREVIEW_WIDTH, textAt } from './preview-text.js';

const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/archivo-black/400Regular/ArchivoBlack_400Regular.ttf',
);

/** The number of cached previews, about 200 kB each. */
const MAX_STORED = 64;
/** Each takes a core for a moment; further requests would wait too long. */
const MAX_WAITING = 12;

/** Pictures for link previews, cached and made one at a time. */
export class Previews {
  private readonly previews = new LRUCache<string, Promise<Buffer>>({ max: MAX_STORED });
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** @throws BusyError if too many are waiting */
  find(name: string, drawing: Drawing | null): Promise<Buffer> {
    return this.findSvg(JSON.stringify([name, drawing]), () => previewSvg(name, drawing));
  }

  /** The label of a box. @throws BusyError if too many are waiting */
  findLabel(label: PreviewLabel): Promise<Buffer> {
    return this.findSvg(JSON.stringify(label), () => labelSvg(label));
  }

  /** The close of a day. @throws BusyError if too many are waiting */
  findClose(close: MarketDay): Promise<Buffer> {
    return this.findSvg(JSON.stringify(close), () => closeSvg(close));
  }

  private findSvg(key: string, svg: () => string): Promise<Buffer> {
    const known = this.previews.get(key);
    if (known) {
      return known;
    }
    if (this.waiting >= MAX_WAITING) {
      return Promise.reject(new BusyError('too many previews wait to be made'));
    }
    const made = this.make(svg());
    this.previews.set(key, made);
    made.catch(() => this.previews.delete(key));
    return made;
  }

  private make(svg: string): Promise<Buffer> {
    this.waiting += 1;
    const made = this.last
      .then(() => render(svg))
      .finally(() => {
        this.waiting -= 1;
      });
    this.last = made.catch(() => undefined);
    return made;
  }
}

async function render(svg: string): Promise<Buffer> {
  // Loaded with the first preview, for a faster start.
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles: [FONT], defaultFontFamily: 'Archivo Black' },
  });
  return image.asPng();
}

/** The shoe with its name and the name of the market. */
export function previewSvg(name: string, drawing: Drawing | null): string {
  const lines = linesOf(name);
  const texts = lines.map((line, index) => textAt(56, 108 + index * 48, 38, '#0c0c0d', line));
  const shoe = drawShoe(drawing, 'front').replace('<svg ', '<svg x="476" y="140" width="724" height="452" ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" viewBox="0 0 ${PREVIEW_WIDTH} ${PREVIEW_HEIGHT}">`,
    '<rect width="1200" height="630" fill="#f4f4f2"/><path fill="#e9e9e5" d="M820 0H1200V630H500Z"/>',
    '<rect y="618" width="1200" height="12" fill="#c8f53c"/>',
    shoe,
    ...texts,
    textAt(56, 566, 40, '#0c0c0d', 'PerkeX'),
    '</svg>',
  ].join('');
}

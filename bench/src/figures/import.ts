import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { csvText } from '@perkex/server/csv/csv-text.js';
import { madeUpProduct } from '@perkex/server/demo/made-up-products.js';
import { newDataFolder } from '../data-folder.js';
import { describeFigure, type Figure, type Print, perSecond } from '../report/figure.js';
import { type CommandRun, runPerkex } from '../run-perkex.js';

export interface ImportSize {
  readonly products: number;
}

const FULL: ImportSize = { products: 100_000 };
const QUICK: ImportSize = { products: 10_000 };
const SMALL: ImportSize = { products: 40 };
export const IMPORT = { FULL, QUICK, SMALL };

const SEED = 1;
const LONGEST_SECONDS = 180;
const ROWS_AT_ONCE = 1_000;
const BYTES_PER_MB = 1e6;
const COLUMNS = [
  'Name',
  'Brand',
  'Retail Price',
  'Release Date',
  'Sizes',
  'Style Code',
  'Colourway',
  'Model',
  'Nickname',
  'Kind',
  'Description',
  'Trades From',
];

/** Imports a made-up catalogue into an empty market with `perkex import-products`, and then the same file again. */
export async function measureImport({ products }: ImportSize, print: Print): Promise<Figure[]> {
  const dataDir = await newDataFolder('import');
  const file = path.join(dataDir, 'catalogue.csv');
  try {
    await writeCatalogue(file, products);
    const { size } = await stat(file);
    print(`Import of a catalogue of ${products} rows, ${(size / BYTES_PER_MB).toFixed(1)} MB`);
    const figures = [
      figureOf('new', products, await runPerkex(dataDir, ['import-products', file])),
      figureOf('that are known', products, await runPerkex(dataDir, ['import-products', file])),
    ];
    for (const figure of figures) {
      print(describeFigure(figure));
    }
    return figures;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function figureOf(what: string, products: number, { seconds, memoryMb }: CommandRun): Figure {
  return {
    name: `import of ${products.toLocaleString('en-US')} products ${what}`,
    measured: `${perSecond(products / seconds)}, ${seconds.toFixed(1)} s, ${memoryMb} MB`,
    beside: '',
    ratio: null,
    target: `${LONGEST_SECONDS} s`,
    isReached: seconds <= LONGEST_SECONDS,
  };
}

async function writeCatalogue(file: string, count: number): Promise<void> {
  const catalogue = { count, seed: SEED, now: new Date() };
  const handle = await open(file, 'w');
  try {
    await handle.write(csvText(COLUMNS, []));
    for (let first = 0; first < count; first += ROWS_AT_ONCE) {
      const places = Array.from(
        { length: Math.min(ROWS_AT_ONCE, count - first) },
        (_, index) => first + index,
      );
      const rows = csvText(
        COLUMNS,
        places.map((place) => cellsOf(madeUpProduct(catalogue, place))),
      );
      await handle.write(rows.slice(rows.indexOf('\n') + 1));
    }
  } finally {
    await handle.close();
  }
}

function cellsOf(product: ReturnType<typeof madeUpProduct>): (string | number)[] {
  return [
    product.name,
    product.brand,
    product.retailPriceCents / 100,
    product.releaseDate,
    product.sizeRun.sizes.join(' '),
    product.styleCode,
    product.colourway,
    product.model,
    product.nickname ?? '',
    product.kind,
    product.description,
    product.tradesFrom ?? '',
  ];
}

import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { inPieces } from '@perkex/core/in-pieces.js';
import { madeUpProduct } from '@perkex/demo/made-up-products.js';
import { csvText } from '@perkex/server/csv/csv-text.js';
import type { ProductColumn } from '@perkex/server/csv/products-file.js';
import { benchmark } from '../harness/benchmark.js';
import { newDataFolder } from '../market/data-folder.js';
import { runPerkex } from '../processes/run-command.js';
import { perSecond } from '../report/figure.js';

const SEED = 1;
const MAX_SECONDS = 180;
const ROWS_AT_ONCE = 1_000;
const BYTES_PER_MB = 1e6;

/** Imports a generated catalogue into an empty market with `perkex import-products`, and then the same file again. */
export const IMPORT = benchmark({
  name: 'import',
  FULL: { products: 100_000 },
  QUICK: { products: 10_000 },
  SMALL: { products: 40 },
  async measure(run, { products }) {
    const dataDir = await run.open(newDataFolder('import', 'empty market'), (folder) =>
      rm(folder, { recursive: true, force: true }),
    );
    const file = path.join(dataDir, 'catalogue.csv');
    await writeCatalogue(file, products);
    const { size } = await stat(file);
    run.print(`Import of a catalogue of ${products} rows, ${(size / BYTES_PER_MB).toFixed(1)} MB`);
    for (const what of ['new', 'that are known']) {
      const { seconds, memoryMb } = await runPerkex(dataDir, ['import-products', file]);
      run.add({
        name: `import of ${products.toLocaleString('en-US')} products ${what}`,
        measured: `${perSecond(products / seconds)}, ${seconds.toFixed(1)} s, ${memoryMb} MB`,
        target: `${MAX_SECONDS} s`,
        isReached: seconds <= MAX_SECONDS,
      });
    }
  },
});

async function writeCatalogue(file: string, count: number): Promise<void> {
  const catalogue = { count, seed: SEED, now: new Date() };
  const places = Array.from({ length: count }, (_, index) => index);
  const handle = await open(file, 'w');
  try {
    for (const some of inPieces(places, ROWS_AT_ONCE)) {
      const rows = some.map((place) => cellsOf(madeUpProduct(catalogue, place)));
      const text = csvText(Object.keys(rows[0] ?? {}), rows.map(Object.values));
      await handle.write(some[0] === 0 ? text : text.slice(text.indexOf('\n') + 1));
    }
  } finally {
    await handle.close();
  }
}

function cellsOf(product: ReturnType<typeof madeUpProduct>) {
  return {
    Name: product.name,
    Brand: product.brand,
    'Retail Price': product.retailPriceCents / 100,
    'Release Date': product.releaseDate,
    Sizes: product.sizeRun.sizes.join(' '),
    'Style Code': product.styleCode,
    Colourway: product.colourway,
    Model: product.model,
    Nickname: product.nickname ?? '',
    Kind: product.kind,
    Description: product.description,
    'Trades From': product.tradesFrom ?? '',
  } satisfies Partial<Record<ProductColumn, string | number>>;
}

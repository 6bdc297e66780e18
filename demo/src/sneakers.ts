import { fileURLToPath } from 'node:url';
import { addDays, type Day } from '@perkex/core/figures/days.js';
import { readCsv } from '@perkex/server/csv/csv-file.js';
import { MAX_PRODUCT_ROWS } from '@perkex/server/csv/products-file.js';
import { DETAILS, OWN_PARTS } from '@perkex/server/drawings/paint.js';
import { SILHOUETTES } from '@perkex/server/drawings/silhouettes.js';
import { z } from 'zod';
import { kindsInDemo, popularityByKind } from './size-run.js';
import { demands, type Sneaker } from './sneaker.js';

/** The same path from the sources and from the build. `import-products` can read the file, too. */
export const SNEAKERS_FILE = fileURLToPath(new URL('../sneakers.csv', import.meta.url));

/** Releases of the demonstration market around its first day. */
const RELEASES_FILE = fileURLToPath(new URL('../releases.csv', import.meta.url));

/** The search aliases of its sneakers. `import-aliases` can read the file, too. */
export const SEARCH_ALIASES_FILE = fileURLToPath(new URL('../search-aliases.csv', import.meta.url));

const colour = z.string().regex(/^#[0-9a-f]{6}$/);

/** A part with its own colour: `toe:#f5f4f0`. */
const PART = new RegExp(`^(${OWN_PARTS.join('|')}):#[0-9a-f]{6}$`);

function listOf<Word extends string>(item: z.ZodType<Word, string>) {
  return z
    .string()
    .transform((text) => text.split(' ').filter((word) => word !== ''))
    .pipe(z.array(item));
}

/** The columns of `import-products`, except for the day of the release, and those for drawing and demand. */
const SHARED_COLUMNS = {
  Name: z.string().min(1),
  Brand: z.string().min(1),
  'Retail Price': z.coerce.number().int().positive(),
  'Style Code': z.string(),
  Colourway: z.string(),
  Model: z.string(),
  Nickname: z.string(),
  Kind: z.enum(kindsInDemo),
  Description: z.string(),
  Sizes: z.string().min(1),
  Demand: z.enum(demands),
  Silhouette: z.enum(SILHOUETTES),
  Upper: colour,
  Overlay: colour,
  Accent: colour,
  Midsole: colour,
  Outsole: colour,
  Laces: colour,
  Parts: listOf(z.string().regex(PART)),
  Details: listOf(z.enum(DETAILS)),
};

const sneakerRow = z.object({ ...SHARED_COLUMNS, 'Release Date': z.iso.date() });
/** `Day` is counted from the day on which the market begins. */
const releaseRow = z.object({ ...SHARED_COLUMNS, Day: z.coerce.number().int() });

/** The catalogue of the demonstration market: real releases with their true prices and dates. */
export async function readSneakers(): Promise<Sneaker[]> {
  const rows = await readRows(SNEAKERS_FILE, sneakerRow);
  return rows.map((row) => sneakerOf(row, { releaseDate: row['Release Date'], tradesFrom: null }));
}

/**
 * Made-up releases around the day on which the market begins. Upcoming ones trade from their release.
 * @param today the day on which the market begins
 */
export async function readReleases(today: Day): Promise<Sneaker[]> {
  const rows = await readRows(RELEASES_FILE, releaseRow);
  return rows.map((row) => {
    const releaseDate = addDays(today, row.Day);
    return sneakerOf(row, { releaseDate, tradesFrom: row.Day > 0 ? releaseDate : null });
  });
}

async function readRows<Row extends z.ZodObject>(file: string, schema: Row): Promise<z.infer<Row>[]> {
  const rows: z.infer<Row>[] = [];
  for await (const { fields } of readCsv(file, Object.keys(schema.shape), { maxRows: MAX_PRODUCT_ROWS })) {
    rows.push(schema.parse(fields));
  }
  return rows;
}

const sharedRow = z.object(SHARED_COLUMNS);

function sneakerOf(
  row: z.infer<typeof sharedRow>,
  days: Pick<Sneaker, 'releaseDate' | 'tradesFrom'>,
): Sneaker {
  return {
    name: row.Name,
    brand: row.Brand,
    silhouette: row.Silhouette,
    colours: {
      upper: row.Upper,
      overlay: row.Overlay,
      accent: row.Accent,
      midsole: row.Midsole,
      outsole: row.Outsole,
      laces: row.Laces,
      ...Object.fromEntries(row.Parts.map((part) => part.split(':'))),
    },
    details: row.Details,
    retailPrice: row['Retail Price'],
    ...days,
    styleCode: row['Style Code'] || null,
    colourway: row.Colourway || null,
    model: row.Model || null,
    nickname: row.Nickname || null,
    kind: row.Kind,
    description: row.Description || null,
    sizeRun: { sizes: row.Sizes.split(' '), ...popularityByKind[row.Kind] },
    demand: row.Demand,
  };
}

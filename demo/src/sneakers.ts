import { fileURLToPath } from 'node:url';
import { readCsv } from '@perkex/server/csv/csv-file.js';
import { MAX_PRODUCT_ROWS } from '@perkex/server/csv/products-file.js';
import { DETAILS, OWN_PARTS } from '@perkex/server/drawings/paint.js';
import { SILHOUETTES } from '@perkex/server/drawings/silhouettes.js';
import { z } from 'zod';
import { kindsInDemo, popularityByKind } from './size-run.js';
import { demands, type Sneaker } from './sneaker.js';

/** The same path from the sources and from the build. `import-products` can read the file, too. */
export const SNEAKERS_FILE = fileURLToPath(new URL('../sneakers.csv', import.meta.url));

/** Their search aliases. `import-aliases` can read the file, too. */
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

/** The columns of `import-products`, and those for drawing and demand. */
const rowSchema = z.object({
  Name: z.string().min(1),
  Brand: z.string().min(1),
  'Retail Price': z.coerce.number().int().positive(),
  'Release Date': z.iso.date(),
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
});

/** The catalogue of the demonstration market: real releases with their true prices and dates. */
export async function readSneakers(): Promise<Sneaker[]> {
  const sneakers: Sneaker[] = [];
  for await (const { fields } of readCsv(SNEAKERS_FILE, Object.keys(rowSchema.shape), {
    maxRows: MAX_PRODUCT_ROWS,
  })) {
    sneakers.push(sneakerOf(rowSchema.parse(fields)));
  }
  return sneakers;
}

function sneakerOf(row: z.infer<typeof rowSchema>): Sneaker {
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
    releaseDate: row['Release Date'],
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

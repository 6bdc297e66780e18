import { isDay } from '@perkex/core/figures/days.js';
import { KINDS, type Kind } from '@perkex/core/finding/kinds.js';
import { CENTS_PER_DOLLAR, centsToDollars, MAX_PRICE_CENTS } from '@perkex/core/money.js';
import { compareSizes, isSize } from '@perkex/core/sizes.js';
import { brandError, factError, nameError, shown } from './cell-values.js';
import { type BrokenCsvRow, type CsvReading, type CsvRow, readCsvRows } from './csv-file.js';

/** One product of a catalogue file. */
export interface FileProduct {
  readonly name: string;
  readonly brand: string;
  readonly retailPriceCents: number | null;
  /** YYYY-MM-DD */
  readonly releaseDate: string | null;
  readonly sizes: readonly string[];
  /** Null if the file has no value. */
  readonly styleCode: string | null;
  readonly colourway: string | null;
  readonly model: string | null;
  readonly nickname: string | null;
  readonly kind: Kind | null;
  readonly description: string | null;
  /** YYYY-MM-DD */
  readonly tradesFrom: string | null;
  readonly thumbnail: string | null;
  /** Addresses, and paths of files below the catalogue's folder, in order. */
  readonly pictures: readonly string[] | null;
}

/** A row that cannot be imported, with all its errors. */
export interface BadRow {
  readonly line: number;
  readonly errors: readonly string[];
}

export interface ProductsFile {
  readonly products: readonly FileProduct[];
  readonly badRows: readonly BadRow[];
  /** Unknown columns. */
  readonly ignoredColumns: readonly string[];
  /** The line of each name's first occurrence. */
  readonly lineOfName: ReadonlyMap<string, number>;
}

const COLUMNS = ['Name', 'Brand', 'Retail Price', 'Release Date', 'Sizes'] as const;
const OPTIONAL_COLUMNS = [
  'Style Code',
  'Colourway',
  'Model',
  'Nickname',
  'Kind',
  'Description',
  'Trades From',
  'Thumbnail',
  'Pictures',
] as const;

export type ProductColumn = (typeof COLUMNS)[number] | (typeof OPTIONAL_COLUMNS)[number];

/** All rows are compared in memory, at about 3 kB each. */
export const MAX_PRODUCT_ROWS = 250_000;
const MAX_STYLE_CODE_LENGTH = 40;
const MAX_COLOURWAY_LENGTH = 200;
const MAX_MODEL_LENGTH = 100;
const MAX_NICKNAME_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 2_000;
/** More than there are of all audiences. */
const MAX_SIZES = 1_000;
const MAX_URL_LENGTH = 2_000;
/** The limit for one product. */
export const MAX_PICTURES = 12;
/** A base for resolving paths as a browser does. */
const SOME_ORIGIN = 'https://shop.invalid';

/**
 * Reads a whole catalogue, with good and bad rows.
 * @throws FileError if the file cannot be read, lacks a column, or is too large
 */
export async function readProducts(file: string, reading: Partial<CsvReading> = {}): Promise<ProductsFile> {
  const products: FileProduct[] = [];
  const badRows: BadRow[] = [];
  const lineOfName = new Map<string, number>();
  const ignoredColumns = new Set<string>();
  for await (const row of readCsvRows(file, COLUMNS, { maxRows: MAX_PRODUCT_ROWS, ...reading })) {
    const { product, errors } = readRow(row, lineOfName);
    if (errors.length > 0) {
      badRows.push({ line: row.line, errors });
    } else if (product) {
      products.push(product);
    }
    for (const column of unknownColumns(row)) {
      ignoredColumns.add(column);
    }
  }
  return { products, badRows, ignoredColumns: [...ignoredColumns], lineOfName };
}

function unknownColumns(row: CsvRow | BrokenCsvRow): string[] {
  const columns = 'fields' in row ? Object.keys(row.fields) : [];
  return columns.filter((column) => ![...COLUMNS, ...OPTIONAL_COLUMNS].some((known) => known === column));
}

interface ReadRow {
  readonly product?: FileProduct;
  readonly errors: readonly string[];
}

/** Records the row's name in `lineOfName`. */
function readRow(row: CsvRow | BrokenCsvRow, lineOfName: Map<string, number>): ReadRow {
  if ('error' in row) {
    return { errors: [row.error] };
  }
  const name = row.fields.Name ?? '';
  const read = readProductTexts(row.fields);
  const errors = [...read.errors];
  const repetition = repetitionError(name, lineOfName);
  // The errors of a row are in the order of its columns, of which the name is the first.
  if (repetition !== null && errors[0]?.column !== 'Name') {
    errors.unshift({ column: 'Name', error: repetition });
  }
  if (!lineOfName.has(name)) {
    lineOfName.set(name, row.line);
  }
  return errors.length > 0 || read.product === null
    ? { errors: errors.map(({ error }) => error) }
    : { errors: [], product: read.product };
}

/** The error of a value, as a clause. */
export interface ColumnError {
  readonly column: ProductColumn;
  readonly error: string;
}

/** Reads one product from trimmed texts, by the rules of a catalogue file. It is null if there are errors. */
export function readProductTexts(texts: Readonly<Partial<Record<string, string>>>): {
  readonly product: FileProduct | null;
  readonly errors: readonly ColumnError[];
} {
  const text = (column: ProductColumn) => texts[column] ?? '';
  const sizes = listOf(text('Sizes'));
  const pictures = listOf(text('Pictures')).map((value) => value.replace(/^(\.\/)+/, ''));
  const found: readonly (readonly [ProductColumn, readonly (string | null)[]])[] = [
    ['Name', [nameError(text('Name'))]],
    ['Brand', [brandError(text('Brand'))]],
    ['Retail Price', [retailPriceError(text('Retail Price'))]],
    ['Release Date', [dayError(text('Release Date'), 'release date')]],
    ['Sizes', sizeErrors(sizes)],
    ['Style Code', [factError(text('Style Code'), 'style code', MAX_STYLE_CODE_LENGTH)]],
    ['Colourway', [factError(text('Colourway'), 'colourway', MAX_COLOURWAY_LENGTH)]],
    ['Model', [factError(text('Model'), 'model', MAX_MODEL_LENGTH)]],
    ['Nickname', [factError(text('Nickname'), 'nickname', MAX_NICKNAME_LENGTH)]],
    ['Kind', [kindError(text('Kind'))]],
    ['Description', [factError(text('Description'), 'description', MAX_DESCRIPTION_LENGTH)]],
    ['Trades From', [dayError(text('Trades From'), 'day to trade from')]],
    ['Thumbnail', [thumbnailError(text('Thumbnail'))]],
    ['Pictures', pictureErrors(pictures, text('Thumbnail'))],
  ];
  const errors = found.flatMap(([column, columnErrors]) =>
    columnErrors.flatMap((error) => (error === null ? [] : { column, error })),
  );
  return errors.length > 0
    ? { product: null, errors }
    : {
        errors: [],
        product: {
          name: text('Name'),
          brand: text('Brand'),
          retailPriceCents: text('Retail Price') === '' ? null : centsOf(text('Retail Price')),
          releaseDate: text('Release Date') || null,
          sizes: sizes.sort(compareSizes),
          styleCode: text('Style Code') || null,
          colourway: text('Colourway') || null,
          model: text('Model') || null,
          nickname: text('Nickname') || null,
          kind: kindFrom(text('Kind')),
          description: text('Description') || null,
          tradesFrom: text('Trades From') || null,
          thumbnail: text('Thumbnail') || null,
          pictures: pictures.length > 0 ? pictures : null,
        },
      };
}

/** The values of a cell, separated by spaces or bars. */
function listOf(text: string): string[] {
  return text.split(/[\s|]+/).filter((value) => value !== '');
}

function repetitionError(name: string, lineOfName: ReadonlyMap<string, number>): string | null {
  const line = lineOfName.get(name);
  return line === undefined ? null : `the name ${shown(name)} is on line ${line} already`;
}

function retailPriceError(text: string): string | null {
  const cents = centsOf(text);
  return text === '' || (cents >= 1 && cents <= MAX_PRICE_CENTS)
    ? null
    : `${shown(text)} is not a retail price (dollars such as 120 or 119.50, at most ${centsToDollars(MAX_PRICE_CENTS)})`;
}

/** The cents of a dollar amount such as 120 or 119.5; NaN for anything else. */
function centsOf(text: string): number {
  const [, dollars, cents = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return Number(dollars) * CENTS_PER_DOLLAR + Number(cents.padEnd(2, '0'));
}

function dayError(text: string, what: string): string | null {
  return text === '' || isDay(text) ? null : `${shown(text)} is not a ${what} (YYYY-MM-DD)`;
}

function kindError(text: string): string | null {
  return text === '' || kindFrom(text) ? null : `${shown(text)} is not a kind (${KINDS.join(', ')})`;
}

function kindFrom(text: string): Kind | null {
  return KINDS.find((kind) => kind === text.toLowerCase()) ?? null;
}

function sizeErrors(sizes: readonly string[]): string[] {
  if (sizes.length === 0) {
    return ['it lists no sizes'];
  }
  if (sizes.length > MAX_SIZES) {
    return [`it lists more than ${MAX_SIZES} sizes`];
  }
  const unknown = sizes.filter((size) => !isSize(size));
  const repeated = sizes.filter((size, index) => isSize(size) && sizes.indexOf(size) !== index);
  return [
    ...[...new Set(unknown)].map((size) => `${shown(size)} is not a shoe size`),
    ...[...new Set(repeated)].map((size) => `the size ${size} is listed twice`),
  ];
}

function thumbnailError(text: string): string | null {
  return text === '' || (text.length <= MAX_URL_LENGTH && (isOwnPath(text) || isHttpsUrl(text)))
    ? null
    : `${shown(text)} is not a thumbnail (an https:// URL or a path that begins with one /)`;
}

function pictureErrors(pictures: readonly string[], thumbnail: string): string[] {
  return [
    ...pictures.flatMap((text) => pictureError(text) ?? []),
    ...(new Set(pictures).size < pictures.length ? ['a picture is listed twice'] : []),
    ...(pictures.length > MAX_PICTURES ? [`it has more than ${MAX_PICTURES} pictures`] : []),
    ...(pictures.length > 0 && thumbnail !== ''
      ? ['it has a thumbnail and pictures, the first of which is the thumbnail: leave one of them out']
      : []),
  ];
}

function pictureError(text: string): string | null {
  if (text.length <= MAX_URL_LENGTH && (isHttpsUrl(text) || isPathBelow(text))) {
    return null;
  }
  return text.split('/').includes('..')
    ? `the picture ${shown(text)} leads out of the folder of the file`
    : `${shown(text)} is not a picture (an https:// URL, or a path below the folder of the file)`;
}

/** True for a path whose parts all lead downwards. Links are checked when the file is read. */
function isPathBelow(text: string): boolean {
  const parts = text.split('/');
  return (
    isPrintable(text) &&
    !/^[a-z][a-z0-9+.-]*:/i.test(text) &&
    !parts.some((part) => ['', '.', '..'].includes(part))
  );
}

/** False for `//elsewhere.example` and everything that a browser reads as such. */
function isOwnPath(text: string): boolean {
  return (
    text.startsWith('/') &&
    isPrintable(text) &&
    URL.canParse(text, SOME_ORIGIN) &&
    new URL(text, SOME_ORIGIN).origin === SOME_ORIGIN
  );
}

export function isHttpsUrl(text: string): boolean {
  if (!/^https:\/\//i.test(text) || !isPrintable(text) || !URL.canParse(text)) {
    return false;
  }
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

function isPrintable(text: string): boolean {
  return !/[\s\p{C}"'<>\\\ufffd]/u.test(text);
}

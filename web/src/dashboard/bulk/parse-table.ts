import { alternatives } from '@perkex/core/alternatives.js';
import { dollarsToCents, formatPrice, isPriceCents, MAX_PRICE_CENTS } from '@perkex/core/money.js';
import { isLifetime, LIFETIMES_DAYS, type LifetimeDays } from '@perkex/core/order-book/lifetime.js';
import { type Cells, splitTable } from './split-table.js';

/** The maximum number of pairs in a table: as many commands as a batch may have. */
export const MAX_PAIRS = 500;

/** A pair as its row names it. */
export interface TablePair {
  readonly line: number;
  /** A style code, or the number of a product. */
  readonly product: string;
  readonly size: string;
  readonly priceCents: number;
  /** Null for an ask that lasts until it is removed. */
  readonly expiresIn: LifetimeDays | null;
}

/** A row with a mistake, and a sentence that names it. */
export interface BadRow {
  readonly line: number;
  readonly sentence: string;
}

export type ParsedTable =
  | { readonly pairs: readonly TablePair[]; readonly bad: readonly BadRow[] }
  | { readonly fault: string };

type Column = 'product' | 'size' | 'price' | 'days';

const USUAL_COLUMNS: readonly (Column | null)[] = ['product', 'size', 'price', 'days'];

/** The names of columns, as sellers' tables have them. */
const COLUMN_NAMES: Readonly<Record<string, Column>> = {
  product: 'product',
  'product id': 'product',
  'product number': 'product',
  id: 'product',
  style: 'product',
  'style code': 'product',
  stylecode: 'product',
  sku: 'product',
  size: 'size',
  'us size': 'size',
  price: 'price',
  ask: 'price',
  'ask price': 'price',
  days: 'days',
  lifetime: 'days',
  'lifetime days': 'days',
  expires: 'days',
  'expires in': 'days',
};

/**
 * Reads a seller's table (orders-beyond, "Many pairs"): a style code or product number, a size, a price in dollars, and
 * days until the ask expires. A first row of names puts the columns in another order.
 */
export function parseTable(text: string): ParsedTable {
  const rows = splitTable(text);
  const named = columnsNamedBy(rows[0]);
  const pairs: TablePair[] = [];
  const bad: BadRow[] = [];
  const listed = named === null ? rows : rows.slice(1);
  if (listed.length === 0) {
    return { fault: 'There is no row to list. Paste your table, or choose a file.' };
  }
  if (listed.length > MAX_PAIRS) {
    return {
      fault: `Your table has ${listed.length} rows. List up to ${MAX_PAIRS} at a time: nothing was read.`,
    };
  }
  if (named !== null && !(['product', 'size', 'price'] as const).every((column) => named.includes(column))) {
    return {
      fault: 'The first row must name the columns for product (or style code), size and price.',
    };
  }
  for (const row of listed) {
    const parsed = parseRow(row, named ?? USUAL_COLUMNS);
    if (typeof parsed === 'string') {
      bad.push({ line: row.line, sentence: `Row ${row.line}: ${parsed}` });
    } else {
      pairs.push(parsed);
    }
  }
  return { pairs, bad };
}

/** The columns that a first row names; null if it is a pair. */
function columnsNamedBy(row: Cells | undefined): (Column | null)[] | null {
  const columns = (row?.cells ?? []).map((cell) => COLUMN_NAMES[cell.toLowerCase()] ?? null);
  return columns.filter((column) => column !== null).length >= 2 ? columns : null;
}

/** @returns the pair, or the mistake as a sentence */
function parseRow({ line, cells }: Cells, columns: readonly (Column | null)[]): TablePair | string {
  const cell = (column: Column) => cells[columns.indexOf(column)] ?? '';
  const product = cell('product');
  if (product === '') {
    return 'the style code or product number is missing.';
  }
  const size = sizeOf(cell('size'));
  if (size === '') {
    return 'the size is missing.';
  }
  const price = parsePrice(cell('price'));
  if (typeof price === 'string') {
    return price;
  }
  const days = parseDays(cell('days'));
  if (typeof days === 'string') {
    return days;
  }
  return { line, product, size, priceCents: price, expiresIn: days };
}

/** Spreadsheets write 9 as 9.0 or 9,0. */
function sizeOf(cell: string): string {
  return cell
    .replace(/^US\s*/i, '')
    .replace(/^(\d+),(\d+)$/, '$1.$2')
    .replace(/^(\d+)\.0+$/, '$1');
}

/** Not three decimals: 1.000 may mean a thousand. */
const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;
const DOLLARS = /^\d+(\.\d{1,2})?$/;

/** @returns cents, or the mistake */
function parsePrice(cell: string): number | string {
  const text = cell.replaceAll(/\$|\s|USD/gi, '');
  if (text === '') {
    return 'the price is missing.';
  }
  const digits = THOUSANDS.test(text) ? text.replaceAll(',', '') : text;
  if (!DOLLARS.test(digits)) {
    return `${quoted(cell)} is not a price in dollars.`;
  }
  const dollars = Number(digits);
  if (!Number.isInteger(dollars)) {
    return `${quoted(cell)} is not a price: prices are whole dollars.`;
  }
  const cents = dollarsToCents(dollars);
  return isPriceCents(cents) ? cents : `the price must be from 1$ to ${formatPrice(MAX_PRICE_CENTS)}.`;
}

function parseDays(cell: string): LifetimeDays | null | string {
  const text = cell.replace(/\s*days?$/i, '');
  if (text === '') {
    return null;
  }
  const days = Number(text);
  return isLifetime(days)
    ? days
    : `${quoted(cell)} is not a lifetime: it is ${alternatives(LIFETIMES_DAYS)} days, or empty.`;
}

const SHOWN_LENGTH = 40;

function quoted(cell: string): string {
  return `“${cell.length > SHOWN_LENGTH ? `${cell.slice(0, SHOWN_LENGTH)}…` : cell}”`;
}

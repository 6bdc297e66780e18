import { isDay } from '@perkex/core/figures/days.js';
import { isPriceCents, roundToDollarsInCents } from '@perkex/core/money.js';
import { isSize } from '@perkex/core/sizes.js';
import { brandError, nameError, shown } from './cell-values.js';
import { type CsvReading, type CsvRow, failAt, readCsv } from './csv-file.js';

/** One past sale of a sales file. */
export interface FileSale {
  readonly line: number;
  /** The product's name, with spaces. */
  readonly name: string;
  readonly brand: string;
  readonly size: string;
  /** Rounded to whole dollars. */
  readonly priceCents: number;
  readonly retailPriceCents: number;
  /** YYYY-MM-DD */
  readonly soldOn: string;
  /** YYYY-MM-DD */
  readonly releaseDate: string;
  /** All columns of the row. They identify it. */
  readonly content: string;
}

const COLUMNS = [
  'Order Date',
  'Brand',
  'Sneaker Name',
  'Sale Price',
  'Retail Price',
  'Release Date',
  'Shoe Size',
  'Buyer Region',
] as const;

/** All rows are held in memory. */
export const MAX_SALE_ROWS = 1_000_000;

const FIRST_DAY = '0001-01-01';

/** Ids contain the time since this day. */
const FIRST_ORDER_DAY = '1970-01-01';

/**
 * Reads past sales row by row.
 * @throws FileError at the first row that is not a sale, with its line, and if there are too many rows
 */
export async function* readSales(
  file: string,
  onProgress: NonNullable<CsvReading['onProgress']>,
): AsyncGenerator<FileSale> {
  for await (const row of readCsv(file, COLUMNS, { maxRows: MAX_SALE_ROWS, onProgress })) {
    yield readSale(file, row);
  }
}

function readSale(file: string, { line, fields }: CsvRow): FileSale {
  const text = (column: (typeof COLUMNS)[number]) => fields[column] ?? '';
  const fail = failAt(file, line);
  const dollars = (column: 'Sale Price' | 'Retail Price') => {
    const cents = /^\d+(\.\d+)?$/.test(text(column)) ? roundToDollarsInCents(Number(text(column))) : 0;
    return isPriceCents(cents)
      ? cents
      : fail(`${shown(text(column))} is not a valid ${column.toLowerCase()}`);
  };
  const day = (column: 'Order Date' | 'Release Date', earliest: string) =>
    isDay(text(column)) && text(column) >= earliest
      ? text(column)
      : fail(
          `${shown(text(column))} is not a valid ${column.toLowerCase()} (YYYY-MM-DD, from ${earliest} on)`,
        );
  const name = text('Sneaker Name').replaceAll('-', ' ').trim();
  const error = nameError(name) ?? brandError(text('Brand'));
  return {
    line,
    name: error === null ? name : fail(error),
    brand: text('Brand'),
    size: isSize(text('Shoe Size'))
      ? text('Shoe Size')
      : fail(`${shown(text('Shoe Size'))} is not a shoe size`),
    priceCents: dollars('Sale Price'),
    retailPriceCents: dollars('Retail Price'),
    soldOn: day('Order Date', FIRST_ORDER_DAY),
    releaseDate: day('Release Date', FIRST_DAY),
    content: COLUMNS.map(text).join('\u001f'),
  };
}

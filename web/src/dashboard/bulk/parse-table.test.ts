import { describe, expect, it } from 'vitest';
import { parseTable } from './parse-table.js';

describe('a pasted table', () => {
  const pair = (line: number, product: string, size: string, dollars: number, expiresIn: number | null) => ({
    line,
    product,
    size,
    priceCents: dollars * 100,
    expiresIn,
  });

  it.each([
    ['from a spreadsheet', 'DZ5485-612\t9\t240\t30\nGX1234\t10.5\t189'],
    ['with commas', 'DZ5485-612,9,$240,30 days\r\n\r\nGX1234,10.5,189.00,'],
    ['with semicolons', '\uFEFFDZ5485-612;9,0;240 USD;30\nGX1234;10,5;189'],
    ['with quotes', '"DZ5485-612","US 9","240","30"\n"GX1234","10.5","189"'],
    [
      'with named columns',
      'Ask price,Note,Style code,Size,Days\n240,"a, b",DZ5485-612,9,30\n189,,GX1234,10.5,',
    ],
  ])('%s is read', (_how, text) => {
    const parsed = parseTable(text);
    expect('pairs' in parsed && parsed.pairs.map((row) => ({ ...row, line: 0 }))).toEqual([
      pair(0, 'DZ5485-612', '9', 240, 30),
      pair(0, 'GX1234', '10.5', 189, null),
    ]);
    expect('bad' in parsed && parsed.bad).toEqual([]);
  });

  it('reads thousands and numbers of products, and counts its rows from 1', () => {
    expect(parseTable('\n#12\t9\t1,240')).toEqual({ pairs: [pair(2, '#12', '9', 1_240, null)], bad: [] });
  });

  it.each([
    [',9,240', 'the style code or product number is missing.'],
    ['A,,240', 'the size is missing.'],
    ['A,9', 'the price is missing.'],
    ['A,9,cheap', '“cheap” is not a price in dollars.'],
    ['A,9,-5', '“-5” is not a price in dollars.'],
    ['A,9,240.50', '“240.50” is not a price: prices are whole dollars.'],
    ['A,9,1.000', '“1.000” is not a price in dollars.'],
    ['A,9,"1,240.000"', '“1,240.000” is not a price in dollars.'],
    ['A,9,0', 'the price must be from 1$ to 1000000$.'],
    ['A,9,240,45', '“45” is not a lifetime: it is 1, 3, 7, 14, 30, 60 or 90 days, or empty.'],
  ])('row %j is a mistake with a sentence', (row, sentence) => {
    expect(parseTable(`B,9,100\n${row}`)).toEqual({
      pairs: [pair(1, 'B', '9', 100, null)],
      bad: [{ line: 2, sentence: `Row 2: ${sentence}` }],
    });
  });

  it.each([
    [' \n', 'There is no row to list. Paste your table, or choose a file.'],
    ['A,9,100\n'.repeat(501), 'Your table has 501 rows. List up to 500 at a time: nothing was read.'],
    ['Size,Price\n9,100', 'The first row must name the columns for product (or style code), size and price.'],
  ])('that cannot be read at all says why', (text, fault) => {
    expect(parseTable(text)).toEqual({ fault });
  });
});

import { describe, expect, it } from 'vitest';
import { type CloseFigures, closeSentences } from './close-text.js';

const NOTHING: CloseFigures = {
  day: '2026-11-22',
  sales: 0,
  products: 0,
  turnover: 0,
  index: null,
  dearest: null,
  mostSold: [],
  rises: [],
  falls: [],
  highs: [],
  lows: [],
};
const SOLD: CloseFigures = { ...NOTHING, sales: 12, products: 8, turnover: 3_400 };
const OPENING = '12 pairs of 8 sneakers were sold on 22 November 2026, for 3400$ in all.';

describe('the close of a day in sentences', () => {
  it('says that nothing was sold, and nothing else', () => {
    expect(closeSentences(NOTHING)).toEqual(['Nothing was sold on 22 November 2026.']);
  });

  it.each([
    [{ sales: 1, products: 1, turnover: 240 }, 'One pair was sold on 22 November 2026, for 240$.'],
    [
      { sales: 3, products: 1, turnover: 700 },
      '3 pairs of one sneaker were sold on 22 November 2026, for 700$ in all.',
    ],
    [{}, OPENING],
  ])('counts the pairs: %o', (changes, sentence) => {
    expect(closeSentences({ ...SOLD, ...changes })).toEqual([sentence]);
  });

  it.each([
    [{ change: 1.24, record: null }, ['The PX50 rose by 1.2% from its previous close, to 1034.50.']],
    [{ change: -1.26, record: null }, ['The PX50 fell by 1.3% from its previous close, to 1034.50.']],
    [{ change: -0.04, record: null }, ['The PX50 closed at 1034.50, within 0.1% of its previous close.']],
    [{ change: 0, record: null }, ['The PX50 closed at 1034.50, within 0.1% of its previous close.']],
    [{ change: null, record: null }, ['The PX50 began at 1034.50.']],
    [
      { change: 2, record: 'highest' },
      [
        'The PX50 rose by 2.0% from its previous close, to 1034.50.',
        'That is its highest close since it began.',
      ],
    ],
    [
      { change: -2, record: 'lowest' },
      [
        'The PX50 fell by 2.0% from its previous close, to 1034.50.',
        'That is its lowest close since it began.',
      ],
    ],
  ] as const)('tells how the index moved: %o', (moved, sentences) => {
    expect(closeSentences({ ...SOLD, index: { value: 1034.5, ...moved } })).toEqual([OPENING, ...sentences]);
  });

  it('names what sold most, unless several did or it was a single pair', () => {
    const sold = (...counts: number[]) =>
      closeSentences({ ...SOLD, mostSold: counts.map((sales, index) => ({ name: `Shoe ${index}`, sales })) });
    expect(sold(5, 3)).toEqual([OPENING, 'Shoe 0 sold most, with 5 pairs.']);
    expect(sold(2)).toEqual([OPENING, 'Shoe 0 sold most, with 2 pairs.']);
    expect(sold(5, 5)).toEqual([OPENING]);
    expect(sold(1)).toEqual([OPENING]);
  });

  it('names the highest price, unless there was only one', () => {
    const dearest = { name: 'Shoe', price: 900 };
    expect(closeSentences({ ...SOLD, dearest })).toEqual([OPENING, 'The highest price was 900$, for Shoe.']);
    expect(closeSentences({ ...SOLD, sales: 1, dearest })).toHaveLength(1);
  });

  it('names what rose and what fell most, unless several did or hardly at all', () => {
    const against = 'against the prices of its sizes in the 30 days before.';
    const moved = (rises: number[], falls: number[]) =>
      closeSentences({
        ...SOLD,
        rises: rises.map((change) => ({ name: 'Up', change })),
        falls: falls.map((change) => ({ name: 'Down', change })),
      });
    expect(moved([12.3, 2], [-8, -1])).toEqual([
      OPENING,
      `Up rose most, by 12.3% ${against}`,
      `Down fell most, by 8.0% ${against}`,
    ]);
    expect(moved([3, 3], [-4, -4])).toEqual([OPENING]);
    expect(moved([0.01], [-0.01])).toEqual([OPENING]);
  });

  it('names each new high and low, with the one before', () => {
    expect(
      closeSentences({
        ...SOLD,
        highs: [{ name: 'High', price: 340, before: 320 }],
        lows: [{ name: 'Low', price: 90, before: 95 }],
      }),
    ).toEqual([
      OPENING,
      'High reached a new high of 340$; it was 320$ before.',
      'Low reached a new low of 90$; it was 95$ before.',
    ]);
  });
});

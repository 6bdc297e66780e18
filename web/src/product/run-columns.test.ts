import { describe, expect, it } from 'vitest';
import { marksPath, type RunColumn, runColumns } from './run-columns.js';

const orders = (size: string, ...dollars: number[]) =>
  dollars.map((price) => ({ size, priceCents: price * 100 }));
const placesOf = ({ ask, bid }: RunColumn) => [ask.place, bid.place];

describe('runColumns', () => {
  it('has a column for every size and no axis without orders', () => {
    const { columns, ticks } = runColumns(['9', '10'], [], []);
    expect(columns.map(({ size, split }) => [size, split])).toEqual([
      ['9', 50],
      ['10', 50],
    ]);
    expect(columns.flatMap(placesOf)).toEqual([null, null, null, null]);
    expect(ticks).toEqual([]);
  });

  it('has nothing for a product without sizes', () => {
    expect(runColumns([], [], [])).toEqual({ columns: [], ticks: [] });
  });

  it('places a single order in the middle, and leaves the rest of its column to the other side', () => {
    const [column] = runColumns(['9'], orders('9', 240), []).columns;
    expect(column?.ask).toMatchObject({ priceCents: 24_000, orders: 1, place: 50, isBest: true, marks: [] });
    expect(column?.bid).toMatchObject({ priceCents: 0, orders: 0, place: null });
    expect(column?.split).toBe(75);
  });

  it('places higher prices above lower ones, on the same axis for all sizes and both sides', () => {
    const asks = [...orders('9', 240), ...orders('10', 300)];
    const bids = [...orders('9', 200), ...orders('10', 240)];
    const [nine, ten] = runColumns(['9', '10'], asks, bids).columns.map(placesOf);
    expect(nine?.[0]).toBe(ten?.[1]);
    expect(ten?.[0]).toBeLessThan(nine?.[0] ?? 0);
    expect(nine?.[1]).toBeGreaterThan(ten?.[1] ?? 100);
  });

  it('places the books of a single side', () => {
    const bids = [...orders('9', 200), ...orders('10', 210)];
    const { columns } = runColumns(['9', '10'], [], bids);
    expect(columns.map(({ ask, bid }) => [ask.place, bid.isBest])).toEqual([
      [null, false],
      [null, true],
    ]);
    for (const { bid, split } of columns) {
      expect(split).toBe((bid.place ?? 0) / 2);
    }
  });

  it('keeps equal prices at one place, and a gap between the sides of a narrow spread', () => {
    const asks = [...orders('9', 10_001), ...orders('10', 10_001)];
    const [nine, ten] = runColumns(['9', '10'], asks, orders('9', 10_000)).columns;
    expect(ten?.ask.place).toBeCloseTo(50, 0);
    expect((nine?.bid.place ?? 0) - (nine?.ask.place ?? 0)).toBeCloseTo(1.5);
    expect(nine?.ask.isBest && ten?.ask.isBest).toBe(true);
  });

  it('does not flatten the others for a price ten times as high or as low', () => {
    const sizes = ['8', '9', '10', '11', '12'];
    const usual = sizes.slice(0, 3).flatMap((size, index) => orders(size, 240 + index * 20));
    const bids = sizes.slice(0, 3).flatMap((size, index) => orders(size, 200 + index * 20));
    const without = runColumns(sizes, usual, bids).columns;
    const { columns } = runColumns(sizes, [...usual, ...orders('11', 2_400)], [...bids, ...orders('12', 20)]);
    expect(columns.slice(0, 3).map(placesOf)).toEqual(without.slice(0, 3).map(placesOf));
    expect(columns[3]?.ask).toMatchObject({ place: 11, offAxis: 'above' });
    expect(columns[4]?.bid).toMatchObject({ place: 89, offAxis: 'below' });
    expect(columns[0]?.ask.offAxis).toBeNull();
  });

  it('marks the levels behind the best price, as wide as their orders, and those off the axis not at all', () => {
    const asks = [...orders('9', 240, 240, 300, 300, 300, 300, 310, 3_000), ...orders('10', 320)];
    const { columns } = runColumns(['9', '10'], asks, []);
    const marks = columns[0]?.ask.marks ?? [];
    expect(marks.map(({ share }) => share)).toEqual([1, 0.25]);
    expect(marks[0]?.place).toBeLessThan(columns[0]?.ask.place ?? 0);
    expect(columns[0]?.ask.orders).toBe(8);
    expect(marksPath(columns, 'ask')).toMatch(/^M1\.4 \d+h7\.2M3\.5 \d+h3\.0$/);
    expect(marksPath(columns, 'bid')).toBe('');
  });

  it('has a few round ticks in sight, for cheap and for expensive shoes', () => {
    for (const dollars of [1, 7, 240, 1_144, 1_000_000]) {
      const asks = [...orders('9', dollars), ...orders('10', Math.ceil(dollars * 1.4))];
      const { ticks } = runColumns(['9', '10'], asks, []);
      expect(ticks.length, `at ${dollars}$`).toBeGreaterThanOrEqual(1);
      expect(ticks.length, `at ${dollars}$`).toBeLessThanOrEqual(6);
      for (const { priceCents, place } of ticks) {
        expect(priceCents % 100).toBe(0);
        expect(priceCents).toBeGreaterThan(0);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(100);
      }
    }
  });

  it('keeps thirty full sizes in the plot, with a part for each side', () => {
    const sizes = Array.from({ length: 30 }, (_, index) => String(3 + index / 2));
    const full = (first: number, step: number) =>
      sizes.flatMap((size, place) =>
        Array.from({ length: 50 }, (_, index) => orders(size, first + place * 5 + index * step)).flat(),
      );
    const { columns } = runColumns(sizes, full(300, 3), full(280, -3));
    expect(columns).toHaveLength(30);
    for (const { ask, bid, split } of columns) {
      expect(split).toBeGreaterThan(ask.place ?? 100);
      expect(split).toBeLessThan(bid.place ?? 0);
      expect([...ask.marks, ...bid.marks].every(({ place }) => place >= 0 && place <= 100)).toBe(true);
    }
    expect(marksPath(columns, 'ask').length + marksPath(columns, 'bid').length).toBeLessThan(40_000);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../figures/days.js';
import { compositionDays, firstDayOfIndex, type ProductDay, px50, turnoverDays } from './px50.js';
import { membersOf } from './weights.js';

const turnovers = (...cents: number[]) =>
  cents.map((amount, index) => ({ productId: index + 1, cents: amount }));
const weightsOf = (...cents: number[]) => membersOf(turnovers(...cents)).map(({ weight }) => weight);

describe('the weights of the index', () => {
  it('are proportional to turnover', () => {
    const weights = weightsOf(...Array.from({ length: 25 }, (_, index) => (index < 5 ? 48 : 38)));
    expect(weights[0]).toBeCloseTo(0.048, 10);
    expect(weights.at(-1)).toBeCloseTo(0.038, 10);
  });

  it('are capped at 5 %, and the excess is distributed by turnover', () => {
    const weights = weightsOf(1_000_000, ...Array.from({ length: 38 }, () => 10), 20);
    expect(weights[0]).toBe(0.05);
    expect(weights[1]).toBeCloseTo(0.95 * (20 / 400), 10);
    expect(weights[2]).toBeCloseTo(0.95 * (10 / 400), 10);
  });

  it('are also capped where only the distributed excess exceeds 5 %', () => {
    const weights = weightsOf(1_000_000, ...Array.from({ length: 30 }, () => 10), 19);
    expect(weights.slice(0, 2)).toEqual([0.05, 0.05]);
    expect(weights[2]).toBeCloseTo(0.9 / 30, 10);
  });

  it('are equal for fewer than 20 products', () => {
    expect(weightsOf(1_000_000, 1, 1, 5).map((weight) => weight.toFixed(12))).toEqual(
      Array.from({ length: 4 }, () => '0.250000000000'),
    );
  });

  it('cover the 50 products with the highest turnover, the older one among equals', () => {
    const members = membersOf(
      turnovers(...Array.from({ length: 60 }, (_, index) => (index === 59 ? 2 : 1)), 0),
    );
    expect(members.map(({ productId }) => productId)).toEqual([
      60,
      ...Array.from({ length: 49 }, (_, index) => index + 1),
    ]);
  });

  it('add up to one, follow the order of turnover, and keep its proportions below 5 %', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10 ** 12 }), { minLength: 1, maxLength: 80 }),
        (cents) => {
          const members = membersOf(turnovers(...cents));
          const most = Math.max(0.05, 1 / members.length) + 1e-9;
          const sum = members.reduce((total, { weight }) => total + weight, 0);
          expect(sum).toBeCloseTo(1, 9);
          for (const [index, { productId, weight }] of members.entries()) {
            const after = members[index + 1];
            expect(weight).toBeLessThanOrEqual(most);
            expect(weight).toBeGreaterThan(0);
            if (after) {
              expect(after.weight).toBeLessThanOrEqual(weight + 1e-12);
            }
            if (after && weight < most - 2e-9) {
              expect(after.weight / weight).toBeCloseTo(
                cents[after.productId - 1]! / cents[productId - 1]!,
                6,
              );
            }
          }
        },
      ),
    );
  });
});

const FIRST = '2026-02-10';
const IDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** One sale of a product. */
const sale = (day: string, productId: number, dollars: number): ProductDay => ({
  productId,
  day,
  sales: 1,
  sumCents: dollars * 100,
});

const everyProduct = (day: string, dollarsOf: (id: number) => number): ProductDay[] =>
  IDS.map((id) => sale(day, id, dollarsOf(id)));

const equalTurnovers = IDS.map((productId) => ({ productId, cents: 1 }));

describe('the days of the index', () => {
  it('start when ten products have been sold', () => {
    expect(firstDayOfIndex(IDS.slice(3).map((id) => addDays(FIRST, id)))).toBeNull();
    expect(firstDayOfIndex(IDS.map((id) => addDays(FIRST, -id)))).toBe(addDays(FIRST, -3));
  });

  it('on which it is composed are its first day and the first day of each quarter', () => {
    expect(compositionDays(FIRST, '2026-11-22')).toEqual([FIRST, '2026-04-01', '2026-07-01', '2026-10-01']);
    expect(compositionDays('2026-04-01', '2026-06-30')).toEqual(['2026-04-01']);
    expect(compositionDays(FIRST, '2026-04-01')).toEqual([FIRST, '2026-04-01']);
  });

  it('whose turnover counts are the 365 before a quarter, or up to its first day', () => {
    expect(turnoverDays('2026-04-01', FIRST)).toEqual({ from: '2025-04-01', to: '2026-03-31' });
    expect(turnoverDays('2024-04-01', FIRST)).toEqual({ from: '2023-04-02', to: '2024-03-31' });
    expect(turnoverDays(FIRST, FIRST)).toEqual({ from: '2025-02-11', to: FIRST });
  });
});

describe('the index', () => {
  const first = { day: FIRST, turnovers: equalTurnovers };

  it('is 1000 on its first day', () => {
    expect(
      px50(
        [first],
        everyProduct(FIRST, (id) => id * 100),
      ),
    ).toEqual([{ day: FIRST, value: 1000 }]);
  });

  it('follows the average prices of its products, by weight', () => {
    const days = [
      ...everyProduct(FIRST, (id) => id * 100),
      sale('2026-02-11', 1, 160),
      sale('2026-02-13', 2, 80),
    ];
    const points = px50([first], days);
    expect(points.map(({ day }) => day)).toEqual([FIRST, '2026-02-11', '2026-02-13']);
    expect(points[1]!.value).toBeCloseTo(1000 * (1 + 0.6 / 12), 9);
    // The first product has no sale that day and keeps its last average.
    expect(points[2]!.value).toBeCloseTo(1000 * (1 + 0.6 / 12 - 0.6 / 12), 9);
  });

  it('uses the average of a day’s sales', () => {
    const days = [
      ...everyProduct(FIRST, () => 100),
      { productId: 1, day: '2026-02-11', sales: 4, sumCents: 880_00 },
    ];
    expect(px50([first], days)[1]!.value).toBeCloseTo(1000 * (1 + 1.2 / 12), 9);
  });

  it('continues from its value at the start of a quarter, relative to that day’s prices', () => {
    const second = { day: '2026-04-01', turnovers: equalTurnovers.slice(0, 10) };
    const days = [
      ...everyProduct(FIRST, () => 100),
      sale('2026-04-01', 1, 220), // still counts for the old composition
      sale('2026-04-02', 1, 110),
      sale('2026-04-03', 12, 1_000), // no longer in the index
    ];
    const points = px50([first, second], days);
    expect(points.map(({ day }) => day)).toEqual([FIRST, '2026-04-01', '2026-04-02']);
    expect(points[1]!.value).toBeCloseTo(1100, 9);
    expect(points[2]!.value).toBeCloseTo(1100 * 0.95, 9);
  });

  it('keeps its products if fewer than ten have turnover', () => {
    const second = { day: '2026-04-01', turnovers: equalTurnovers.slice(0, 9) };
    const days = [...everyProduct(FIRST, () => 100), sale('2026-05-01', 12, 160)];
    expect(px50([first, second], days).at(-1)!.value).toBeCloseTo(1050, 9);
  });

  it('leaves out products without a price, such as one whose only sale became void, and weights the others', () => {
    const days = [
      ...everyProduct(FIRST, () => 100).filter(({ productId }) => productId !== 12),
      sale('2026-02-11', 1, 160),
      sale('2026-02-12', 12, 5_000),
    ];
    const points = px50([first], days);
    expect(points.map(({ day }) => day)).toEqual([FIRST, '2026-02-11']);
    expect(points[0]!.value).toBeCloseTo(1000, 9);
    expect(points[1]!.value).toBeCloseTo(1000 * (1 + 0.6 / 11), 9);
  });

  it('does not start with fewer than ten products that have a price', () => {
    const days = everyProduct(FIRST, () => 100).filter(({ productId }) => productId < 10);
    expect(px50([first], days)).toEqual([]);
  });

  it('is empty without a composition', () => {
    expect(
      px50(
        [],
        everyProduct(FIRST, () => 100),
      ),
    ).toEqual([]);
  });

  it('moves in proportion to all prices, in whatever order sales arrive', () => {
    const priceList = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(priceList, fc.integer({ min: 2, max: 9 }), (prices, factor) => {
        const days = [
          ...everyProduct(FIRST, (id) => prices[id - 1]!),
          ...everyProduct('2026-05-05', (id) => prices[id - 1]! * factor),
        ];
        const compositions = [
          first,
          { day: '2026-04-01', turnovers: IDS.map((id) => ({ productId: id, cents: prices[id - 1]! })) },
        ];
        const points = px50(compositions, days);
        expect(points.at(-1)!.value).toBeCloseTo(1000 * factor, 6);
        expect(px50([...compositions].reverse(), [...days].reverse())).toEqual(points);
      }),
    );
  });
});

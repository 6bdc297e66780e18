import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountsOf, type JudgedSale, type Oddity, SALES_LOOKED_AT, SaleJudge } from './odd-sales.js';

const sale = (dollars: number, size = '9', accounts: string | null = null): JudgedSale => ({
  size,
  priceCents: dollars * 100,
  accounts,
});

/** Accounts that have traded with others, or not yet with each other. */
const COUNTED = { isBetweenOnlyPartners: false };

function verdicts(sales: readonly JudgedSale[]): (Oddity | null)[] {
  const judge = new SaleJudge();
  return sales.map((each) => judge.judge(each, COUNTED));
}

/** The verdict of the last sale. */
const verdict = (...sales: JudgedSale[]) => verdicts(sales).at(-1);

const CALM = Array.from({ length: 12 }, (_, index) => sale(298 + (index % 5)));

describe('a sale', () => {
  it('does not count if its price is far from the median of the last sales of its size', () => {
    expect(verdict(...CALM, sale(55))).toBe('price');
    expect(verdict(...CALM, sale(3_000))).toBe('price');
    expect(verdict(...CALM, sale(299))).toBeNull();
  });

  it('counts from three quarters to four thirds of the median, however stable prices are', () => {
    expect([225, 226, 285, 315, 399, 400].map((dollars) => verdict(...CALM, sale(dollars)))).toEqual(
      Array(6).fill(null),
    );
    expect([224, 401].map((dollars) => verdict(...CALM, sale(dollars)))).toEqual(['price', 'price']);
  });

  it('counts at prices further away if prices of its size vary widely', () => {
    const wild = [200, 420, 250, 380, 300, 520, 210, 340, 280].map((dollars) => sale(dollars));
    expect(verdict(...wild, sale(600))).toBeNull();
    expect(verdict(...wild, sale(55))).toBe('price');
  });

  it('counts if there are too few sales to compare it with', () => {
    expect(verdict(sale(55))).toBeNull();
    expect(verdict(...CALM.slice(0, 4), sale(55))).toBeNull();
    expect(verdict(...CALM.slice(0, 5), sale(55))).toBe('price');
  });

  it('is compared with other sizes if its own has few sales, within three fifths to five thirds of their median', () => {
    expect(verdict(...CALM, sale(55, '16'))).toBe('price');
    expect([181, 499].map((dollars) => verdict(...CALM, sale(dollars, '16')))).toEqual([null, null]);
    expect([179, 501].map((dollars) => verdict(...CALM, sale(dollars, '16')))).toEqual(['price', 'price']);
  });

  it('is compared with its own size if that has enough sales', () => {
    const small = [500, 510, 490, 505, 500].map((dollars) => sale(dollars, '4'));
    expect(verdict(...small, ...CALM, sale(505, '4'))).toBeNull();
    expect(verdict(...small, ...CALM, sale(300, '4'))).toBe('price');
  });
});

describe('a new price level', () => {
  const pair = (number: number) => accountsOf(`seller ${number}`, `buyer ${number}`);

  it('is usual once five of the last nine sales agree on it', () => {
    const lower = Array.from({ length: 7 }, (_, index) => sale(120 + index, '9', pair(index)));
    expect(verdicts([...CALM, ...lower]).slice(-7)).toEqual([...Array(5).fill('price'), null, null]);
  });

  it('is not established by two accounts, however often they trade', () => {
    const again = Array.from({ length: 60 }, () => sale(120, '9', pair(1)));
    expect(verdicts([...CALM, ...again]).slice(12)).toEqual(['price', ...Array(59).fill('repeat')]);
    expect(verdict(...CALM, ...again, sale(121, '9', pair(2)))).toBe('price');
    expect(verdict(...CALM, ...again, sale(300, '9', pair(2)))).toBeNull();
  });
});

describe('sales between the same two accounts', () => {
  const [ann, bob, eve] = ['ann', 'bob', 'eve'];

  it('count once, in either direction and in any size', () => {
    const sales = [
      sale(300, '9', accountsOf(ann, bob)),
      sale(300, '9', accountsOf(bob, ann)),
      sale(301, '10', accountsOf(ann, bob)),
      sale(299, '9', accountsOf(ann, eve)),
    ];
    expect(verdicts(sales)).toEqual([null, 'repeat', 'repeat', null]);
  });

  it('count again when the product was sold 200 times in between', () => {
    const others = Array.from({ length: SALES_LOOKED_AT }, () => sale(300));
    const both = sale(300, '9', accountsOf(ann, bob));
    expect(verdict(both, ...others.slice(1), both)).toBe('repeat');
    expect(verdict(both, ...others, both)).toBeNull();
  });

  it('do not count if the accounts have only traded with each other, also in other products', () => {
    expect(new SaleJudge().judge(sale(300, '9', accountsOf(ann, bob)), { isBetweenOnlyPartners: true })).toBe(
      'repeat',
    );
  });

  it('are distinguished from those of accounts whose concatenated ids are equal', () => {
    expect(accountsOf('a', 'b c')).not.toBe(accountsOf('a b', 'c'));
  });

  it('do not include past sales, whose accounts are unknown', () => {
    expect(verdicts([sale(300), sale(300)])).toEqual([null, null]);
  });
});

const anySale: fc.Arbitrary<JudgedSale> = fc.record({
  size: fc.constantFrom('9', '10', '16'),
  priceCents: fc.integer({ min: 1, max: 20 }).map((dollars) => dollars * 2_500),
  accounts: fc.option(fc.constantFrom('ab', 'ac', 'bc', 'cd', 'ce', 'de', 'fg')),
});

describe('a verdict', () => {
  it('depends only on the 200 sales before it', () => {
    const sales = fc.array(anySale, { minLength: 400, maxLength: 900, size: 'max' });
    fc.assert(
      fc.property(sales, fc.nat(), (all, number) => {
        const index = number % all.length;
        const judge = new SaleJudge();
        for (const each of all.slice(Math.max(0, index - SALES_LOOKED_AT), index)) {
          judge.note(each);
        }
        expect(judge.judge(all[index] as JudgedSale, COUNTED)).toBe(verdicts(all)[index]);
      }),
      { numRuns: 40 },
    );
  });

  it('is the same in any currency', () => {
    fc.assert(
      fc.property(fc.array(anySale, { maxLength: 60 }), fc.constantFrom(2, 4, 8), (sales, factor) => {
        const dearer = sales.map((each) => ({ ...each, priceCents: each.priceCents * factor }));
        expect(verdicts(dearer)).toEqual(verdicts(sales));
      }),
    );
  });

  it('counts at most one sale of the same two accounts in 200', () => {
    const pair = { accounts: 'ab' };
    fc.assert(
      fc.property(fc.array(anySale, { minLength: 1, maxLength: SALES_LOOKED_AT }), (sales) => {
        const judged = verdicts(sales.map((each) => ({ ...each, ...pair })));
        expect(judged.filter((oddity) => oddity === null)).toHaveLength(1);
      }),
    );
  });
});

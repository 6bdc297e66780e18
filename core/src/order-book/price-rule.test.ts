import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPriceRule, lowestUntilCents, RULE_PAUSE_MS, type RuledAsk } from './price-rule.js';

const ASK: RuledAsk = {
  priceCents: 23_000,
  pricedAtMs: 0,
  floorCents: 21_000,
  rival: null,
  highestBidCents: null,
};
const rival = (dollars: number, isEarlier = false) => ({ priceCents: dollars * 100, isEarlier });

describe('the rule of an ask at 230$, not below 210$', () => {
  it.each([
    ['alone', {}, { kind: 'lowest' }],
    ['with a higher ask', { rival: rival(231) }, { kind: 'lowest' }],
    ['with a later ask at its price', { rival: rival(230) }, { kind: 'lowest' }],
    ['with an earlier ask at its price', { rival: rival(230, true) }, { kind: 'lowers', priceCents: 22_900 }],
    ['with a lower ask', { rival: rival(225) }, { kind: 'lowers', priceCents: 22_400 }],
    ['with an ask a dollar above the floor', { rival: rival(211) }, { kind: 'lowers', priceCents: 21_000 }],
    ['with an ask at the floor', { rival: rival(210) }, { kind: 'at-floor', rivalCents: 21_000 }],
    ['with an ask below the floor', { rival: rival(100) }, { kind: 'at-floor', rivalCents: 10_000 }],
    [
      'with a bid a dollar below the lower ask',
      { rival: rival(225), highestBidCents: 22_400 },
      { kind: 'bid-in-the-way', bidCents: 22_400 },
    ],
    [
      'with a bid two dollars below the lower ask',
      { rival: rival(225), highestBidCents: 22_300 },
      { kind: 'lowers', priceCents: 22_400 },
    ],
    [
      'a moment before ten minutes have passed',
      { rival: rival(225), pricedAtMs: 1 },
      { kind: 'waits', fromMs: RULE_PAUSE_MS + 1, priceCents: 22_400 },
    ],
    [
      'that its seller has changed to a price below the floor',
      { priceCents: 20_000, rival: rival(190) },
      { kind: 'at-floor', rivalCents: 19_000 },
    ],
  ] as const)('%s', (_title, more, decision) => {
    expect(applyPriceRule({ ...ASK, ...more }, RULE_PAUSE_MS)).toEqual(decision);
  });

  it('looks again when an ask is below it, or at its price and earlier', () => {
    expect(lowestUntilCents(ASK)).toBe(23_000);
    expect(lowestUntilCents({ ...ASK, rival: rival(230) })).toBe(23_000);
    expect(lowestUntilCents({ ...ASK, rival: rival(230, true) })).toBe(23_100);
  });
});

/** An ask in the simplest market: the first of the lowest price trades first. */
interface Seller {
  dollars: number;
  place: number;
  pricedAtMs: number;
  readonly floor: number;
}

/** The highest whole price at which the rule wants the ask: tries them one by one. */
function wantedDollars(own: Seller, others: readonly Seller[], bid: number): number | null {
  const isFirst = (dollars: number, place: number) =>
    others.every((other) => other.dollars > dollars || (other.dollars === dollars && other.place > place));
  if (isFirst(own.dollars, own.place)) {
    return null;
  }
  for (let dollars = own.dollars; dollars >= Math.max(own.floor, bid + 1); dollars -= 1) {
    if (isFirst(dollars, Number.POSITIVE_INFINITY)) {
      return dollars;
    }
  }
  return null;
}

const seller = fc.record({
  dollars: fc.integer({ min: 20, max: 40 }),
  floor: fc.integer({ min: 15, max: 35 }),
});
const step = fc.record({
  jumpMs: fc.constantFrom(0, 1, RULE_PAUSE_MS / 2, RULE_PAUSE_MS - 1, RULE_PAUSE_MS),
  who: fc.nat(),
  bid: fc.integer({ min: 1, max: 30 }),
  /** A change by hand, for some steps. */
  dollars: fc.option(fc.integer({ min: 20, max: 40 }), { freq: 3 }),
});

it('rules against each other do what trying every price says, and no ask changes within ten minutes', () => {
  fc.assert(
    fc.property(
      fc.array(seller, { minLength: 2, maxLength: 4 }),
      fc.array(step, { maxLength: 40 }),
      (sellers, steps) => {
        const asks = sellers.map((one, place): Seller => ({ ...one, place, pricedAtMs: 0 }));
        let nowMs = 0;
        let place = asks.length;
        for (const { jumpMs, who, dollars, ...bids } of steps) {
          nowMs += jumpMs;
          const own = asks[who % asks.length] as Seller;
          const others = asks.filter((ask) => ask !== own);
          const bid = Math.min(bids.bid, ...asks.map((ask) => ask.dollars - 1));
          if (dollars !== null) {
            Object.assign(own, { dollars, place: ++place, pricedAtMs: nowMs });
            continue;
          }
          const [first] = [...others].sort((a, b) => a.dollars - b.dollars || a.place - b.place);
          const decision = applyPriceRule(
            {
              priceCents: own.dollars * 100,
              pricedAtMs: own.pricedAtMs,
              floorCents: own.floor * 100,
              rival: first ? { priceCents: first.dollars * 100, isEarlier: first.place < own.place } : null,
              highestBidCents: bid * 100,
            },
            nowMs,
          );
          const wanted = wantedDollars(own, others, bid);
          const isTime = nowMs - own.pricedAtMs >= RULE_PAUSE_MS;
          expect(decision.kind === 'lowers' ? decision.priceCents : null).toBe(
            wanted === null || !isTime ? null : wanted * 100,
          );
          expect(decision.kind === 'waits').toBe(wanted !== null && !isTime);
          if (decision.kind === 'lowers') {
            Object.assign(own, { dollars: decision.priceCents / 100, place: ++place, pricedAtMs: nowMs });
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prices } from '../../test/panel-table.js';
import { dollarsToCents, MAX_PRICE_CENTS, MIN_PRICE_CENTS } from '../money.js';
import { askPanel } from './ask-panel.js';
import { bidPanel } from './bid-panel.js';
import type { PanelEvent, PanelMarket, PanelTrader } from './panel.js';

const price = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 }));
const market: fc.Arbitrary<PanelMarket> = fc
  .tuple(price, price, fc.boolean(), fc.boolean())
  .map(([a, b, isLowestAskOwn, isHighestBidOwn]) => {
    const isCrossed = a > 0 && b > 0 && a <= b;
    const [lowestAsk, highestBid] = isCrossed ? [b + 1, a] : [a, b];
    return { ...prices(lowestAsk, highestBid), isLowestAskOwn, isHighestBidOwn };
  });
const trader: fc.Arbitrary<PanelTrader> = fc.record({
  isLoggedIn: fc.boolean(),
  missing: fc.constantFrom([], ['payment'], ['payment', 'shipping'], ['payout']),
});
const mode = fc.constantFrom('place' as const, 'now' as const);
const event: fc.Arbitrary<PanelEvent> = fc.oneof(
  fc.record({ type: fc.constant('typed' as const), text: fc.oneof(fc.string(), price.map(String)) }),
  fc.record({ type: fc.constant('typing-paused' as const), inputs: fc.nat({ max: 12 }) }),
  fc.record({ type: fc.constant('mode-chosen' as const), mode }),
  fc.record({ type: fc.constant('price-accepted' as const), priceCents: price.map(dollarsToCents) }),
  fc.record({ type: fc.constant('market-moved' as const), market }),
  fc.record({ type: fc.constant('trader-changed' as const), trader }),
);

const start = fc.tuple(market, trader, mode, fc.option(price.map(dollarsToCents), { nil: undefined }));

const asksAtBid = (askCents: number, { highestBidCents }: PanelMarket) => askCents <= highestBidCents;
const bidsAtAsk = (bidCents: number, { lowestAskCents }: PanelMarket) =>
  lowestAskCents > 0 && bidCents >= lowestAskCents;

const isHigher = (priceCents: number, otherCents: number) => priceCents > otherCents;
const isLower = (priceCents: number, otherCents: number) => priceCents < otherCents;

const panels = [
  ['ask/sell', askPanel, asksAtBid, 'isHighestBidOwn', 'highestBidCents', isHigher],
  ['bid/buy', bidPanel, bidsAtAsk, 'isLowestAskOwn', 'lowestAskCents', isLower],
] as const;

describe.each(panels)(
  'the %s panel, for any sequence of events',
  (...[, panel, crosses, own, now, isBetter]) => {
    it('never offers to review an order that the market would not accept as shown', () => {
      fc.assert(
        fc.property(start, fc.array(event, { maxLength: 12 }), (opening, events) => {
          const state = events.reduce(panel.next, panel.start(...opening));
          const view = panel.view(state);
          if (!view.canReview) {
            return;
          }
          expect(view.priceCents).toBeGreaterThanOrEqual(MIN_PRICE_CENTS);
          expect(view.priceCents).toBeLessThanOrEqual(MAX_PRICE_CENTS);
          expect(state.trader.isLoggedIn && state.trader.missing.length > 0).toBe(false);
          expect(view.mode === 'place' && crosses(state.ownPriceCents, state.market)).toBe(false);
          expect(view.mode === 'now' && state.market[own]).toBe(false);
          expect(view.mode === 'now' && view.priceCents !== state.market[now]).toBe(false);
        }),
      );
    });

    it('never lets the market worsen a price that is ready for review', () => {
      fc.assert(
        fc.property(start, fc.array(event, { maxLength: 12 }), market, (opening, events, moved) => {
          const state = events.reduce(panel.next, panel.start(...opening));
          const before = panel.view(state);
          const after = panel.view(panel.next(state, { type: 'market-moved', market: moved }));
          if (!before.canReview || before.priceCents === null || after.priceCents === null) {
            return;
          }
          if (after.priceCents !== before.priceCents) {
            expect(after.mode).toBe('now');
            expect(isBetter(after.priceCents, before.priceCents)).toBe(true);
            expect(after.replacedPriceCents).toBe(after.canReview ? before.priceCents : null);
          }
        }),
      );
    });

    it('waits for a switch only in Place mode with a price that would trade at once', () => {
      fc.assert(
        fc.property(start, fc.array(event, { maxLength: 12 }), (opening, events) => {
          const state = events.reduce(panel.next, panel.start(...opening));
          if (state.isSwitchDue) {
            expect(state.mode).toBe('place');
            expect(crosses(state.ownPriceCents, state.market)).toBe(true);
            expect(state.market[own]).toBe(false);
          }
        }),
      );
    });
  },
);

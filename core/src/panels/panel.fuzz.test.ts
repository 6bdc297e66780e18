import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askPanel } from './ask-panel.js';
import { bidPanel } from './bid-panel.js';
import type { PanelEvent, PanelMarket, PanelTrader } from './panel.js';

const price = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 }));
const market: fc.Arbitrary<PanelMarket> = fc
  .tuple(price, price, fc.boolean(), fc.boolean())
  .map(([a, b, isLowestAskOwn, isHighestBidOwn]) => {
    const prices =
      a > 0 && b > 0 && a <= b ? { lowestAsk: b + 1, highestBid: a } : { lowestAsk: a, highestBid: b };
    return { ...prices, isLowestAskOwn, isHighestBidOwn };
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
  fc.record({ type: fc.constant('market-moved' as const), market }),
  fc.record({ type: fc.constant('trader-changed' as const), trader }),
);

const start = fc.tuple(market, trader, mode, fc.option(price, { nil: undefined }));

const asksAtBid = (ask: number, { highestBid }: PanelMarket) => ask <= highestBid;
const bidsAtAsk = (bid: number, { lowestAsk }: PanelMarket) => lowestAsk > 0 && bid >= lowestAsk;

const panels = [
  ['ask/sell', askPanel, asksAtBid, 'isHighestBidOwn'],
  ['bid/buy', bidPanel, bidsAtAsk, 'isLowestAskOwn'],
] as const;

describe.each(panels)('the %s panel, whatever happens in whatever order', (_name, panel, crosses, own) => {
  it('never offers to review an order that the market would not take as shown', () => {
    fc.assert(
      fc.property(start, fc.array(event, { maxLength: 12 }), (opening, events) => {
        const state = events.reduce(panel.next, panel.start(...opening));
        const view = panel.view(state);
        if (!view.canReview) {
          return;
        }
        expect(view.price).toBeGreaterThanOrEqual(1);
        expect(view.price).toBeLessThanOrEqual(1_000_000);
        expect(state.trader.isLoggedIn && state.trader.missing.length > 0).toBe(false);
        expect(view.mode === 'place' && crosses(state.ownPrice, state.market)).toBe(false);
        expect(view.mode === 'now' && state.market[own]).toBe(false);
      }),
    );
  });

  it('waits for a switch only in Place mode, with a price that would trade at once', () => {
    fc.assert(
      fc.property(start, fc.array(event, { maxLength: 12 }), (opening, events) => {
        const state = events.reduce(panel.next, panel.start(...opening));
        if (state.isSwitchDue) {
          expect(state.mode).toBe('place');
          expect(crosses(state.ownPrice, state.market)).toBe(true);
          expect(state.market[own]).toBe(false);
        }
      }),
    );
  });
});

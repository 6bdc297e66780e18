import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Command, type OrderCall, sideOf } from './order.js';
import { ReferenceMarket } from './reference-book.js';
import { type Book, type RestingOrder, settle } from './settle.js';

const BOOK = 'the only one';
const ready = { hasPayout: true, hasPayment: true, hasShipping: true };

const placing = fc.record({
  call: fc.constantFrom<OrderCall>('ask', 'bid', 'sell', 'buy'),
  userId: fc.constantFrom('ann', 'bob', 'cid'),
  dollars: fc.integer({ min: 95, max: 105 }),
});
const removing = fc.record({ remove: fc.nat() });
const batches = fc.array(fc.array(fc.oneof({ weight: 5, arbitrary: placing }, removing), { maxLength: 12 }), {
  maxLength: 25,
});

function bookOf(market: ReferenceMarket): Book {
  return { seq: market.seq(BOOK), asks: market.open(BOOK, 'ask'), bids: market.open(BOOK, 'bid') };
}

/** Of each side only as many of the best orders as these commands need. */
function cutFor(commands: readonly Command[], { seq, asks, bids }: Book): Book {
  const fromAsks = commands.filter((command) =>
    command.kind === 'removal' ? command.side === 'ask' : sideOf(command.call) === 'bid',
  ).length;
  const best = (side: readonly RestingOrder[], takers: number) => side.slice(0, takers + 1);
  return { seq, asks: best(asks, fromAsks), bids: best(bids, commands.length - fromAsks) };
}

it('settling batches of any size gives what the reference book gives one by one', () => {
  let count = 0;
  fc.assert(
    fc.property(batches, (sizes) => {
      const market = new ReferenceMarket();
      for (const batch of sizes) {
        const book = bookOf(market);
        const named = new Set<string>();
        const commands: Command[] = [];
        const expected: unknown[] = [];
        for (const step of batch) {
          if ('remove' in step) {
            const order = market.orders[step.remove % Math.max(1, market.orders.length)];
            if (!order || order.seq > book.seq || named.has(order.orderId)) {
              continue;
            }
            named.add(order.orderId);
            // Its state when the book was taken: before this batch.
            const wasOpen = [...book.asks, ...book.bids].some(({ seq }) => seq === order.seq);
            const status = wasOpen ? 'open' : order.status;
            commands.push({
              kind: 'removal',
              side: order.side,
              order: { seq: order.seq, side: order.side, status },
            });
            expected.push(market.remove(order.side, order.userId, order.orderId));
            continue;
          }
          const orderId = `order-${count++}`;
          const placed = {
            call: step.call,
            userId: step.userId,
            orderId,
            priceCents: step.dollars * 100,
            readiness: ready,
          };
          commands.push({ kind: 'placement', ...placed, earlier: null });
          expected.push(market.place({ ...placed, book: BOOK }));
        }
        const { answers, changes } = settle(cutFor(commands, book), commands, 0);
        expect(answers).toEqual(expected);
        expect(changes.summary.seq).toBe(market.seq(BOOK));
        expect(changes.summary.lowestAskCents).toBe(market.open(BOOK, 'ask')[0]?.priceCents ?? null);
        expect(changes.summary.highestBidCents).toBe(market.open(BOOK, 'bid')[0]?.priceCents ?? null);
      }
    }),
    { numRuns: 150 },
  );
});

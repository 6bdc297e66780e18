import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Book, RestingOrder } from './book.js';
import { match } from './match.js';
import { type Command, ORDER_CALLS, READY, sideOf } from './order.js';
import { ReferenceMarket } from './reference-book.js';

/** The number of random commands: FUZZ_COMMANDS=100000 npx vitest run match.fuzz */
const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 12_000);
/** The average number of commands per run; each run has its own book. */
const COMMANDS_PER_RUN = 65;
/** Enough for any number of commands on a slow machine. */
const TIMEOUT_MS = 60_000 + COMMANDS * 5;
const BOOK = 'the only one';
const LIMITS = { perBook: 8, perUser: 8 };

const USERS = ['ann', 'bob', 'cid'];

const placing = fc.record({
  call: fc.constantFrom(...ORDER_CALLS),
  userId: fc.constantFrom(...USERS),
  dollars: fc.integer({ min: 95, max: 105 }),
});
const cancelling = fc.record({ cancel: fc.nat() });
const batch = fc.array(fc.oneof({ weight: 5, arbitrary: placing }, cancelling), {
  maxLength: 12,
  size: 'max',
});
const batches = fc.array(batch, { maxLength: 25, size: 'max' });

function bookOf(market: ReferenceMarket): Book {
  const asks = market.open(BOOK, 'ask');
  const bids = market.open(BOOK, 'bid');
  const counts = new Map(
    USERS.map((user) => [user, [...asks, ...bids].filter(({ userId }) => userId === user).length]),
  );
  const countOf = (user: string) => ({ inBook: counts.get(user) ?? 0, inAll: counts.get(user) ?? 0 });
  return { seq: market.seq(BOOK), asks, bids, openOrders: { limits: LIMITS, countOf } };
}

/** Truncates each side to the best orders that these commands need. */
function cutFor(commands: readonly Command[], { asks, bids, ...book }: Book): Book {
  const fromAsks = commands.filter((command) =>
    command.kind === 'cancellation' ? command.side === 'ask' : sideOf(command.call) === 'bid',
  ).length;
  const best = (side: readonly RestingOrder[], takers: number) => side.slice(0, takers + 1);
  return { ...book, asks: best(asks, fromAsks), bids: best(bids, commands.length - fromAsks) };
}

it(
  'matching in batches of any size gives the same results as the reference book one command at a time',
  () => {
    let count = 0;
    let matched = 0;
    fc.assert(
      fc.property(batches, (sizes) => {
        const market = new ReferenceMarket(LIMITS);
        for (const [number, batch] of sizes.entries()) {
          const isClosed = number % 10 === 9;
          market.closedBooks.clear();
          if (isClosed) {
            market.closedBooks.add(BOOK);
          }
          const book = bookOf(market);
          const named = new Set<string>();
          const commands: Command[] = [];
          const expected: unknown[] = [];
          for (const step of batch) {
            if ('cancel' in step) {
              const order = market.orders[step.cancel % Math.max(1, market.orders.length)];
              if (!order || order.seq > book.seq || named.has(order.orderId)) {
                continue;
              }
              named.add(order.orderId);
              // The order's state when the book was taken, before this batch.
              const wasOpen = [...book.asks, ...book.bids].some(({ seq }) => seq === order.seq);
              const status = wasOpen ? 'open' : order.status;
              commands.push({
                kind: 'cancellation',
                reason: 'owner',
                userId: order.userId,
                side: order.side,
                order: { seq: order.seq, side: order.side, status },
              });
              expected.push(market.cancel(order.side, order.userId, order.orderId));
              continue;
            }
            const orderId = `order-${count++}`;
            const placed = {
              call: step.call,
              userId: step.userId,
              orderId,
              priceCents: step.dollars * 100,
              readiness: {
                ...READY,
                isBlocked: count % 17 === 0,
                isInDebt: count % 19 === 0,
                limits: {
                  openOrders: count % 7 === 0 ? count % 5 : null,
                  priceCents: count % 11 === 0 ? 10_000 : null,
                },
              },
              isLate: count % 13 === 0,
            };
            commands.push({ kind: 'placement', ...placed, earlier: null });
            expected.push(market.place({ ...placed, book: BOOK }));
          }
          matched += commands.length;
          const { answers, changes } = match({ ...cutFor(commands, book), isClosed }, commands, 0);
          expect(answers).toEqual(expected);
          expect(changes.summary.seq).toBe(market.seq(BOOK));
          expect(changes.summary.lowestAskCents).toBe(market.open(BOOK, 'ask')[0]?.priceCents ?? null);
          expect(changes.summary.highestBidCents).toBe(market.open(BOOK, 'bid')[0]?.priceCents ?? null);
        }
      }),
      { numRuns: Math.ceil(COMMANDS / COMMANDS_PER_RUN) },
    );
    console.log(`${matched} random commands`);
  },
  TIMEOUT_MS,
);

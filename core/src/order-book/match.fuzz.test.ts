import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Book, RestingOrder } from './book.js';
import { match } from './match.js';
import { type Command, type NamedOrder, ORDER_CALLS, READY, type Side, sideOf } from './order.js';
import { ReferenceMarket, type ReferenceOrder } from './reference-book.js';

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
  /** Chooses the replaced order, for some placements. */
  replaces: fc.option(fc.nat(), { freq: 2 }),
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
  const best = (side: readonly RestingOrder[], name: Side) =>
    side.slice(0, 1 + commands.filter((command) => takesFrom(command, name)).length);
  return { ...book, asks: best(asks, 'ask'), bids: best(bids, 'bid') };
}

function takesFrom(command: Command, side: Side): boolean {
  if (command.kind === 'cancellation') {
    return command.side === side;
  }
  return sideOf(command.call) !== side || command.replaced !== undefined;
}

/** An order in its state when the book was taken, before the batch. */
function asTaken({ seq, side, status }: ReferenceOrder, { asks, bids }: Book): NamedOrder {
  const wasOpen = [...asks, ...bids].some((order) => order.seq === seq);
  return { seq, side, status: wasOpen ? 'open' : status };
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
              commands.push({
                kind: 'cancellation',
                reason: 'owner',
                userId: order.userId,
                side: order.side,
                order: asTaken(order, book),
              });
              expected.push(market.cancel(order.side, order.userId, order.orderId));
              continue;
            }
            const orderId = `order-${count++}`;
            const own = market.orders.filter(({ seq, userId }) => seq <= book.seq && userId === step.userId);
            const replaced =
              step.replaces === null ? undefined : own[step.replaces % Math.max(1, own.length)];
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
            const isReplacing = step.replaces !== null;
            commands.push({
              ...{ kind: 'placement', ...placed, earlier: null },
              ...(isReplacing && { replaced: replaced ? asTaken(replaced, book) : null }),
            });
            const replaces = isReplacing ? (replaced?.orderId ?? 'none') : undefined;
            expected.push(market.place({ ...placed, book: BOOK, ...(replaces && { replaces }) }));
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

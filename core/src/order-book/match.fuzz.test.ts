import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Book, BookChanges, RestingOrder } from './book.js';
import { isExpired } from './lifetime.js';
import { match } from './match.js';
import {
  type Answer,
  type Command,
  type NamedOrder,
  ORDER_CALLS,
  READY,
  type Side,
  sideOf,
} from './order.js';
import { ReferenceMarket, type ReferenceOrder } from './reference-book.js';

/** The number of random commands: FUZZ_COMMANDS=100000 npx vitest run match.fuzz */
const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 12_000);
/** The average number of commands per run; each run has its own book. */
const COMMANDS_PER_RUN = 52;
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
  lifetimeMs: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 4 }),
});
const cancelling = fc.record({ cancel: fc.nat() });
const extending = fc.record({ extend: fc.nat(), lifetimeMs: fc.integer({ min: 1, max: 9 }) });
const sweeping = fc.record({ sweep: fc.array(fc.nat(), { maxLength: 6 }) });
const step = fc.oneof(
  { weight: 10, arbitrary: placing },
  { weight: 2, arbitrary: cancelling },
  extending,
  sweeping,
);
/** A large batch needs most of its book, a small one leaves the expired orders below the best ones. */
const steps = fc.oneof(
  fc.array(step, { maxLength: 12, size: 'max' }),
  fc.array(step, { minLength: 1, maxLength: 2 }),
);
/** The clock may go back between two batches. */
const batch = fc.record({ jumpMs: fc.integer({ min: -4, max: 8 }), steps });
const batches = fc.array(batch, { maxLength: 30, size: 'max' });

function bookOf(market: ReferenceMarket): Book {
  const asks = market.unclosed(BOOK, 'ask');
  const bids = market.unclosed(BOOK, 'bid');
  const counts = new Map(
    USERS.map((user) => [user, [...asks, ...bids].filter(({ userId }) => userId === user).length]),
  );
  const countOf = (user: string) => ({ inBook: counts.get(user) ?? 0, inAll: counts.get(user) ?? 0 });
  return { seq: market.seq(BOOK), asks, bids, openOrders: { limits: LIMITS, countOf } };
}

/** Truncates each side to the best orders that these commands need, with the expired ones before them. */
function cutFor(commands: readonly Command[], { asks, bids, ...book }: Book, nowMs: number): Book {
  const best = (side: readonly RestingOrder[], name: Side) => {
    const needed = 1 + commands.filter((command) => takesFrom(command, name)).length;
    const last = side.filter((order) => !isExpired(order, nowMs))[needed - 1];
    return last ? side.slice(0, side.indexOf(last) + 1) : side;
  };
  return { ...book, asks: best(asks, 'ask'), bids: best(bids, 'bid') };
}

function takesFrom(command: Command, side: Side): boolean {
  switch (command.kind) {
    case 'extension':
    case 'sweep':
      return false;
    case 'cancellation':
      return command.side === side;
    case 'placement':
      return sideOf(command.call) !== side || command.replaced !== undefined;
  }
}

/** An order in its state when the book was taken, before the batch. */
function asTaken({ seq, side, status, expiresAtMs }: ReferenceOrder, { asks, bids }: Book): NamedOrder {
  const wasOpen = [...asks, ...bids].some((order) => order.seq === seq);
  return { seq, side, status: wasOpen ? 'open' : status, expiresAtMs };
}

/** The open orders of a book with their expiry, as its changes say: saved, extended, closed, and none of them twice. */
function applyTo(open: Map<number, number | null>, { placed, closed, extended }: BookChanges): void {
  for (const { seq, closedSeq, expiresAtMs } of placed) {
    if (closedSeq === null) {
      open.set(seq, expiresAtMs);
    }
  }
  for (const { seq, expiresAtMs } of extended) {
    expect(open.has(seq)).toBe(true);
    open.set(seq, expiresAtMs);
  }
  for (const { seq } of closed) {
    expect(open.delete(seq)).toBe(true);
  }
}

it(
  'matching in batches of any size gives the same results as the reference book one command at a time',
  () => {
    let count = 0;
    let matched = 0;
    let swept = 0;
    fc.assert(
      fc.property(batches, (all) => {
        const market = new ReferenceMarket(LIMITS);
        const open = new Map<number, number | null>();
        for (const [number, { jumpMs, steps }] of all.entries()) {
          const isClosed = number % 10 === 9;
          market.closedBooks.clear();
          if (isClosed) {
            market.closedBooks.add(BOOK);
          }
          market.nowMs += jumpMs;
          const { nowMs } = market;
          const book = bookOf(market);
          const known = [...market.orders];
          const named = new Set<string>();
          const seen: ReferenceOrder[] = [];
          const commands: Command[] = [];
          /** The judgements of the reference. */
          const judgements: (() => Answer)[] = [];
          for (const step of steps) {
            if ('sweep' in step) {
              const orders = step.sweep.flatMap((choice) => known[choice % Math.max(1, known.length)] ?? []);
              seen.push(...orders);
              commands.push({
                kind: 'sweep',
                orders: orders.map((order) => ({ ...asTaken(order, book), userId: order.userId })),
              });
              judgements.push(() => ({ kind: 'swept' }));
              continue;
            }
            if ('extend' in step) {
              const order = known[step.extend % Math.max(1, known.length)];
              if (!order || named.has(order.orderId)) {
                continue;
              }
              named.add(order.orderId);
              seen.push(order);
              const { userId, side, orderId } = order;
              const { lifetimeMs } = step;
              commands.push({ kind: 'extension', userId, side, order: asTaken(order, book), lifetimeMs });
              judgements.push(() => market.extend(side, userId, orderId, lifetimeMs));
              continue;
            }
            if ('cancel' in step) {
              const order = known[step.cancel % Math.max(1, known.length)];
              if (!order || named.has(order.orderId)) {
                continue;
              }
              named.add(order.orderId);
              seen.push(order);
              const { userId, side, orderId } = order;
              commands.push({
                kind: 'cancellation',
                reason: 'owner',
                userId,
                side,
                order: asTaken(order, book),
              });
              judgements.push(() => market.cancel(side, userId, orderId));
              continue;
            }
            const isReplacing = step.replaces !== null;
            const orderId = `order-${count++}`;
            const own = known.filter(({ userId }) => userId === step.userId);
            const replaced =
              step.replaces === null ? undefined : own[step.replaces % Math.max(1, own.length)];
            seen.push(...(replaced ? [replaced] : []));
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
              ...(step.lifetimeMs !== null && { lifetimeMs: step.lifetimeMs }),
              ...(isReplacing && count % 3 === 0 && { isChange: true }),
            };
            commands.push({
              ...{ kind: 'placement', ...placed, earlier: null },
              ...(isReplacing && { replaced: replaced ? asTaken(replaced, book) : null }),
            });
            const replaces = isReplacing ? (replaced?.orderId ?? 'none') : undefined;
            judgements.push(() => market.place({ ...placed, book: BOOK, ...(replaces && { replaces }) }));
          }
          matched += commands.length;
          const { answers, changes } = match({ ...cutFor(commands, book, nowMs), isClosed }, commands, nowMs);
          for (const { seq } of changes.closed.filter(({ reason }) => reason === 'expired')) {
            market.sweep(BOOK, seq);
            swept += 1;
          }
          expect(answers).toEqual(judgements.map((judge) => judge()));
          expect(seen.filter((order) => market.isExpired(order))).toEqual([]);
          expect(changes.summary.seq).toBe(market.seq(BOOK));
          expect(changes.summary.lowestAskCents).toBe(market.open(BOOK, 'ask')[0]?.priceCents ?? null);
          expect(changes.summary.highestBidCents).toBe(market.open(BOOK, 'bid')[0]?.priceCents ?? null);
          applyTo(open, changes);
          const unclosed = [...market.unclosed(BOOK, 'ask'), ...market.unclosed(BOOK, 'bid')];
          expect(open).toEqual(new Map(unclosed.map(({ seq, expiresAtMs }) => [seq, expiresAtMs])));
        }
      }),
      { numRuns: Math.ceil(COMMANDS / COMMANDS_PER_RUN) },
    );
    console.log(`${matched} random commands, ${swept} expired orders`);
    expect(swept).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

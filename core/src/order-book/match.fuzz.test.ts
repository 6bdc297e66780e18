import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReferenceMarket } from '../../test/reference-book.js';
import type { ReferenceOrder } from '../../test/reference-order.js';
import type { Book, BookChanges, GroupMember, RestingOrder } from './book.js';
import { isExpired } from './lifetime.js';
import { type CommandOfProduct, matchProduct } from './match.js';
import { type Answer, type Command, type NamedOrder, ORDER_CALLS, READY, sideOf } from './order.js';
import { type Group, reachableGroups, tradesElsewhere } from './reachable-groups.js';

/** The number of random commands: FUZZ_COMMANDS=100000 npx vitest run match.fuzz */
const COMMANDS = Number(process.env.FUZZ_COMMANDS ?? 12_000);
/** The seed of a run is printed. */
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
/** The average number of commands per run; each run has its own books. */
const COMMANDS_PER_RUN = 52;
/** Enough for any number of commands on a slow machine. */
const TIMEOUT_MS = 60_000 + COMMANDS * 10;
const SIZES = ['8', '9', '10'];
const LIMITS = { perBook: 8, perUser: 11 };

const USERS = ['ann', 'bob', 'cid'];

const size = fc.constantFrom(...SIZES);
const lifetimeMs = fc.option(fc.integer({ min: 1, max: 9 }), { freq: 4 });
const isRelisting = fc.option(fc.boolean(), { freq: 2 });
const placing = fc.record({
  size,
  call: fc.constantFrom(...ORDER_CALLS),
  userId: fc.constantFrom(...USERS),
  dollars: fc.integer({ min: 95, max: 105 }),
  /** Chooses the replaced order, for some placements. */
  replaces: fc.option(fc.nat(), { freq: 2 }),
  lifetimeMs,
  isRelisting,
});
const bidding = fc.record({
  group: fc.subarray(SIZES, { minLength: 2 }),
  userId: fc.constantFrom(...USERS),
  dollars: fc.integer({ min: 95, max: 105 }),
  lifetimeMs,
});
const cancelling = fc.record({ cancel: fc.nat() });
const extending = fc.record({ extend: fc.nat(), lifetimeMs, isRelisting });
const sweeping = fc.record({ size, sweep: fc.array(fc.nat(), { maxLength: 6 }) });
const step = fc.oneof(
  { weight: 14, arbitrary: placing },
  { weight: 4, arbitrary: bidding },
  { weight: 2, arbitrary: cancelling },
  extending,
  sweeping,
);
/** A large batch needs most of its books, a small one leaves the expired orders below the best ones. */
const steps = fc.oneof(
  fc.array(step, { maxLength: 12, size: 'max' }),
  fc.array(step, { minLength: 1, maxLength: 2 }),
);
/** The clock may go back between two batches. */
const batch = fc.record({ jumpMs: fc.integer({ min: -4, max: 8 }), steps });
const batches = fc.array(batch, { maxLength: 30, size: 'max' });

type Books = Map<string, Book>;

function booksOf(market: ReferenceMarket, isClosed: boolean): Books {
  const unclosed = new Map(
    SIZES.map((name) => [name, { asks: market.unclosed(name, 'ask'), bids: market.unclosed(name, 'bid') }]),
  );
  const countIn = (user: string, names: readonly string[]) =>
    names.flatMap((name) => {
      const { asks = [], bids = [] } = unclosed.get(name) ?? {};
      return [...asks, ...bids].filter(({ userId }) => userId === user);
    }).length;
  return new Map(
    [...unclosed].map(([name, sides]) => {
      const counts = new Map(
        USERS.map((user) => [user, { inBook: countIn(user, [name]), inAll: countIn(user, SIZES) }]),
      );
      const countOf = (user: string) => counts.get(user) ?? { inBook: 0, inAll: 0 };
      return [name, { seq: market.seq(name), isClosed, ...sides, openOrders: { limits: LIMITS, countOf } }];
    }),
  );
}

/** Truncates each side to the best orders that these commands need, with the expired ones before them. */
function cutFor(
  commands: readonly CommandOfProduct[],
  name: string,
  { asks, bids, ...book }: Book,
  nowMs: number,
): Book {
  const bookEntries = commands.filter((entry) =>
    'size' in entry ? entry.size === name : entry.orders.some((order) => order.size === name),
  );
  const best = (side: readonly RestingOrder[], needed: number) => {
    const last = side.filter((order) => !isExpired(order, nowMs))[needed];
    return last ? side.slice(0, side.indexOf(last) + 1) : side;
  };
  return {
    ...book,
    asks: best(asks, bookEntries.filter((entry) => takesFrom(entry, 'ask')).length),
    bids: best(
      bids,
      bookEntries.filter((entry) => takesFrom(entry, 'bid')).length + tradesElsewhere(name, commands),
    ),
  };
}

function takesFrom(entry: CommandOfProduct, side: 'ask' | 'bid'): boolean {
  if (!('command' in entry)) {
    return side === 'ask';
  }
  const { command } = entry;
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

/** An order in its state when its book was taken, before the batch. */
function asTaken(
  { book, seq, side, status, expiresAtMs, groupId, isRelisting }: ReferenceOrder,
  books: Books,
): NamedOrder {
  const { asks = [], bids = [] } = books.get(book) ?? {};
  const wasOpen = [...asks, ...bids].some((order) => order.seq === seq);
  return { seq, side, status: wasOpen ? 'open' : status, expiresAtMs, groupId, isRelisting };
}

/** The terms of an order that a step chooses. */
function chosenOf(step: { readonly lifetimeMs: number | null; readonly isRelisting?: boolean | null }) {
  return {
    ...(step.lifetimeMs !== null && { lifetimeMs: step.lifetimeMs }),
    ...(typeof step.isRelisting === 'boolean' && { isRelisting: step.isRelisting }),
  };
}

/** The open orders of these groups. */
function membersOf(groups: readonly Group[], books: Books): GroupMember[] {
  return [...books].flatMap(([name, { bids }]) =>
    bids.flatMap(({ seq, userId, groupId, expiresAtMs }) =>
      groupId && groups.some((group) => group.groupId === groupId && group.userId === userId)
        ? [{ groupId, size: name, seq, userId, expiresAtMs: expiresAtMs ?? null }]
        : [],
    ),
  );
}

/** The terms of an open order that may change. */
type Terms = Pick<ReferenceOrder, 'expiresAtMs' | 'isRelisting'>;

/** The open orders of a book with their terms, as its changes say: saved, extended, closed, and none of them twice. */
function applyTo(open: Map<string, Terms>, name: string, { placed, closed, extended }: BookChanges): void {
  for (const { seq, closedSeq, expiresAtMs, isRelisting } of placed) {
    if (closedSeq === null) {
      open.set(`${name}/${seq}`, { expiresAtMs, isRelisting });
    }
  }
  for (const { seq, expiresAtMs, isRelisting } of extended) {
    expect(open.has(`${name}/${seq}`)).toBe(true);
    open.set(`${name}/${seq}`, { expiresAtMs, isRelisting });
  }
  for (const { seq } of closed) {
    expect(open.delete(`${name}/${seq}`)).toBe(true);
  }
}

it(
  'matching in batches of any size gives the same results as the reference book one command at a time',
  () => {
    let count = 0;
    let matched = 0;
    let swept = 0;
    let otherSizes = 0;
    fc.assert(
      fc.property(batches, (all) => {
        const market = new ReferenceMarket(LIMITS);
        const open = new Map<string, Terms>();
        const bidsOf = new Map<string, number>();
        for (const [number, { jumpMs, steps }] of all.entries()) {
          const isClosed = number % 10 === 9;
          market.closedBooks.clear();
          for (const name of isClosed ? SIZES : []) {
            market.closedBooks.add(name);
          }
          market.nowMs += jumpMs;
          const { nowMs } = market;
          const books = booksOf(market, isClosed);
          const known = [...market.orders];
          const named = new Set<string>();
          const seen: ReferenceOrder[] = [];
          const commands: CommandOfProduct[] = [];
          /** The judgements of the reference. */
          const judgements: (() => Answer)[] = [];
          const add = (name: string, command: Command, judge: () => Answer) => {
            commands.push({ size: name, command });
            judgements.push(judge);
          };
          for (const step of steps) {
            count += 1;
            if ('sweep' in step) {
              const bookOrders = known.filter(({ book }) => book === step.size);
              const orders = step.sweep.flatMap(
                (choice) => bookOrders[choice % Math.max(1, bookOrders.length)] ?? [],
              );
              seen.push(...orders);
              const swept = orders.map((order) => ({ ...asTaken(order, books), userId: order.userId }));
              add(step.size, { kind: 'sweep', orders: swept }, () => ({ kind: 'swept' }));
              continue;
            }
            if ('extend' in step || 'cancel' in step) {
              const order = known[('extend' in step ? step.extend : step.cancel) % Math.max(1, known.length)];
              if (!order || named.has(order.orderId)) {
                continue;
              }
              named.add(order.orderId);
              seen.push(order);
              const { userId, side } = order;
              const own = { userId, side, order: asTaken(order, books) };
              if ('extend' in step) {
                const change = chosenOf(step);
                add(order.book, { kind: 'extension', ...own, ...change }, () =>
                  market.extend(side, order, change),
                );
              } else {
                add(order.book, { kind: 'cancellation', reason: 'owner', ...own }, () =>
                  market.cancel(side, order),
                );
              }
              continue;
            }
            const order = {
              userId: step.userId,
              priceCents: step.dollars * 100,
              readiness: {
                ...READY,
                isBlocked: count % 17 === 0,
                isInDebt: count % 19 === 0,
                needsCard: count % 23 === 0,
                limits: {
                  openOrders: count % 7 === 0 ? count % 5 : null,
                  priceCents: count % 11 === 0 ? 10_000 : null,
                },
              },
              isLate: count % 13 === 0,
              ...chosenOf(step),
            };
            if ('group' in step) {
              // Users choose their ids on their own, so they may choose the same ones.
              const bids = (bidsOf.get(step.userId) ?? 0) + 1;
              bidsOf.set(step.userId, bids);
              const groupId = `group-${bids}`;
              const places = step.group.map((name) => ({ size: name, orderId: `order-${count}-${name}` }));
              const orders = places.map((place) => ({ ...place, earlier: null }));
              commands.push({ kind: 'group-bid', groupId, ...order, orders });
              const inBooks = places.map(({ size: book, orderId }) => ({ book, orderId }));
              judgements.push(() => market.placeGroup({ ...order, groupId, books: inBooks }));
              continue;
            }
            const isReplacing = step.replaces !== null;
            const own = known.filter(({ userId, book }) => userId === step.userId && book === step.size);
            const replaced =
              step.replaces === null ? undefined : own[step.replaces % Math.max(1, own.length)];
            seen.push(...(replaced ? [replaced] : []));
            const placed = {
              ...order,
              call: step.call,
              orderId: `order-${count}`,
              ...(isReplacing && count % 3 === 0 && { isChange: true }),
            };
            const replaces = isReplacing ? (replaced?.orderId ?? 'none') : undefined;
            add(
              step.size,
              {
                kind: 'placement',
                ...placed,
                earlier: null,
                ...(isReplacing && { replaced: replaced ? asTaken(replaced, books) : null }),
              },
              () => market.place({ ...placed, book: step.size, ...(replaces && { replaces }) }),
            );
          }
          matched += commands.length;
          const cut = [...books].map(([name, book]) => ({
            size: name,
            book: cutFor(commands, name, book, nowMs),
            nowMs,
          }));
          const members = membersOf(reachableGroups(cut, commands), books);
          const { answers, changes } = matchProduct(cut, commands, members);
          for (const [name, { closed }] of changes) {
            for (const { seq, reason } of closed) {
              otherSizes += reason === 'other-size' ? 1 : 0;
              if (reason === 'expired') {
                market.sweep(name, seq);
                swept += 1;
              }
            }
          }
          expect(answers).toEqual(judgements.map((judge) => judge()));
          expect(seen.filter((order) => market.isExpired(order))).toEqual([]);
          for (const [name, bookChanges] of changes) {
            const { summary } = bookChanges;
            expect(summary.seq).toBe(market.seq(name));
            expect(summary.lowestAskCents).toBe(market.open(name, 'ask')[0]?.priceCents ?? null);
            expect(summary.highestBidCents).toBe(market.open(name, 'bid')[0]?.priceCents ?? null);
            applyTo(open, name, bookChanges);
          }
          const unclosed = SIZES.flatMap((name) => [
            ...market.unclosed(name, 'ask'),
            ...market.unclosed(name, 'bid'),
          ]);
          expect(open).toEqual(
            new Map(
              unclosed.map(({ book, seq, expiresAtMs, isRelisting }) => [
                `${book}/${seq}`,
                { expiresAtMs, isRelisting },
              ]),
            ),
          );
        }
        const traded = market.trades.flatMap(({ bid }) =>
          bid.groupId ? `${bid.userId}/${bid.groupId}` : [],
        );
        expect(new Set(traded).size).toBe(traded.length);
      }),
      { numRuns: Math.ceil(COMMANDS / COMMANDS_PER_RUN), seed: SEED },
    );
    console.log(
      `${matched} random commands with seed ${SEED}, ${swept} expired orders, ${otherSizes} cancelled for another size`,
    );
    expect(Math.min(swept, otherSizes)).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

import {
  type Answer,
  missingSetting,
  type OpenOrderLimits,
  ORDER_REFUSALS,
  type OrderRefusal,
  type Side,
  sideOf,
} from '../src/order-book/order.js';
import {
  groupAnswer,
  isOfGroup,
  type NamedOrder,
  nameOf,
  type ReferenceGroup,
  type ReferenceOrder,
  type ReferencePlacement,
  refusedAs,
} from './reference-order.js';

/**
 * A second implementation of the rules, written to be obviously correct: it filters and sorts the open orders of a book
 * at each command. Only data that grows without limit is indexed, by user and id. Tests compare the real books with it.
 *
 * An expired order does not trade. It counts for its owner's limits, and its book, until a sweep closes it.
 */
export class ReferenceMarket {
  readonly orders: ReferenceOrder[] = [];
  private readonly accepted = new Map<string, ReferenceOrder>();
  /** The open orders of each book, and the expired ones before their sweep. */
  private readonly openOrders = new Map<string, Set<ReferenceOrder>>();
  readonly trades: {
    book: string;
    seq: number;
    ask: ReferenceOrder;
    bid: ReferenceOrder;
    priceCents: number;
  }[] = [];
  private readonly refused = new Map<string, ReferencePlacement & { readonly answer: Answer }>();
  private readonly seqOfBook = new Map<string, number>();
  /** The books of products that are no longer traded. */
  readonly closedBooks = new Set<string>();
  /** The clock, which tests move in both directions. */
  nowMs = 0;

  constructor(private readonly limits: OpenOrderLimits = { perBook: Infinity, perUser: Infinity }) {}

  place(placement: ReferencePlacement): Answer {
    const { call, book, userId, priceCents } = placement;
    const known = this.find(placement) ?? this.refused.get(nameOf(placement));
    if (known) {
      const isSame = known.call === call && known.book === book && known.priceCents === priceCents;
      return isSame ? known.answer : { kind: 'refused', code: 'id-reused' };
    }
    const answer = this.judge(placement);
    if (answer.kind === 'refused') {
      if (!placement.isChange) {
        this.refused.set(nameOf(placement), { ...placement, answer });
      }
    } else if (placement.replaces !== undefined) {
      this.cancel(sideOf(call), { userId, book, orderId: placement.replaces });
    }
    return answer;
  }

  /** Each book judges the bid alone: it is refused if one refuses, trades in the cheapest book, or rests in all. */
  placeGroup({ books, ...bid }: ReferenceGroup): Answer {
    const { userId, priceCents, groupId } = bid;
    const placements = books.map((place): ReferencePlacement => ({ ...bid, ...place, call: 'bid' }));
    const known = placements.flatMap(({ book, orderId }) => {
      const named = { userId, book, orderId };
      const order = this.find(named) ?? this.refused.get(nameOf(named));
      return order
        ? [{ order, isSame: order.book === book && order.call === 'bid' && order.priceCents === priceCents }]
        : [];
    });
    if (known.length > 0) {
      const isSame = known.every(
        (one) => one.isSame && (!('status' in one.order) || one.order.groupId === groupId),
      );
      const answers = known.map(({ order }) => (isSame ? groupAnswer(order) : refusedAs('id-reused')));
      const isWhole = known.length === placements.length;
      return (
        answers.find(({ kind }) => kind === 'group-traded') ??
        answers.find(({ kind }) => kind !== 'group-rested') ??
        (isWhole ? { kind: 'group-rested' } : refusedAs('id-reused'))
      );
    }
    const asks = placements.flatMap(({ book }) => this.open(book, 'ask')[0] ?? []);
    const best = asks
      .filter((ask) => ask.priceCents <= priceCents)
      .sort((a, b) => a.priceCents - b.priceCents)[0];
    const refusals = placements.map((placement, before) => this.groupRefusal(placement, best, before));
    const [firstRefused] = ORDER_REFUSALS.filter((code) => refusals.includes(code));
    if (firstRefused) {
      const answer = refusedAs(firstRefused);
      for (const placement of placements) {
        this.refused.set(nameOf(placement), { ...placement, answer });
      }
      return answer;
    }
    const traded = placements.find(({ book }) => book === best?.book);
    for (const placement of traded ? placements.filter((other) => other !== traded) : []) {
      this.refused.set(nameOf(placement), { ...placement, answer: refusedAs('id-reused') });
    }
    for (const placement of traded ? [traded] : placements) {
      this.accept(placement, 'bid', traded ? best : undefined, groupId);
    }
    return traded && best
      ? { kind: 'group-traded', size: traded.book, priceCents: best.priceCents }
      : { kind: 'group-rested' };
  }

  private groupRefusal(
    { book, userId, priceCents, readiness, isLate }: ReferencePlacement,
    best: ReferenceOrder | undefined,
    before: number,
  ): OrderRefusal | null {
    const { limits } = readiness;
    const others = this.openOf(userId);
    const ownAsk = this.open(book, 'ask')[0];
    const refusals: [OrderRefusal, boolean | undefined][] = [
      ['too-late', isLate],
      ['no-longer-traded', this.closedBooks.has(book)],
      ['blocked', readiness.isBlocked],
      [missingSetting('bid', readiness) ?? 'payment-missing', missingSetting('bid', readiness) !== null],
      ['limited-price', limits.priceCents !== null && (best?.priceCents ?? priceCents) > limits.priceCents],
      ['own-order', ownAsk?.userId === userId && ownAsk.priceCents <= priceCents],
      ['limited-orders', !best && limits.openOrders !== null && others.length + before >= limits.openOrders],
      ['too-many-orders', !best && this.isFull(book, others, before)],
    ];
    return refusals.find(([, isSo]) => isSo)?.[0] ?? null;
  }

  private judge(placement: ReferencePlacement): Answer {
    const { call, book, userId, priceCents, readiness, isLate, replaces, lifetimeMs, isChange } = placement;
    if (isLate) {
      return { kind: 'refused', code: 'too-late' };
    }
    if (this.closedBooks.has(book)) {
      return { kind: 'refused', code: 'no-longer-traded' };
    }
    if (readiness.isBlocked) {
      return { kind: 'refused', code: 'blocked' };
    }
    const side = sideOf(call);
    const replaced = replaces === undefined ? undefined : this.find({ userId, book, orderId: replaces });
    if (replaces !== undefined) {
      const isOfBook = replaced?.book === book && replaced.side === side;
      if (!isOfBook || replaced.status === 'cancelled' || this.isExpired(replaced)) {
        return { kind: 'refused', code: 'unknown-order' };
      }
      if (replaced.status === 'traded') {
        return { kind: 'refused', code: 'already-traded' };
      }
    }
    if (side === 'ask' && readiness.isInDebt) {
      return { kind: 'refused', code: 'debt-unpaid' };
    }
    const missing = missingSetting(call, readiness);
    if (missing) {
      return { kind: 'refused', code: missing };
    }
    const isNow = call === 'sell' || call === 'buy';
    const best = this.open(book, side === 'ask' ? 'bid' : 'ask')[0];
    if (isNow && !best) {
      return { kind: 'refused', code: side === 'ask' ? 'no-bids' : 'no-asks' };
    }
    const crosses = best && (side === 'ask' ? best.priceCents >= priceCents : best.priceCents <= priceCents);
    if (isNow && !crosses) {
      return { kind: 'refused', code: 'price-moved' };
    }
    const { limits } = readiness;
    if (limits.priceCents !== null && (crosses ? best.priceCents : priceCents) > limits.priceCents) {
      return { kind: 'refused', code: 'limited-price' };
    }
    if (crosses && best.userId === userId) {
      return { kind: 'refused', code: 'own-order' };
    }
    const others = this.openOf(userId).filter((order) => order !== replaced);
    if (!crosses && limits.openOrders !== null && others.length >= limits.openOrders) {
      return { kind: 'refused', code: 'limited-orders' };
    }
    if (!crosses && this.isFull(book, others)) {
      return { kind: 'refused', code: 'too-many-orders' };
    }
    const lasts = isChange && lifetimeMs === undefined ? { expiresAtMs: replaced?.expiresAtMs ?? null } : {};
    return this.accept(
      placement,
      side,
      crosses ? best : undefined,
      replaced?.groupId ?? null,
      lasts,
      replaced,
    ).answer;
  }

  /**
   * Adds an order that rests, or trades with `opposite`: then the rest of its group, or of the other's, is cancelled.
   */
  private accept(
    { call, book, userId, orderId, priceCents, lifetimeMs, isRelisting }: ReferencePlacement,
    side: Side,
    opposite: ReferenceOrder | undefined,
    groupId: string | null,
    lasts: { readonly expiresAtMs?: number | null } = {},
    replaced?: ReferenceOrder,
  ): ReferenceOrder {
    const seq = this.nextSeq(book);
    const mayRest = call === 'ask' || call === 'bid';
    const after = lifetimeMs === undefined ? null : this.nowMs + lifetimeMs;
    const order: ReferenceOrder = {
      book,
      seq,
      userId,
      orderId,
      call,
      side,
      priceCents,
      groupId,
      expiresAtMs: mayRest ? (lasts.expiresAtMs ?? after) : null,
      isRelisting: isRelisting ?? replaced?.isRelisting ?? true,
      status: opposite ? 'traded' : 'open',
      answer: opposite ? { kind: 'traded', seq, priceCents: opposite.priceCents } : { kind: 'rested', seq },
    };
    this.orders.push(order);
    this.accepted.set(nameOf(order), order);
    if (opposite) {
      opposite.status = 'traded';
      this.openIn(book).delete(opposite);
      const [ask, bid] = side === 'ask' ? [order, opposite] : [opposite, order];
      this.trades.push({ book, seq, ask, bid, priceCents: opposite.priceCents });
      for (const other of this.orders) {
        if (bid.groupId !== null && isOfGroup(other, bid) && other.status === 'open' && other !== replaced) {
          this.cancel('bid', other);
        }
      }
    } else {
      this.openIn(book).add(order);
    }
    return order;
  }

  cancel(side: Side, named: NamedOrder): Answer {
    const order = this.find(named);
    if (!order || order.side !== side) {
      return { kind: 'refused', code: 'unknown-order' };
    }
    if (order.status === 'traded') {
      return { kind: 'refused', code: 'already-traded' };
    }
    const wasOpen = order.status === 'open';
    if (wasOpen) {
      order.status = 'cancelled';
      this.openIn(order.book).delete(order);
      this.nextSeq(order.book);
    }
    return { kind: 'cancelled', wasOpen };
  }

  /** Lets an open order expire after the given time, or chooses again whether it is relisted. */
  extend(side: Side, named: NamedOrder, change: { lifetimeMs?: number; isRelisting?: boolean }): Answer {
    const order = this.find(named);
    if (!order || order.side !== side || order.status === 'cancelled' || this.isExpired(order)) {
      return { kind: 'refused', code: 'unknown-order' };
    }
    if (order.status === 'traded') {
      return { kind: 'refused', code: 'already-traded' };
    }
    if (change.lifetimeMs !== undefined) {
      order.expiresAtMs = this.nowMs + change.lifetimeMs;
    }
    order.isRelisting = change.isRelisting ?? order.isRelisting;
    return { kind: 'extended' };
  }

  /** Closes an expired order. @throws if there is no such order */
  sweep(book: string, orderSeq: number): void {
    const order = [...this.openIn(book)].find(({ seq }) => seq === orderSeq);
    if (!order || !this.isExpired(order)) {
      throw new Error(`Order ${orderSeq} of ${book} has not expired, or is not open.`);
    }
    order.status = 'cancelled';
    this.openIn(book).delete(order);
    this.nextSeq(book);
  }

  /** True for an order that is closed by its lifetime, swept or not. */
  isExpired({ status, expiresAtMs }: ReferenceOrder): boolean {
    return status === 'open' && expiresAtMs !== null && expiresAtMs <= this.nowMs;
  }

  /** The open orders of one side, best first. */
  open(book: string, side: Side): ReferenceOrder[] {
    return this.unclosed(book, side).filter((order) => !this.isExpired(order));
  }

  /** The same with the expired ones that no sweep has closed. */
  unclosed(book: string, side: Side): ReferenceOrder[] {
    return [...this.openIn(book)]
      .filter((order) => order.side === side)
      .sort(
        (a, b) =>
          (side === 'ask' ? a.priceCents - b.priceCents : b.priceCents - a.priceCents) || a.seq - b.seq,
      );
  }

  /** The number of commands that the book has accepted. */
  seq(book: string): number {
    return this.seqOfBook.get(book) ?? 0;
  }

  /** The accepted order with this user and client order id, of the product of this book. */
  find(named: NamedOrder): ReferenceOrder | undefined {
    return this.accepted.get(nameOf(named));
  }

  private openIn(book: string): Set<ReferenceOrder> {
    const open = this.openOrders.get(book) ?? new Set();
    this.openOrders.set(book, open);
    return open;
  }

  private isFull(book: string, open: readonly ReferenceOrder[], more = 0): boolean {
    const inBook = open.filter((order) => order.book === book);
    return inBook.length >= this.limits.perBook || open.length + more >= this.limits.perUser;
  }

  /** The open orders of a user in all books. */
  private openOf(userId: string): ReferenceOrder[] {
    return [...this.openOrders.values()].flatMap((orders) =>
      [...orders].filter((order) => order.userId === userId),
    );
  }

  private nextSeq(book: string): number {
    const seq = this.seq(book) + 1;
    this.seqOfBook.set(book, seq);
    return seq;
  }
}

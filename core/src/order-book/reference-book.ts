import {
  type AccountReadiness,
  type Answer,
  missingSetting,
  type OpenOrderLimits,
  type OrderCall,
  type OrderStatus,
  type Side,
  sideOf,
} from './order.js';

/** An order as the reference market keeps it, permanently. */
export interface ReferenceOrder {
  readonly book: string;
  readonly seq: number;
  readonly userId: string;
  readonly orderId: string;
  readonly call: OrderCall;
  readonly side: Side;
  readonly priceCents: number;
  expiresAtMs: number | null;
  status: OrderStatus;
  answer: Answer;
}

export interface ReferencePlacement {
  readonly call: OrderCall;
  readonly book: string;
  readonly userId: string;
  readonly orderId: string;
  readonly priceCents: number;
  readonly readiness: AccountReadiness;
  readonly isLate?: boolean;
  /** The client order id of the user's order that this one replaces. */
  readonly replaces?: string;
  readonly lifetimeMs?: number;
  readonly isChange?: boolean;
}

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
    const { call, book, userId, orderId, priceCents } = placement;
    const known = this.find(userId, orderId) ?? this.refused.get(nameOf(userId, orderId));
    if (known) {
      const isSame = known.call === call && known.book === book && known.priceCents === priceCents;
      return isSame ? known.answer : { kind: 'refused', code: 'id-reused' };
    }
    const answer = this.judge(placement);
    if (answer.kind === 'refused') {
      if (!placement.isChange) {
        this.refused.set(nameOf(userId, orderId), { ...placement, answer });
      }
    } else if (placement.replaces !== undefined) {
      this.cancel(sideOf(call), userId, placement.replaces);
    }
    return answer;
  }

  private judge(placement: ReferencePlacement): Answer {
    const { call, book, userId, orderId, priceCents, readiness, isLate, replaces, lifetimeMs, isChange } =
      placement;
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
    const replaced = replaces === undefined ? undefined : this.find(userId, replaces);
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
    const isMet = best && (side === 'ask' ? best.priceCents >= priceCents : best.priceCents <= priceCents);
    if (isNow && !isMet) {
      return { kind: 'refused', code: 'price-moved' };
    }
    const { limits } = readiness;
    if (limits.priceCents !== null && (isMet ? best.priceCents : priceCents) > limits.priceCents) {
      return { kind: 'refused', code: 'limited-price' };
    }
    if (isMet && best.userId === userId) {
      return { kind: 'refused', code: 'own-order' };
    }
    const others = this.openOf(userId).filter((order) => order !== replaced);
    if (!isMet && limits.openOrders !== null && others.length >= limits.openOrders) {
      return { kind: 'refused', code: 'limited-orders' };
    }
    if (!isMet && this.isFull(book, others)) {
      return { kind: 'refused', code: 'too-many-orders' };
    }
    const after = lifetimeMs === undefined ? null : this.nowMs + lifetimeMs;
    const lasts = isChange && lifetimeMs === undefined ? (replaced?.expiresAtMs ?? null) : after;
    const seq = this.nextSeq(book);
    const order: ReferenceOrder = {
      book,
      seq,
      userId,
      orderId,
      call,
      side,
      priceCents,
      expiresAtMs: isMet ? null : lasts,
      status: isMet ? 'traded' : 'open',
      answer: isMet ? { kind: 'traded', seq, priceCents: best.priceCents } : { kind: 'rested', seq },
    };
    this.orders.push(order);
    this.accepted.set(nameOf(userId, orderId), order);
    if (isMet) {
      best.status = 'traded';
      this.openIn(book).delete(best);
      const [ask, bid] = side === 'ask' ? [order, best] : [best, order];
      this.trades.push({ book, seq, ask, bid, priceCents: best.priceCents });
    } else {
      this.openIn(book).add(order);
    }
    return order.answer;
  }

  cancel(side: Side, userId: string, orderId: string): Answer {
    const order = this.find(userId, orderId);
    if (!order || order.side !== side) {
      return { kind: 'refused', code: 'unknown-order' };
    }
    if (order.status === 'traded') {
      return { kind: 'refused', code: 'already-traded' };
    }
    if (order.status === 'open') {
      order.status = 'cancelled';
      this.openIn(order.book).delete(order);
      this.nextSeq(order.book);
    }
    return { kind: 'cancelled' };
  }

  /** Lets an open order expire so many milliseconds from now. */
  extend(side: Side, userId: string, orderId: string, lifetimeMs: number): Answer {
    const order = this.find(userId, orderId);
    if (!order || order.side !== side || order.status === 'cancelled' || this.isExpired(order)) {
      return { kind: 'refused', code: 'unknown-order' };
    }
    if (order.status === 'traded') {
      return { kind: 'refused', code: 'already-traded' };
    }
    order.expiresAtMs = this.nowMs + lifetimeMs;
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

  /** The accepted order with this user and client order id. */
  find(userId: string, orderId: string): ReferenceOrder | undefined {
    return this.accepted.get(nameOf(userId, orderId));
  }

  private openIn(book: string): Set<ReferenceOrder> {
    const open = this.openOrders.get(book) ?? new Set();
    this.openOrders.set(book, open);
    return open;
  }

  private isFull(book: string, open: readonly ReferenceOrder[]): boolean {
    const inBook = open.filter((order) => order.book === book);
    return inBook.length >= this.limits.perBook || open.length >= this.limits.perUser;
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

function nameOf(userId: string, orderId: string): string {
  return `${userId}/${orderId}`;
}

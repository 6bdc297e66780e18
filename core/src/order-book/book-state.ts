import { addToGroup } from '../group-by.js';
import type {
  Book,
  CancelledOrder,
  ClosedOrder,
  ExtendedOrder,
  GroupMember,
  OutbidOrder,
  PlacedOrder,
  RefusedOrder,
  RestingOrder,
  Trade,
} from './book.js';
import type { CancellationReason, NamedOrder, OrderCall, OrderStatus, Side } from './order.js';

/** The books of a product while its commands are applied. */
export interface ProductState {
  /** By size. */
  readonly books: Map<string, State>;
  /**
   * The orders of groups that were open before the commands or have been placed since, closed ones included, by
   * `groupKey`.
   */
  readonly groups: Map<string, GroupMember[]>;
  /** The change in each user's number of open orders in all these books. */
  readonly openOrdersDelta: Map<string, number>;
}

/** A book while its commands are applied, with all that they have changed so far. */
export interface State {
  readonly nowMs: number;
  readonly size: string;
  readonly product: ProductState;
  seq: number;
  readonly isClosed: boolean;
  readonly openOrders: Book['openOrders'];
  /** The change in each user's number of open orders in this book. */
  readonly openOrdersDelta: Map<string, number>;
  readonly resting: Record<Side, RestingOrder[]>;
  readonly openDelta: Record<Side, number>;
  readonly placed: Map<number, PlacedOrder>;
  readonly refused: RefusedOrder[];
  readonly closed: Map<number, ClosedOrder>;
  readonly trades: Trade[];
  readonly cancelled: CancelledOrder[];
  readonly extended: Map<number, ExtendedOrder>;
  /** The orders that lost the best price to another user. */
  readonly outbid: Map<number, RestingOrder & { readonly side: Side }>;
}

/** The state before the first command, as one of the books of the product. */
export function openState(product: ProductState, size: string, book: Book, nowMs: number): State {
  const state: State = {
    nowMs,
    size,
    product,
    seq: book.seq,
    isClosed: book.isClosed ?? false,
    openOrders: book.openOrders,
    openOrdersDelta: new Map(),
    resting: { ask: [...book.asks], bid: [...book.bids] },
    openDelta: { ask: 0, bid: 0 },
    placed: new Map(),
    refused: [],
    closed: new Map(),
    trades: [],
    cancelled: [],
    extended: new Map(),
    outbid: new Map(),
  };
  product.books.set(size, state);
  return state;
}

/** An order that a book accepts. */
export interface NewOrder {
  readonly userId: string;
  readonly orderId: string;
  readonly call: OrderCall;
  readonly side: Side;
  readonly priceCents: number;
  /** An order that trades on arrival keeps it for the ask that takes its place if its deal fails. */
  readonly expiresAtMs: number | null;
  readonly groupId: string | null;
  readonly isRelisting: boolean;
  readonly firstSeq: number | null;
}

/** Accepts an order: it gets the next number, and rests, or has traded at this price. */
export function record(state: State, order: NewOrder, tradedPriceCents: number | null): PlacedOrder {
  const isTraded = tradedPriceCents !== null;
  state.seq += 1;
  const { userId, orderId, call, side, priceCents, expiresAtMs, groupId, isRelisting, firstSeq } = order;
  // Without a spread, which would make building it many times as slow.
  const placed: PlacedOrder = {
    seq: state.seq,
    userId,
    orderId,
    call,
    side,
    priceCents,
    expiresAtMs,
    groupId,
    isRelisting,
    firstSeq,
    closedSeq: isTraded ? state.seq : null,
    status: isTraded ? 'traded' : 'open',
    reason: null,
    tradedPriceCents,
  };
  state.placed.set(placed.seq, placed);
  return placed;
}

/** The key of a group: the id is its user's own. */
export function groupKey({ userId, groupId }: { readonly userId: string; readonly groupId: string }): string {
  return `${groupId}/${userId}`;
}

/** Adds an open order of a group to those that a trade of another cancels. */
export function join({ groups }: ProductState, member: GroupMember): void {
  addToGroup(groups, groupKey(member), member);
}

/**
 * Cancels the other orders of a group of which one has traded in this book.
 * @param replacedSeq an order of this book that the arriving one replaces, which is cancelled for its owner
 */
export function cancelOthers(
  state: State,
  group: Parameters<typeof groupKey>[0],
  replacedSeq?: number,
): void {
  for (const { size, seq, userId } of state.product.groups.get(groupKey(group)) ?? []) {
    const book = state.product.books.get(size);
    const isReplaced = book === state && seq === replacedSeq;
    if (book && isOpenIn(book, seq) && !isReplaced) {
      cancelOpen(book, userId, 'bid', seq, 'other-size');
    }
  }
}

/** Closes an open order by a command of its own. */
export function cancelOpen(
  state: State,
  userId: string,
  side: Side,
  orderSeq: number,
  reason: CancellationReason,
): void {
  state.seq += 1;
  close(state, { seq: orderSeq, userId }, side, 'cancelled', state.seq, reason);
  state.cancelled.push({ seq: state.seq, orderSeq });
}

/** Closes an open order, of the book or of these commands. */
export function close(
  state: State,
  order: { readonly seq: number; readonly userId: string },
  side: Side,
  status: 'traded' | 'cancelled',
  closedSeq: number,
  reason: CancellationReason | null = null,
): void {
  const resting = state.resting[side];
  const index = resting.findIndex(({ seq }) => seq === order.seq);
  if (index >= 0) {
    resting.splice(index, 1);
  }
  state.openDelta[side] -= 1;
  countOpen(state, order.userId, -1);
  const placedNow = state.placed.get(order.seq);
  if (placedNow) {
    state.placed.set(order.seq, { ...placedNow, closedSeq, status, reason });
  } else {
    const { seq, userId } = order;
    state.closed.set(seq, { seq, userId, side, status, closedSeq, reason });
  }
}

/** Adjusts a user's number of open orders by one. */
export function countOpen({ openOrdersDelta, product }: State, userId: string, change: 1 | -1): void {
  for (const delta of [openOrdersDelta, product.openOrdersDelta]) {
    delta.set(userId, (delta.get(userId) ?? 0) + change);
  }
}

/** True if an order that was open, or was placed by these commands, has not been closed. */
function isOpenIn({ closed, placed }: State, seq: number): boolean {
  return !closed.has(seq) && (placed.get(seq)?.closedSeq ?? null) === null;
}

/** The status of an order after the commands so far. */
export function statusIn(state: State, order: NamedOrder): OrderStatus {
  return state.closed.get(order.seq)?.status ?? order.status;
}

/** The outbid orders that are still open and whose users have not placed a better one since. */
export function outbidStill(state: State): OutbidOrder[] {
  return [...state.outbid.values()].flatMap(({ seq, userId, side }) => {
    const best = state.resting[side][0];
    return isOpenIn(state, seq) && best && best.seq !== seq && best.userId !== userId
      ? [{ seq, userId, side, bestCents: best.priceCents }]
      : [];
  });
}

import type {
  Book,
  CancelledOrder,
  ClosedOrder,
  ExtendedOrder,
  OutbidOrder,
  PlacedOrder,
  RefusedOrder,
  RestingOrder,
  Trade,
} from './book.js';
import type { CancellationReason, NamedOrder, OrderStatus, Placement, Side } from './order.js';

/** A book in the middle of its commands, with all that they have changed so far. */
export interface State {
  readonly nowMs: number;
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

/** The state before the first command. */
export function openState(book: Book, nowMs: number): State {
  return {
    nowMs,
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
}

/** Accepts an order: it gets the next number, and rests, or has traded at this price. */
export function record(
  state: State,
  command: Placement,
  side: Side,
  tradedPriceCents: number | null,
): PlacedOrder {
  state.seq += 1;
  const order: PlacedOrder = {
    seq: state.seq,
    userId: command.userId,
    orderId: command.orderId,
    call: command.call,
    side,
    priceCents: command.priceCents,
    expiresAtMs: tradedPriceCents === null ? expiryOf(state, command) : null,
    closedSeq: tradedPriceCents === null ? null : state.seq,
    tradedPriceCents,
  };
  state.placed.set(order.seq, order);
  return order;
}

function expiryOf({ nowMs, extended }: State, { lifetimeMs, isChange, replaced }: Placement): number | null {
  if (lifetimeMs !== undefined) {
    return nowMs + lifetimeMs;
  }
  return isChange && replaced
    ? (extended.get(replaced.seq)?.expiresAtMs ?? replaced.expiresAtMs ?? null)
    : null;
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
    state.placed.set(order.seq, { ...placedNow, closedSeq });
  } else {
    const { seq, userId } = order;
    state.closed.set(seq, { seq, userId, side, status, closedSeq, reason });
  }
}

/** Notes that a user has one open order more or less. */
export function countOpen({ openOrdersDelta }: State, userId: string, change: 1 | -1): void {
  openOrdersDelta.set(userId, (openOrdersDelta.get(userId) ?? 0) + change);
}

/** The status of an order after the commands so far. */
export function statusIn(state: State, order: NamedOrder): OrderStatus {
  return state.closed.get(order.seq)?.status ?? order.status;
}

/** The outbid orders that are still open and whose users have not placed a better one since. */
export function outbidStill({ outbid, placed, closed, resting }: State): OutbidOrder[] {
  return [...outbid.values()].flatMap(({ seq, userId, side }) => {
    const best = resting[side][0];
    const isOpen = !closed.has(seq) && (placed.get(seq)?.closedSeq ?? null) === null;
    return isOpen && best && best.seq !== seq && best.userId !== userId
      ? [{ seq, userId, side, bestCents: best.priceCents }]
      : [];
  });
}

import type {
  Book,
  BookChanges,
  CancelledOrder,
  ClosedOrder,
  OutbidOrder,
  PlacedOrder,
  RefusedOrder,
  RestingOrder,
  Trade,
} from './book.js';
import { insertInPriority } from './insert-in-priority.js';
import {
  type Answer,
  type Cancellation,
  type CancellationAnswer,
  type CancellationReason,
  type Command,
  mayRest,
  meets,
  missingSetting,
  type NamedOrder,
  type OrderRefusal,
  type OrderStatus,
  oppositeOf,
  type Placement,
  type PlacementAnswer,
  type RefusalCode,
  type Refused,
  type Side,
  sideOf,
} from './order.js';

/** One answer per command, in order, and the combined changes. */
export interface MatchResult {
  readonly answers: Answer[];
  readonly changes: BookChanges;
}

/**
 * Matches commands in their order of arrival: best price first, then the oldest order; trades at the resting order's
 * price; self-trading is refused (section 4, "The book"). Pure: changes neither the book nor the commands. A refusal
 * affects only its own command. No two commands may name the same order of the same user.
 *
 * @param nowMs the server's clock after the book was taken, in milliseconds since 1970
 * @throws if the given book, or the resulting one, is crossed: a bug, not a refusal
 */
export function match(book: Book, commands: readonly Command[], nowMs: number): MatchResult {
  const state = openState(book);
  const answers = commands.map((command) =>
    command.kind === 'placement' ? place(state, command) : cancel(state, command),
  );
  assertNotCrossed(state);
  return {
    answers,
    changes: {
      atMs: nowMs,
      placed: [...state.placed.values()],
      refused: state.refused,
      closed: [...state.closed.values()],
      trades: state.trades,
      cancelled: state.cancelled,
      outbid: outbidStill(state),
      summary: {
        seq: state.seq,
        lowestAskCents: state.resting.ask[0]?.priceCents ?? null,
        highestBidCents: state.resting.bid[0]?.priceCents ?? null,
        openAsksDelta: state.openDelta.ask,
        openBidsDelta: state.openDelta.bid,
      },
      openOrdersDelta: state.openOrdersDelta,
    },
  };
}

interface State {
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
  /** The orders that lost the best price to another user. */
  readonly outbid: Map<number, RestingOrder & { readonly side: Side }>;
}

function openState(book: Book): State {
  return {
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
    outbid: new Map(),
  };
}

function place(state: State, command: Placement): PlacementAnswer {
  if (command.earlier) {
    return resent(command, command.earlier);
  }
  const answer = judge(state, command);
  if (answer.kind === 'refused') {
    const { userId, orderId, call, priceCents } = command;
    state.refused.push({ userId, orderId, call, priceCents, code: answer.code });
  } else if (command.replaced) {
    cancelOpen(state, command.userId, sideOf(command.call), command.replaced.seq, 'owner');
  }
  return answer;
}

/** Applies the rules to an order that has not been judged before. */
function judge(state: State, command: Placement): PlacementAnswer {
  if (command.isLate) {
    return refused('too-late');
  }
  if (state.isClosed) {
    return refused('no-longer-traded');
  }
  if (command.readiness.isBlocked) {
    return refused('blocked');
  }
  const side = sideOf(command.call);
  const notReplaceable = command.replaced === undefined ? null : whyNotOpen(state, command.replaced, side);
  if (notReplaceable) {
    return refused(notReplaceable);
  }
  if (side === 'ask' && command.readiness.isInDebt) {
    return refused('debt-unpaid');
  }
  const missing = missingSetting(command.call, command.readiness);
  if (missing) {
    return refused(missing);
  }
  const best = state.resting[oppositeOf(side)][0];
  const met = best !== undefined && meets(side, command.priceCents, best.priceCents) ? best : null;
  if (!met && !mayRest(command.call)) {
    return refused(whyNotNow(side, best));
  }
  const { priceCents: highestCents } = command.readiness.limits;
  if (highestCents !== null && (met ?? command).priceCents > highestCents) {
    return refused('limited-price');
  }
  if (!met) {
    return restIfAllowed(state, command, side);
  }
  return met.userId === command.userId ? refused('own-order') : trade(state, command, side, met);
}

function resent(command: Placement, earlier: NonNullable<Placement['earlier']>): PlacementAnswer {
  const isSameOrder =
    earlier.isSameBook && earlier.call === command.call && earlier.priceCents === command.priceCents;
  return isSameOrder ? earlier.outcome : refused('id-reused');
}

function whyNotNow(side: Side, best: RestingOrder | undefined): OrderRefusal {
  if (best) {
    return 'price-moved';
  }
  return side === 'ask' ? 'no-bids' : 'no-asks';
}

function restIfAllowed(state: State, command: Placement, side: Side): PlacementAnswer {
  const reached = reachedLimit(state, command);
  return reached ? refused(reached) : rest(state, command, side);
}

/** The limit of open orders that a user has reached: their own, or that of the market, in this book or in total. */
function reachedLimit(
  { openOrders, openOrdersDelta }: State,
  { userId, readiness, replaced }: Placement,
): 'limited-orders' | 'too-many-orders' | null {
  if (!openOrders) {
    return null;
  }
  const { limits, countOf } = openOrders;
  const { inBook, inAll } = countOf(userId);
  const delta = (openOrdersDelta.get(userId) ?? 0) - (replaced ? 1 : 0);
  const own = readiness.limits.openOrders;
  if (own !== null && inAll + delta >= own) {
    return 'limited-orders';
  }
  return inBook + delta >= limits.perBook || inAll + delta >= limits.perUser ? 'too-many-orders' : null;
}

function rest(state: State, command: Placement, side: Side): PlacementAnswer {
  const order = record(state, command, side, null);
  const best = state.resting[side][0];
  insertInPriority(state.resting[side], order, side);
  if (best && best.userId !== order.userId && state.resting[side][0] === order) {
    state.outbid.set(best.seq, { ...best, side });
  }
  state.openDelta[side] += 1;
  countOpen(state, order.userId, 1);
  return { kind: 'rested', seq: order.seq };
}

function trade(state: State, command: Placement, side: Side, met: RestingOrder): PlacementAnswer {
  const order = record(state, command, side, met.priceCents);
  close(state, met, oppositeOf(side), 'traded', order.seq);
  const [ask, bid] = side === 'ask' ? [order, met] : [met, order];
  state.trades.push({
    seq: order.seq,
    askSeq: ask.seq,
    bidSeq: bid.seq,
    sellerId: ask.userId,
    buyerId: bid.userId,
    priceCents: met.priceCents,
  });
  return { kind: 'traded', seq: order.seq, priceCents: met.priceCents };
}

function cancel(state: State, { userId, side, order, reason }: Cancellation): CancellationAnswer {
  if (!order || order.side !== side) {
    return refused('unknown-order');
  }
  const status = statusIn(state, order);
  if (status === 'traded') {
    return refused('already-traded');
  }
  if (status === 'open') {
    cancelOpen(state, userId, side, order.seq, reason);
  }
  return { kind: 'cancelled' };
}

function cancelOpen(
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

/** The status of an order after the commands so far. */
function statusIn(state: State, order: NamedOrder): OrderStatus {
  return state.closed.get(order.seq)?.status ?? order.status;
}

/** The reason why an order cannot be replaced; null if it is open. */
function whyNotOpen(
  state: State,
  order: NamedOrder | null,
  side: Side,
): Extract<OrderRefusal, 'unknown-order' | 'already-traded'> | null {
  if (!order || order.side !== side) {
    return 'unknown-order';
  }
  const status = statusIn(state, order);
  if (status === 'open') {
    return null;
  }
  return status === 'traded' ? 'already-traded' : 'unknown-order';
}

function record(state: State, command: Placement, side: Side, tradedPriceCents: number | null): PlacedOrder {
  state.seq += 1;
  const order: PlacedOrder = {
    seq: state.seq,
    userId: command.userId,
    orderId: command.orderId,
    call: command.call,
    side,
    priceCents: command.priceCents,
    closedSeq: tradedPriceCents === null ? null : state.seq,
    tradedPriceCents,
  };
  state.placed.set(order.seq, order);
  return order;
}

function close(
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

/** The outbid orders that are still open and whose users have not placed a better one since. */
function outbidStill({ outbid, placed, closed, resting }: State): OutbidOrder[] {
  return [...outbid.values()].flatMap(({ seq, userId, side }) => {
    const best = resting[side][0];
    const isOpen = !closed.has(seq) && (placed.get(seq)?.closedSeq ?? null) === null;
    return isOpen && best && best.seq !== seq && best.userId !== userId
      ? [{ seq, userId, side, bestCents: best.priceCents }]
      : [];
  });
}

function countOpen({ openOrdersDelta }: State, userId: string, change: 1 | -1): void {
  openOrdersDelta.set(userId, (openOrdersDelta.get(userId) ?? 0) + change);
}

function assertNotCrossed({ resting }: State): void {
  const ask = resting.ask[0];
  const bid = resting.bid[0];
  if (ask && bid && bid.priceCents >= ask.priceCents) {
    throw new Error(
      `Crossed book: bid ${bid.priceCents} (order ${bid.seq}) meets ask ${ask.priceCents} (order ${ask.seq})`,
    );
  }
}

function refused<Code extends RefusalCode>(code: Code): Refused<Code> {
  return { kind: 'refused', code };
}

import type { RestingOrder } from './book.js';
import {
  cancelOpen,
  cancelOthers,
  close,
  countOpen,
  join,
  type NewOrder,
  record,
  type State,
} from './book-state.js';
import { refused, whyNotOpen } from './named-orders.js';
import {
  crosses,
  mayRest,
  missingSetting,
  type OrderRefusal,
  oppositeOf,
  type Placement,
  type PlacementAnswer,
  type Rested,
  type Side,
  sideOf,
  type Traded,
} from './order.js';

/** Places an order, or gives it the answer that it got before. */
export function place(state: State, command: Placement): PlacementAnswer {
  if (command.earlier) {
    return resent(command, command.earlier);
  }
  const answer = judge(state, command);
  if (answer.kind === 'refused') {
    if (!command.isChange) {
      const { userId, orderId, call, priceCents } = command;
      state.refused.push({ userId, orderId, call, priceCents, code: answer.code });
    }
  } else if (command.replaced) {
    const reason = command.isByRule ? 'price-rule' : 'owner';
    cancelOpen(state, command.userId, sideOf(command.call), command.replaced.seq, reason);
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
  const crossed = best !== undefined && crosses(side, command.priceCents, best.priceCents) ? best : null;
  if (!crossed && !mayRest(command.call)) {
    return refused(whyNotNow(side, best));
  }
  const { priceCents: highestCents } = command.readiness.limits;
  if (highestCents !== null && (crossed ?? command).priceCents > highestCents) {
    return refused('limited-price');
  }
  if (!crossed) {
    return restIfAllowed(state, command);
  }
  return crossed.userId === command.userId
    ? refused('own-order')
    : trade(state, newOrder(state, command), crossed, command.replaced?.seq);
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

function restIfAllowed(state: State, command: Placement): PlacementAnswer {
  const reached = reachedLimit(state, command, command.replaced ? -1 : 0);
  return reached ? refused(reached) : rest(state, newOrder(state, command));
}

function newOrder(state: State, command: Placement): NewOrder {
  const { userId, orderId, call, priceCents, replaced } = command;
  return {
    userId,
    orderId,
    call,
    side: sideOf(call),
    priceCents,
    expiresAtMs: expiryOf(state, command),
    groupId: replaced?.groupId ?? null,
    isRelisting: isRelistingOf(state, command),
    firstSeq: replaced ? (replaced.firstSeq ?? replaced.seq) : null,
  };
}

function isRelistingOf({ extended }: State, { isRelisting, replaced }: Placement): boolean {
  if (isRelisting !== undefined || !replaced) {
    return isRelisting ?? true;
  }
  return extended.get(replaced.seq)?.isRelisting ?? replaced.isRelisting ?? true;
}

function expiryOf(
  { nowMs, extended }: State,
  { call, lifetimeMs, isChange, replaced }: Placement,
): number | null {
  if (call === 'sell' || call === 'buy') {
    return null; // it never rests
  }
  if (lifetimeMs !== undefined) {
    return nowMs + lifetimeMs;
  }
  return isChange && replaced
    ? (extended.get(replaced.seq)?.expiresAtMs ?? replaced.expiresAtMs ?? null)
    : null;
}

/**
 * The limit of open orders that a user has reached: their own, or that of the market, in this book or in total.
 * @param more the number of orders that the command opens in other books before this one, less those it cancels in it
 */
export function reachedLimit(
  { openOrders, openOrdersDelta, product }: State,
  { userId, readiness }: Pick<Placement, 'userId' | 'readiness'>,
  more: number,
): 'limited-orders' | 'too-many-orders' | null {
  if (!openOrders) {
    return null;
  }
  const { limits, countOf } = openOrders;
  const { inBook, inAll } = countOf(userId);
  const nowInAll = inAll + (product.openOrdersDelta.get(userId) ?? 0) + more;
  const nowInBook = inBook + (openOrdersDelta.get(userId) ?? 0) + Math.min(0, more);
  const own = readiness.limits.openOrders;
  if (own !== null && nowInAll >= own) {
    return 'limited-orders';
  }
  return nowInBook >= limits.perBook || nowInAll >= limits.perUser ? 'too-many-orders' : null;
}

/** Adds an order to its book. */
export function rest(state: State, made: NewOrder): Rested {
  const { side, userId, groupId } = made;
  const order = record(state, made, null);
  const best = state.resting[side][0];
  insertInPriority(state.resting[side], order, side);
  if (best && best.userId !== userId && state.resting[side][0] === order) {
    state.outbid.set(best.seq, { ...best, side });
  }
  state.openDelta[side] += 1;
  countOpen(state, userId, 1);
  if (groupId !== null) {
    join(state.product, { groupId, size: state.size, seq: order.seq, userId });
  }
  return { kind: 'rested', seq: order.seq };
}

/** Inserts an order after all orders at the same or a better price. */
function insertInPriority(resting: RestingOrder[], order: RestingOrder, side: Side): void {
  const sign = side === 'ask' ? 1 : -1;
  let low = 0;
  let high = resting.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = resting[middle] as RestingOrder;
    if (sign * order.priceCents < sign * other.priceCents) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  resting.splice(low, 0, order);
}

/**
 * Trades an arriving order with a resting one, and cancels the other orders of their groups, except the replaced one.
 */
export function trade(state: State, made: NewOrder, opposite: RestingOrder, replacedSeq?: number): Traded {
  const order = record(state, made, opposite.priceCents);
  close(state, opposite, oppositeOf(made.side), 'traded', order.seq);
  const [ask, bid] = made.side === 'ask' ? [order, opposite] : [opposite, order];
  state.trades.push({
    seq: order.seq,
    askSeq: ask.seq,
    bidSeq: bid.seq,
    sellerId: ask.userId,
    buyerId: bid.userId,
    priceCents: opposite.priceCents,
  });
  const { userId, groupId } = bid;
  if (groupId) {
    cancelOthers(state, { userId, groupId }, replacedSeq);
  }
  return { kind: 'traded', seq: order.seq, priceCents: opposite.priceCents };
}

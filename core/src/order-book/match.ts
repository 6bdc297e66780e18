import type { Book, BookChanges, RestingOrder } from './book.js';
import {
  cancelOpen,
  close,
  countOpen,
  openState,
  outbidStill,
  record,
  type State,
  statusIn,
} from './book-state.js';
import { insertInPriority } from './insert-in-priority.js';
import { isExpired } from './lifetime.js';
import {
  type Answer,
  type Cancellation,
  type CancellationAnswer,
  type Command,
  type Extension,
  type ExtensionAnswer,
  mayRest,
  meets,
  missingSetting,
  type NamedOrder,
  type OrderRefusal,
  oppositeOf,
  type Placement,
  type PlacementAnswer,
  type RefusalCode,
  type Refused,
  SIDES,
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
 * affects only its own command. No two placements or cancellations may name the same order of the same user.
 *
 * An order that has expired is not open. Before the first command, each expired order of the given book, and each that a
 * command names, is closed by a command of the book of its own: whatever has been judged without it is final, even if
 * the clock goes back.
 *
 * @param nowMs the server's clock after the book was taken, in milliseconds since 1970
 * @throws if the given book, or the resulting one, is crossed: a bug, not a refusal
 */
export function match(book: Book, commands: readonly Command[], nowMs: number): MatchResult {
  const state = openState(book, nowMs);
  sweep(state, commands);
  const answers = commands.map((command) => answerTo(state, command));
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
      extended: [...state.extended.values()].filter(({ seq }) => !state.closed.has(seq)),
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

function answerTo(state: State, command: Command): Answer {
  switch (command.kind) {
    case 'placement':
      return place(state, command);
    case 'cancellation':
      return cancel(state, command);
    case 'extension':
      return extend(state, command);
    case 'sweep':
      return { kind: 'swept' };
  }
}

/** Closes all expired orders that the book and the commands know. */
function sweep(state: State, commands: readonly Command[]): void {
  for (const side of SIDES) {
    for (const order of state.resting[side].filter((resting) => isExpired(resting, state.nowMs))) {
      expire(state, order, side);
    }
  }
  for (const order of commands.flatMap(namedOpen)) {
    if (isExpired(order, state.nowMs) && !state.closed.has(order.seq)) {
      expire(state, order, order.side);
    }
  }
}

function expire(state: State, { seq, userId }: Pick<RestingOrder, 'seq' | 'userId'>, side: Side): void {
  cancelOpen(state, userId, side, seq, 'expired');
}

/** The open orders that a command names, with their users. */
function namedOpen(command: Command): (NamedOrder & { readonly userId: string })[] {
  if (command.kind === 'sweep') {
    return command.orders.filter(({ status }) => status === 'open');
  }
  const order = command.kind === 'placement' ? command.replaced : command.order;
  return order?.status === 'open' ? [{ ...order, userId: command.userId }] : [];
}

function place(state: State, command: Placement): PlacementAnswer {
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

function extend(state: State, { side, order, lifetimeMs }: Extension): ExtensionAnswer {
  const notOpen = whyNotOpen(state, order, side);
  if (notOpen || !order) {
    return refused(notOpen ?? 'unknown-order');
  }
  state.extended.set(order.seq, { seq: order.seq, expiresAtMs: state.nowMs + lifetimeMs });
  return { kind: 'extended' };
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

import type { RestingOrder } from './book.js';
import type { ProductState, State } from './book-state.js';
import { refused } from './named-orders.js';
import {
  crosses,
  type EarlierOrder,
  type GroupBid,
  type GroupBidAnswer,
  missingSetting,
  type OrderOfGroup,
} from './order.js';
import { reachedLimit, rest, trade } from './placing.js';

/** The first of these that one of the books has reached is the answer. */
const LIMITS = ['limited-orders', 'too-many-orders'] as const;

interface Place {
  readonly state: State;
  readonly order: OrderOfGroup;
}

/** Places a bid over several sizes, or gives it the answer that it got before. */
export function placeGroup(product: ProductState, command: GroupBid): GroupBidAnswer {
  const places = command.orders.flatMap((order): Place[] => {
    const state = product.books.get(order.size);
    return state ? [{ state, order }] : [];
  });
  if (places.length < command.orders.length) {
    throw new Error('A book of a bid over several sizes is missing.');
  }
  const earlier = command.orders.filter((order) => order.earlier !== null);
  if (earlier.length > 0) {
    return resent(command, earlier);
  }
  const answer = judge(places, command);
  if (answer.kind === 'refused') {
    const { userId, priceCents } = command;
    for (const { state, order } of places) {
      const { orderId } = order;
      state.refused.push({ userId, orderId, call: 'bid', priceCents, code: answer.code });
    }
  }
  return answer;
}

/** The rules of a bid, with those of all its books. */
function judge(places: readonly Place[], command: GroupBid): GroupBidAnswer {
  const { userId, readiness, priceCents } = command;
  if (command.isLate) {
    return refused('too-late');
  }
  if (places.some(({ state }) => state.isClosed)) {
    return refused('no-longer-traded');
  }
  if (readiness.isBlocked) {
    return refused('blocked');
  }
  const missing = missingSetting('bid', readiness);
  if (missing) {
    return refused(missing);
  }
  const crossed = places.flatMap((place) => {
    const ask = place.state.resting.ask[0];
    return ask && crosses('bid', priceCents, ask.priceCents) ? [{ ...place, ask }] : [];
  });
  const [best] = crossed.toSorted((a, b) => a.ask.priceCents - b.ask.priceCents);
  const { priceCents: highestCents } = readiness.limits;
  if (highestCents !== null && (best?.ask.priceCents ?? priceCents) > highestCents) {
    return refused('limited-price');
  }
  if (crossed.some(({ ask }) => ask.userId === userId)) {
    return refused('own-order');
  }
  return best ? tradeOne(best, places, command) : restAll(places, command);
}

/** Trades in one book. The ids of the other sizes are used as well: no later bid gets them. */
function tradeOne(
  best: Place & { readonly ask: RestingOrder },
  places: readonly Place[],
  command: GroupBid,
): GroupBidAnswer {
  const { userId, priceCents } = command;
  const traded = trade(best.state, newOrder(command, best.state, best.order), best.ask);
  for (const { state, order } of places) {
    if (state !== best.state) {
      state.refused.push({ userId, orderId: order.orderId, call: 'bid', priceCents, code: 'id-reused' });
    }
  }
  return { kind: 'group-traded', size: best.state.size, priceCents: traded.priceCents };
}

function restAll(places: readonly Place[], command: GroupBid): GroupBidAnswer {
  const reached = places.map(({ state }, before) => reachedLimit(state, command, before));
  const limit = LIMITS.find((code) => reached.includes(code));
  if (limit) {
    return refused(limit);
  }
  for (const { state, order } of places) {
    rest(state, newOrder(command, state, order));
  }
  return { kind: 'group-rested' };
}

function newOrder(
  { userId, priceCents, groupId, lifetimeMs }: GroupBid,
  { nowMs }: State,
  { orderId }: OrderOfGroup,
) {
  return {
    ...({ userId, orderId, priceCents, groupId, call: 'bid', side: 'bid' } as const),
    expiresAtMs: lifetimeMs === undefined ? null : nowMs + lifetimeMs,
    isRelisting: true,
    firstSeq: null,
  };
}

/** The first answer. A bid that traded on arrival has one order, and its other ids are used. */
function resent(command: GroupBid, orders: readonly OrderOfGroup[]): GroupBidAnswer {
  const { groupId, priceCents } = command;
  const earlier = orders.flatMap(({ size, earlier }) => (earlier ? [{ size, ...earlier }] : []));
  const isSame = (order: EarlierOrder) =>
    order.isSameBook &&
    order.call === 'bid' &&
    order.priceCents === priceCents &&
    (order.groupId === groupId || order.outcome.kind === 'refused');
  if (!earlier.every(isSame)) {
    return refused('id-reused');
  }
  for (const { size, outcome } of earlier) {
    if (outcome.kind === 'traded') {
      return { kind: 'group-traded', size, priceCents: outcome.priceCents };
    }
  }
  const [refusal] = earlier.flatMap(({ outcome }) => (outcome.kind === 'refused' ? [outcome] : []));
  if (refusal) {
    return refusal;
  }
  const isWhole = earlier.length === command.orders.length;
  return isWhole ? { kind: 'group-rested' } : refused('id-reused');
}

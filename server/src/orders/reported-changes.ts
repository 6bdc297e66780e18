import type { BookChanges, ClosedOrder, PlacedOrder, Trade } from '@perkex/core/order-book/book.js';
import type { OrderStatus } from '@perkex/core/order-book/order.js';
import type { BookChange, OrderChange, TradeMade } from '../books/book-changes.js';
import type { JudgedBook } from './judge-commands.js';

/**
 * The feed's report of a changed book. The objects of an order are written out, since a spread costs about 1 µs.
 * @param trades the trades of the book with their new ids, in order
 */
export function reportedChange(
  { productId, size, before, changes }: JudgedBook,
  trades: readonly { readonly id: string; readonly trade: Trade }[],
): BookChange {
  const { seq, lowestAskCents, highestBidCents, openAsksDelta, openBidsDelta } = changes.summary;
  return {
    productId,
    size,
    seq,
    lowestAskCents,
    highestBidCents,
    openAsks: before.openAsks + openAsksDelta,
    openBids: before.openBids + openBidsDelta,
    orders: orderChanges(changes),
    trades: trades.map(({ id, trade }) => tradeMade(id, trade)),
    outbid: changes.outbid,
    atMs: changes.atMs,
  };
}

function tradeMade(id: string, trade: Trade): TradeMade {
  const { seq, askSeq, bidSeq, sellerId, buyerId, priceCents } = trade;
  return { id, seq, askSeq, bidSeq, sellerId, buyerId, priceCents };
}

function orderChanges({ placed, closed }: BookChanges): OrderChange[] {
  return [
    ...placed.flatMap((order) =>
      order.reason === null || order.closedSeq === null
        ? [placedChange(order, order.status)]
        : [placedChange(order, 'open'), closedChange(order)],
    ),
    ...closed.map(closedChange),
  ];
}

/** An order that has traded at once has no price of its own there. */
function placedChange(order: PlacedOrder, status: OrderStatus): OrderChange {
  const { seq, userId, side, priceCents } = order;
  return order.tradedPriceCents === null
    ? { seq, userId, side, status, priceCents }
    : { seq, userId, side, status };
}

function closedChange({
  seq,
  userId,
  side,
  status,
  reason,
  closedSeq,
}: PlacedOrder | ClosedOrder): OrderChange {
  return reason === null || closedSeq === null
    ? { seq, userId, side, status }
    : { seq, userId, side, status, reason, closedSeq };
}

import { CANCELLATION_REASONS, ORDER_STATUSES, SIDES } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import { changeKind } from '../feed/change-kind.js';

const count = z.int().check(z.nonnegative());
const side = z.enum(SIDES);

/** The change of an order in a batch: placed by it, or open before it. */
const orderChange = z.object({
  seq: z.int(),
  userId: z.string(),
  side,
  status: z.enum(ORDER_STATUSES),
  /** Present if the batch cancelled an order that was open before. */
  reason: z.exactOptional(z.enum(CANCELLATION_REASONS)),
  /** The command that cancelled it. Entries of earlier versions lack this and the price. */
  closedSeq: z.exactOptional(z.int()),
  /** Present if the batch placed it at rest. The limit of an order that trades on arrival stays private. */
  priceCents: z.exactOptional(z.int()),
});
export type OrderChange = z.infer<typeof orderChange>;

const tradeMade = z.object({
  id: z.guid(),
  seq: z.int(),
  askSeq: z.int(),
  bidSeq: z.int(),
  sellerId: z.string(),
  buyerId: z.string(),
  priceCents: z.int(),
});
export type TradeMade = z.infer<typeof tradeMade>;

/** An open order that has lost the best price of its side. */
const outbidOrder = z.object({ seq: z.int(), userId: z.string(), side, bestCents: z.int() });

/** The changes of one book in a batch, and the book's state after it. */
const bookChange = z.object({
  productId: z.int(),
  size: z.string(),
  seq: z.int(),
  lowestAskCents: z.nullable(z.int()),
  highestBidCents: z.nullable(z.int()),
  openAsks: count,
  openBids: count,
  orders: z.array(orderChange),
  trades: z.array(tradeMade),
  outbid: z.array(outbidOrder),
  /** In milliseconds since 1970. */
  atMs: z.number(),
});
export type BookChange = z.infer<typeof bookChange>;

export const BOOK_CHANGES = changeKind('books', bookChange);

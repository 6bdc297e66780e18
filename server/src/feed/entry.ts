import { ORDER_STATUSES, type OrderStatus, SIDES, type Side } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';

/** The change of an order in a batch: placed by it, or open before it. */
export interface OrderChange {
  readonly seq: number;
  readonly userId: string;
  readonly side: Side;
  readonly status: OrderStatus;
  /** True if the platform cancelled it, not its owner. */
  readonly isByHouse?: true;
}

export interface TradeMade {
  readonly id: string;
  readonly seq: number;
  readonly askSeq: number;
  readonly bidSeq: number;
  readonly sellerId: string;
  readonly buyerId: string;
  readonly priceCents: number;
  /** The price of the previous trade in its book; null for none. */
  readonly priceBeforeCents: number | null;
}

/** An open order that has lost the best price of its side. */
export interface OutbidOrder {
  readonly seq: number;
  readonly userId: string;
  readonly side: Side;
  readonly bestCents: number;
}

/** The changes of one book in a batch, and the book's state after it. */
export interface BookChange {
  readonly productId: number;
  readonly size: string;
  readonly seq: number;
  readonly lowestAskCents: number | null;
  readonly highestBidCents: number | null;
  readonly openAsks: number;
  readonly openBids: number;
  readonly orders: readonly OrderChange[];
  readonly trades: readonly TradeMade[];
  readonly outbid: readonly OutbidOrder[];
  /** In milliseconds since 1970. */
  readonly atMs: number;
}

/** A sale that counts for no figure. */
export interface OddSale {
  readonly productId: number;
  readonly size: string;
  readonly id: string;
}

/** The payload of a feed entry. */
export interface EntryChanges {
  readonly books: readonly BookChange[];
  /** Users whose notifications have changed. */
  readonly notified: readonly string[];
  /** Users with sessions that have ended or changed. */
  readonly sessionsOf?: readonly string[];
  /** Earlier sales that were found to be odd, which count for no figure. */
  readonly odd?: readonly OddSale[];
  /** Products that the command line has created, changed or given past sales. */
  readonly products?: readonly number[];
}

/** One row of the feed. */
export interface FeedEntry {
  /** The id of its stream. */
  readonly stream: string;
  /** Its number in its stream, from 1 without gaps. */
  readonly seq: number;
  readonly changes: EntryChanges;
}

const count = z.int().check(z.nonnegative());
const side = z.enum(SIDES);

const CHANGES: z.ZodMiniType<EntryChanges> = z.object({
  books: z.array(
    z.object({
      productId: z.int(),
      size: z.string(),
      seq: z.int(),
      lowestAskCents: z.nullable(z.int()),
      highestBidCents: z.nullable(z.int()),
      openAsks: count,
      openBids: count,
      orders: z.array(
        z.object({
          seq: z.int(),
          userId: z.string(),
          side,
          status: z.enum(ORDER_STATUSES),
          isByHouse: z.exactOptional(z.literal(true)),
        }),
      ),
      trades: z.array(
        z.object({
          id: z.guid(),
          seq: z.int(),
          askSeq: z.int(),
          bidSeq: z.int(),
          sellerId: z.string(),
          buyerId: z.string(),
          priceCents: z.int(),
          priceBeforeCents: z.nullable(z.int()),
        }),
      ),
      outbid: z.array(z.object({ seq: z.int(), userId: z.string(), side, bestCents: z.int() })),
      atMs: z.number(),
    }),
  ),
  notified: z.array(z.string()),
  sessionsOf: z.exactOptional(z.array(z.string())),
  odd: z.exactOptional(z.array(z.object({ productId: z.int(), size: z.string(), id: z.guid() }))),
  products: z.exactOptional(z.array(z.int())),
});

/** A feed entry with an invalid payload, from a faulty server or a manual change of the table. */
export class UnreadableEntryError extends Error {
  override readonly name = 'UnreadableEntryError';

  constructor({ stream, seq }: FeedEntry) {
    super(`Entry ${seq} of the feed's stream ${stream} is invalid, and is skipped.`);
  }
}

/** True if the entry's payload is valid. */
export function isReadable({ changes }: FeedEntry): boolean {
  return z.safeParse(CHANGES, changes).success;
}

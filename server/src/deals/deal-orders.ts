import type { Party } from '@perkex/core/deals/deal.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import { DEFAULT_LIFETIME_DAYS, lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import { ORDER_CALLS } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { z } from 'zod';
import { isRelisting } from '../books/relisting.js';
import { bool, float8, oneOf, orNull, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import { type DealKey, nameOfDeal } from './deal-key.js';
import { orderIdOf } from './order-id-of-deal.js';
import type { OrderQueue } from './order-queue.js';
import type { ReplacementOrders } from './replacement-orders.js';

/** Retried for about a month: longer than any outage. */
const DEAL_ORDERS = jobKind({
  name: 'deal-order',
  data: z.object({
    productId: z.number(),
    id: z.string(),
    version: z.number(),
    call: z.enum(['ask', 'bid']),
    priceCents: z.number(),
  }),
  keyOf: ({ productId, id, version }) => `${productId}/${id}/${version}`,
  retries: retriesForAMonth(1),
  atOnce: 4,
});

/** The order of a trade that is to be placed again. */
const READ_ORDER = statement({
  name: 'read-order-to-place-again',
  text: `select trade.size, placed.user_id as "userId", placed.call as placed, trade.is_removal_missed as "isRemovalMissed",
           ${isRelisting('placed')} as "isRelisting",
           (extract(epoch from placed.expires_at - now()) * 1000)::float8 as "leftMs"
         from trades as trade
         join orders as placed on placed.product_id = trade.product_id and placed.size = trade.size
           and placed.seq = case $3 when 'ask' then trade.ask_seq else trade.bid_seq end
         where trade.product_id = $1 and trade.id = $2`,
  row: {
    size: text,
    userId: text,
    placed: oneOf(ORDER_CALLS),
    isRemovalMissed: bool,
    isRelisting: bool,
    leftMs: orNull(float8),
  },
});

export interface DealOrdersOptions {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly queue: OrderQueue;
  readonly replacements: Pick<ReplacementOrders, 'send'>;
  /** True during the vacation of a seller, in which no ask of theirs is placed again. */
  readonly isAway: (sellerId: string) => Promise<boolean>;
  /** Notifies the user of an order that is not placed again. Repeatable. */
  readonly onRefused: (
    key: DealKey,
    refused: { readonly version: number; readonly to: Party },
  ) => Promise<void>;
}

/**
 * Places the orders of steps through the queue of all orders, after their transactions. An order keeps its expiry, and
 * its seller's choice whether it is relisted. One that never rested, and so has no expiry, gets the usual lifetime. It
 * is not placed again if its user no longer wants it: it has expired, its seller tried to remove it, or is away.
 */
export class DealOrders {
  constructor(private readonly options: DealOrdersOptions) {
    const { pool, jobs, queue, isAway, onRefused } = options;
    jobs.register(DEAL_ORDERS, {
      work: async ({ productId, id, version, call, priceCents }) => {
        const key = { productId, id };
        const order = await READ_ORDER.row(pool, [productId, id, call]);
        if (order) {
          const { size, userId, isRemovalMissed, isRelisting } = order;
          const leftMs = lifetimeLeft(order);
          const isUnwanted =
            (leftMs !== null && leftMs < 1) ||
            (call === 'ask' && (isRemovalMissed || (await isAway(userId))));
          const orderId = orderIdOf(key, version);
          const kept = { isRelisting, ...(leftMs !== null && { lifetimeMs: Math.floor(leftMs) }) };
          const placement = { call, userId, productId, size, priceCents, orderId, ...kept };
          // The book knows if an earlier run has placed it.
          const answer = await queue.place({ ...placement, isLate: isUnwanted });
          if (answer.kind === 'refused') {
            await onRefused(key, { version, to: call === 'ask' ? 'seller' : 'buyer' });
          }
        }
      },
    });
  }

  /** Places the orders of a step after its transaction. Those of a buyer's choice decide about the deal. */
  async send(tx: Transaction, key: DealKey, { deal, orders }: Stepped): Promise<void> {
    const { productId, id } = key;
    for (const { call, priceCents } of orders) {
      if (deal.choice !== 'none') {
        await this.options.replacements.send(tx, key, deal.version, { call, priceCents });
      } else if (call === 'ask' || call === 'bid') {
        const { version } = deal;
        await this.options.jobs.send(tx, DEAL_ORDERS, { productId, id, version, call, priceCents });
      } else {
        throw new Error(`Only a choice has orders such as ${call}: ${nameOfDeal(key)}.`);
      }
    }
  }
}

/** The rest of an order's lifetime in milliseconds; null if it lasts until it is cancelled. */
function lifetimeLeft({ placed, leftMs }: RowOf<typeof READ_ORDER>): number | null {
  return placed === 'sell' || placed === 'buy' ? lifetimeMs(DEFAULT_LIFETIME_DAYS) : leftMs;
}

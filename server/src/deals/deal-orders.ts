import type { Party } from '@perkex/core/deals/deal.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import type pg from 'pg';
import { z } from 'zod';
import { statement, text } from '../database/statement.js';
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

const READ_PARTIES = statement({
  name: 'read-parties-of-order',
  text: `select size, seller_id as "sellerId", buyer_id as "buyerId" from trades where product_id = $1 and id = $2`,
  row: { size: text, sellerId: text, buyerId: text },
});

export interface DealOrdersOptions {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly queue: OrderQueue;
  readonly replacements: Pick<ReplacementOrders, 'send'>;
  /** Notifies the user of an order that the book has refused. Repeatable. */
  readonly onRefused: (
    key: DealKey,
    refused: { readonly version: number; readonly to: Party },
  ) => Promise<void>;
}

/** Places the orders of steps through the queue of all orders, after their transactions. */
export class DealOrders {
  constructor(private readonly options: DealOrdersOptions) {
    const { pool, jobs, queue, onRefused } = options;
    jobs.register(DEAL_ORDERS, {
      work: async ({ productId, id, version, call, priceCents }) => {
        const key = { productId, id };
        const trade = await READ_PARTIES.row(pool, [productId, id]);
        if (trade) {
          const { size, sellerId, buyerId } = trade;
          const userId = call === 'ask' ? sellerId : buyerId;
          const orderId = orderIdOf(key, version);
          const placement = { call, userId, productId, size, priceCents, orderId, isLate: false };
          if ((await queue.place(placement)).kind === 'refused') {
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

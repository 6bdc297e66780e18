import { createHash } from 'node:crypto';
import type { Stepped } from '@perkex/core/deals/step.js';
import type pg from 'pg';
import { z } from 'zod';
import { statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import { type DealKey, nameOfDeal } from './deal-key.js';

/** An order of a party of a deal, in the book of its trade. */
export interface DealPlacement {
  readonly call: 'ask' | 'bid';
  readonly userId: string;
  readonly productId: number;
  readonly size: string;
  readonly priceCents: number;
  readonly orderId: string;
}

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
  /** Places an order as its user would. The book judges an id once. @throws if it could not be judged */
  readonly place: (placement: DealPlacement) => Promise<unknown>;
}

/** Places the orders of steps again, after an undone or unpaid trade, through the queue of all orders. */
export class DealOrders {
  constructor(private readonly options: DealOrdersOptions) {
    options.jobs.register(DEAL_ORDERS, {
      work: async ({ productId, id, version, call, priceCents }) => {
        const key = { productId, id };
        const trade = await READ_PARTIES.row(options.pool, [productId, id]);
        if (trade) {
          const { size, sellerId, buyerId } = trade;
          const userId = call === 'ask' ? sellerId : buyerId;
          const orderId = orderIdOf(key, version);
          await options.place({ call, userId, productId, size, priceCents, orderId });
        }
      },
    });
  }

  /**
   * Places the orders of a step after its transaction.
   * @throws for the orders of a buyer's choice, whose money would have to be carried over
   */
  async send(tx: Transaction, key: DealKey, { deal, orders }: Stepped): Promise<void> {
    for (const { call, priceCents } of orders) {
      if (deal.choice !== 'none' || call === 'cancel-bid' || call === 'buy' || call === 'sell') {
        throw new Error(`The orders of a choice are not placed yet: ${nameOfDeal(key)}.`);
      }
      const { productId, id } = key;
      await this.options.jobs.send(tx, DEAL_ORDERS, {
        productId,
        id,
        version: deal.version,
        call,
        priceCents,
      });
    }
  }
}

/** The client order id of a step's order: a step has one order at most, and a repeated job must not place another. */
function orderIdOf({ productId, id }: DealKey, version: number): string {
  const hash = createHash('sha256').update(`deal-order/${productId}/${id}/${version}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join('-');
}

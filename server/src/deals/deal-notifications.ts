import { DEAL_NEWS } from '@perkex/core/deals/deal-news.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import type { DealNotice } from '@perkex/core/notifications/notifications.js';
import type pg from 'pg';
import { z } from 'zod';
import { int4, statement, text } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import type { DealKey } from './deal-key.js';

/** One at a time: the transactions of a writer of notifications follow each other. */
export const DEAL_NOTIFICATIONS = jobKind({
  name: 'deal-notification',
  data: z.object({
    productId: z.number(),
    id: z.string(),
    version: z.number(),
    atMs: z.number(),
    news: z.array(z.object({ to: z.enum(['buyer', 'seller']), news: z.enum(DEAL_NEWS) })),
  }),
  keyOf: ({ productId, id, version }) => `${productId}/${id}/${version}`,
  retries: retriesForAMonth(1),
  atOnce: 1,
});

const READ_TRADE = statement({
  name: 'read-trade-of-notification',
  text: `select size, seller_id as "sellerId", buyer_id as "buyerId", price_cents as "priceCents"
         from trades where product_id = $1 and id = $2`,
  row: { size: text, sellerId: text, buyerId: text, priceCents: int4 },
});

export interface DealNotificationsOptions {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  /** Stores notifications, each once, and sends their mails. */
  readonly write: (tx: Transaction, notices: readonly DealNotice[]) => Promise<void>;
}

/** Notifies the parties of the steps of their deals, after the transactions of the steps. */
export class DealNotifications {
  constructor(private readonly options: DealNotificationsOptions) {
    const { pool, write } = options;
    options.jobs.register(DEAL_NOTIFICATIONS, {
      work: ({ productId, id, version, atMs, news }) =>
        transaction(pool, async (tx) => {
          const trade = await READ_TRADE.row(tx, [productId, id]);
          if (trade) {
            const { size, sellerId, buyerId, priceCents } = trade;
            const notices = news.map(
              ({ to, news: dealNews }): DealNotice => ({
                kind: 'deal',
                userId: to === 'buyer' ? buyerId : sellerId,
                side: to === 'buyer' ? 'bid' : 'ask',
                productId,
                size,
                priceCents,
                dealId: id,
                dealVersion: version,
                dealNews,
                atMs,
              }),
            );
            await write(tx, notices);
          }
        }),
    });
  }

  /** Sends the job of a step, in its transaction. */
  async send(tx: Transaction, key: DealKey, stepped: Stepped): Promise<void> {
    const job = notificationJob(key, stepped);
    if (job) {
      await this.options.jobs.send(tx, DEAL_NOTIFICATIONS, job);
    }
  }
}

/** The data of the job of a step; null if it notifies no party. */
export function notificationJob({ productId, id }: DealKey, { deal, notifications }: Stepped) {
  const news = notifications.flatMap((notice) => ('news' in notice ? [notice] : []));
  const { version, atMs } = deal;
  return news.length === 0 ? null : { productId, id, version, atMs, news };
}

import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { Party } from '@perkex/core/deals/deal.js';
import { DEAL_NEWS } from '@perkex/core/deals/deal-news.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import type { DealNotice } from '@perkex/core/notifications/notifications.js';
import type pg from 'pg';
import { z } from 'zod';
import { databaseTime } from '../database/database-time.js';
import { int4, type RowOf, statement, text, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import { amongDealKeys, DEAL_KEYS, type DealKey } from './deal-key.js';

/** One at a time: the transactions of a writer of notifications follow each other. */
export const DEAL_NOTIFICATIONS = jobKind({
  name: 'deal-notification',
  data: z.object({
    productId: z.number(),
    id: z.string(),
    version: z.number(),
    atMs: z.number(),
    news: z.array(z.object({ to: z.enum(DEAL_PARTIES), news: z.enum(DEAL_NEWS) })),
  }),
  keyOf: ({ productId, id, version, news }) =>
    [productId, id, version, ...news.map(({ news: each }) => each)].join('/'),
  retries: retriesForAMonth(1),
  atOnce: 1,
  together: 200,
});

const READ_TRADES = statement({
  name: 'read-trades-of-notifications',
  text: `select trade.id, trade.size, trade.seller_id as "sellerId", trade.buyer_id as "buyerId",
           trade.price_cents as "priceCents"
         from ${DEAL_KEYS.as('notified')}
         join trades as trade on trade.product_id = notified.product_id and trade.id = notified.id
         where ${amongDealKeys('trade')}`,
  row: { id: uuid, size: text, sellerId: text, buyerId: text, priceCents: int4 },
});

type DealNotification = z.infer<typeof DEAL_NOTIFICATIONS.data>;
type NotifiedTrade = RowOf<typeof READ_TRADES>;

export interface DealNotificationsOptions {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  /** Stores notifications, each once, and sends their mails. The open pages of all users concerned are read again. */
  readonly write: (
    tx: Transaction,
    notices: readonly DealNotice[],
    concerned: readonly string[],
  ) => Promise<void>;
}

/** Notifies the parties of the steps of their deals, after the transactions of the steps. */
export class DealNotifications {
  constructor(private readonly options: DealNotificationsOptions) {
    options.jobs.register(DEAL_NOTIFICATIONS, {
      work: (one) => this.notify([one]),
      workTogether: (all) => this.notify(all),
    });
  }

  /** Sends the job of a step, in its transaction. */
  async send(tx: Transaction, key: DealKey, stepped: Stepped): Promise<void> {
    const job = notificationJob(key, stepped);
    if (job) {
      await this.options.jobs.send(tx, DEAL_NOTIFICATIONS, job);
    }
  }

  /** Notifies a party that the order of a step was refused by the book. */
  async sendRefused(
    { productId, id }: DealKey,
    { version, to }: { readonly version: number; readonly to: Party },
  ): Promise<void> {
    const { pool, jobs } = this.options;
    const news = [{ to, news: 'order-refused' as const }];
    const atMs = await databaseTime(pool);
    await jobs.send(pool, DEAL_NOTIFICATIONS, { productId, id, version, atMs, news });
  }

  private async notify(all: readonly DealNotification[]): Promise<void> {
    const { pool, write } = this.options;
    await transaction(pool, async (tx) => {
      const rows = await READ_TRADES.rows(tx, DEAL_KEYS.values(all));
      const tradeById = new Map(rows.map((trade) => [trade.id, trade]));
      await write(
        tx,
        all.flatMap((one) => noticesOf(one, tradeById.get(one.id))),
        // The other side sees the new state, too.
        rows.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]),
      );
    });
  }
}

function noticesOf(
  { productId, id, version, atMs, news }: DealNotification,
  trade: NotifiedTrade | undefined,
): DealNotice[] {
  if (!trade) {
    return [];
  }
  const { size, sellerId, buyerId, priceCents } = trade;
  return news.map(({ to, news: dealNews }) => ({
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
  }));
}

/** The data of the job of a step; null if it notifies no party. */
export function notificationJob({ productId, id }: DealKey, { deal, notifications }: Stepped) {
  const news = notifications.flatMap((notice) => ('news' in notice ? [notice] : []));
  const { version, atMs } = deal;
  return news.length === 0 ? null : { productId, id, version, atMs, news };
}

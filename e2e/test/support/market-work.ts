import type { Deal } from '@perkex/core/deals/deal.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { transaction } from '@perkex/server/database/transaction.js';
import type { DealKey } from '@perkex/server/deals/deal-key.js';
import { readDeal } from '@perkex/server/deals/read-deal.js';
import { takeStep } from '@perkex/server/deals/take-step.js';
import { expect, vi } from 'vitest';
import { consumeAll } from '../../../server/test/consumers.js';
import { NO_HOLIDAYS } from '../../../server/test/deals.js';
import type { Account, OrderToPlace } from '../../src/accounts.js';
import type { Shop } from './shop.js';

const PATIENCE = { timeout: 60_000, interval: 50 };

/** The work of the market in the background, once: it opens deals, and makes calls to the provider. */
async function work({ app: { database, deals, payments } }: Shop): Promise<void> {
  for (const consumer of deals.consumers) {
    await consumeAll(database, consumer);
  }
  for (const { work } of payments.maintenance) {
    await work();
  }
}

/** A deal whose provider, clock and desk do as the test says, with everything that follows from it. */
export class WorkingDeal {
  private constructor(
    private readonly shop: Shop,
    readonly key: DealKey,
    /** The order of each side. */
    readonly order: OrderToPlace,
  ) {}

  /** A new trade at 200$, which the buyer has taken. The market's jobs must have started. */
  static async open(shop: Shop, seller: Account, buyer: Account): Promise<WorkingDeal> {
    const { id: productId, name } = await shop.product();
    const order = { name, size: '9', price: 200 };
    await seller.order('ask', order);
    await buyer.order('buy', order);
    await work(shop);
    const { rows } = await shop.app.database.pool.query<DealKey>(
      'select product_id as "productId", id from deals where product_id = $1',
      [productId],
    );
    return new WorkingDeal(shop, rows[0] as DealKey, order);
  }

  get path(): string {
    return `/dashboard/orders/${this.key.id}`;
  }

  /** Causes an event that is neither party's. @param later in days from now */
  async happens(who: 'clock' | 'provider' | 'ann' | 'bob', event: DealEvent, later = 0): Promise<void> {
    const kind = who === 'ann' || who === 'bob' ? 'member' : who;
    const { database, deals } = this.shop.app;
    await transaction(database.pool, async (tx) => {
      const command = { event, actor: { kind, id: who }, seenVersion: null } as const;
      const moment = { nowMs: Date.now() + later * 86_400_000, holidays: NO_HOLIDAYS };
      const result = await takeStep(tx, this.key, command, moment);
      if (result?.kind !== 'stepped') {
        throw new Error(`${event.type} was refused.`);
      }
      await deals.userSteps?.onStepped(tx, this.key, result);
    });
  }

  /** Waits until the market has brought the deal there. */
  async until(expected: object): Promise<Deal> {
    return vi.waitFor(async () => {
      await work(this.shop);
      const deal = (await readDeal(this.shop.app.database.pool, this.key))?.deal;
      expect(deal).toMatchObject(expected);
      return deal as Deal;
    }, PATIENCE);
  }
}

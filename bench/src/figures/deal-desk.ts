import { setTimeout as pause } from 'node:timers/promises';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { nextDealStep } from '@perkex/demo/next-deal-step.js';
import { databaseTime } from '@perkex/server/database/database-time.js';
import { transaction } from '@perkex/server/database/transaction.js';
import type { DealKey } from '@perkex/server/deals/deal-key.js';
import { DEAL_NOTIFICATIONS, notificationJob } from '@perkex/server/deals/deal-notifications.js';
import { lockStoredDeal, stepLockedDeal } from '@perkex/server/deals/take-step.js';
import { usersOfDeal } from '@perkex/server/deals/users-of-deal.js';
import { storeJobs } from '@perkex/server/jobs/store-jobs.js';
import type pg from 'pg';

const WORKERS = 4;
const DEALS_AT_ONCE = 200;
const PAUSE_MS = 50;
const HOLIDAYS: ReadonlySet<string> = new Set();
const PARTIES = new Set(['buyer', 'seller'] as const);

/** Takes the steps of sellers, a desk, a carrier and buyers, as soon as a deal waits for one. The server pays. */
export class DealDesk {
  private isOver = false;
  private readonly working: Promise<void>;

  constructor(private readonly pool: pg.Pool) {
    this.working = this.work();
  }

  /** Resolves once no step is under way. @throws the error of a step that failed */
  async close(): Promise<void> {
    this.isOver = true;
    await this.working;
  }

  private async work(): Promise<void> {
    while (!this.isOver) {
      const waiting = await this.findWaiting();
      await Promise.all(
        Array.from({ length: WORKERS }, async (_, worker) => {
          for (let index = worker; index < waiting.length && !this.isOver; index += WORKERS) {
            await this.advance(waiting[index] as DealKey);
          }
        }),
      );
      await pause(PAUSE_MS);
    }
  }

  private async findWaiting(): Promise<DealKey[]> {
    const { rows } = await this.pool.query<DealKey>(
      `select product_id as "productId", id from deals
       where state in ('paid', 'shipped', 'received', 'verified', 'sent', 'delivered') and ending is null
       order by at limit $1`,
      [DEALS_AT_ONCE],
    );
    return rows;
  }

  private async advance(key: DealKey): Promise<void> {
    await transaction(this.pool, async (tx) => {
      const stored = await lockStoredDeal(tx, key);
      const next = stored && nextDealStep(stored.deal, PARTIES, false);
      if (!stored || !next) {
        return;
      }
      const { by, type } = next;
      const parties = await usersOfDeal(tx, key);
      const actor =
        by === 'buyer' || by === 'seller'
          ? { kind: by, id: parties[by] }
          : { kind: by === 'carrier' ? ('provider' as const) : ('member' as const), id: 'bench' };
      const event: DealEvent = { type };
      const command = { event, actor, seenVersion: stored.deal.version };
      const moment = { nowMs: await databaseTime(tx), holidays: HOLIDAYS };
      const result = await stepLockedDeal(tx, stored, command, moment);
      if (result.kind === 'refused') {
        throw new Error(`${type} was refused in ${result.state}: ${result.code}.`);
      }
      const job = notificationJob(key, result);
      if (job) {
        await storeJobs(tx, DEAL_NOTIFICATIONS, [job]);
      }
    });
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { ByParty } from '@perkex/core/deals/by-party.js';
import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import { nextDealStep } from '@perkex/demo/next-deal-step.js';
import { databaseTime } from '@perkex/server/database/database-time.js';
import { transaction } from '@perkex/server/database/transaction.js';
import type { DealKey } from '@perkex/server/deals/deal-key.js';
import { DEAL_NOTIFICATIONS, notificationJob } from '@perkex/server/deals/deal-notifications.js';
import { lockFreeDeals, stepLockedDeals } from '@perkex/server/deals/take-step.js';
import { usersOfDeals } from '@perkex/server/deals/users-of-deal.js';
import { storeJobs } from '@perkex/server/jobs/store-jobs.js';
import type pg from 'pg';

const DEALS_AT_ONCE = 200;
/** As in a batch of a server. */
const DEALS_TOGETHER = 20;
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
      for (const group of inPieces(waiting, DEALS_TOGETHER)) {
        if (!this.isOver) {
          await this.advance(group);
        }
      }
      if (waiting.length < DEALS_AT_ONCE) {
        await pause(PAUSE_MS);
      }
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

  /** Takes the next step of each of these deals that no other transaction works on. */
  private async advance(keys: readonly DealKey[]): Promise<void> {
    await transaction(this.pool, async (tx) => {
      const waiting = (await lockFreeDeals(tx, keys)).flatMap((stored) => {
        const next = nextDealStep(stored.deal, PARTIES, false);
        return next ? [{ stored, next }] : [];
      });
      const parties = await usersOfDeals(
        tx,
        waiting.map(({ stored }) => stored.key),
      );
      const commands = waiting.map(({ stored, next: { by, type } }, index) => {
        const actor =
          by === 'buyer' || by === 'seller'
            ? { kind: by, id: (parties[index] as ByParty<string>)[by] }
            : { kind: by === 'carrier' ? ('provider' as const) : ('member' as const), id: 'bench' };
        const event: DealEvent = { type };
        return { stored, command: { event, actor, seenVersion: stored.deal.version } };
      });
      const moment = { nowMs: await databaseTime(tx), holidays: HOLIDAYS };
      const results = await stepLockedDeals(tx, commands, moment);
      const jobs = results.flatMap((result, index) => {
        const { stored, command } = commands[index] as (typeof commands)[number];
        if (result.kind === 'refused') {
          throw new Error(`${command.event.type} was refused in ${result.state}: ${result.code}.`);
        }
        return notificationJob(stored.key, result) ?? [];
      });
      await storeJobs(tx, DEAL_NOTIFICATIONS, jobs);
    });
  }
}

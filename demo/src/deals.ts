import type { ByParty } from '@perkex/core/deals/by-party.js';
import type { Deal, Party } from '@perkex/core/deals/deal.js';
import type { Actor } from '@perkex/core/deals/deal-event.js';
import { isParcelStep } from '@perkex/core/deals/desk-steps.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import { TRADER_PREFIX } from '@perkex/server/accounts/is-demo-market.js';
import { databaseTime } from '@perkex/server/database/database-time.js';
import { type Transaction, transaction } from '@perkex/server/database/transaction.js';
import type { DealKey } from '@perkex/server/deals/deal-key.js';
import { saveParcel } from '@perkex/server/deals/parcels-from-us.js';
import { savePartyStep } from '@perkex/server/deals/party-step-rows.js';
import { lockStoredDeal, stepLockedDeal } from '@perkex/server/deals/take-step.js';
import { usersOfDeal } from '@perkex/server/deals/users-of-deal.js';
import type { DemoDealsOptions } from '@perkex/server/demonstration.js';
import { jobKind } from '@perkex/server/jobs/job-kind.js';
import { hasMembers } from '@perkex/server/users/members.js';
import { z } from 'zod';
import { type DemoStep, nextDealStep } from './next-deal-step.js';

/** The pause before a step: visitors can watch a deal, and undo it before the seller has shipped. */
const PAUSE_SECONDS = { ship: 60, other: 20 };

/** The share of the house accounts' pairs that fail the verification, so that visitors see a deal fail, too. */
const FAILING_SHARE = 1 / 12;

/** The parties of a deal between house accounts. */
const BOTH = 2;

const DEMO_DEAL_STEPS = jobKind({
  name: 'demo-deal-step',
  data: z.object({ productId: z.number(), id: z.string(), version: z.number() }),
  keyOf: ({ productId, id, version }) => `${productId}/${id}/${version}`,
  retries: { attempts: 10, firstPauseSeconds: 5, longestPauseSeconds: 600 },
  atOnce: 1,
});

/**
 * Continues the deals of the demonstration market: house accounts ship and confirm, a desk verifies, a carrier
 * delivers. Each step is a job, sent by the step before it.
 */
export class DemoDeals {
  constructor(
    private readonly options: DemoDealsOptions,
    private readonly failingShare = FAILING_SHARE,
  ) {
    options.jobs.register(DEMO_DEAL_STEPS, {
      work: ({ productId, id, version }) =>
        transaction(options.pool, (tx) => this.advance(tx, { productId, id }, version)),
    });
  }

  /** Sends the job of the next step, in the transaction of the step before it. */
  async send(tx: Transaction, key: DealKey, { deal }: Stepped): Promise<void> {
    const next = await this.nextStep(tx, key, deal, await usersOfDeal(tx, key));
    if (next) {
      const { productId, id } = key;
      const afterSeconds = PAUSE_SECONDS[next.type === 'ship' ? 'ship' : 'other'];
      await this.options.jobs.send(
        tx,
        DEMO_DEAL_STEPS,
        { productId, id, version: deal.version },
        { afterSeconds },
      );
    }
  }

  /** Takes the next step, unless another one came first: it has sent a job of its own. */
  private async advance(tx: Transaction, key: DealKey, version: number): Promise<void> {
    const { holidays, newId, onStepped } = this.options;
    const stored = await lockStoredDeal(tx, key);
    if (stored?.deal.version !== version) {
      return;
    }
    const parties = await usersOfDeal(tx, key);
    const next = await this.nextStep(tx, key, stored.deal, parties);
    if (!next) {
      return;
    }
    const command = { event: { type: next.type }, actor: actorOf(next.by, parties), seenVersion: version };
    const moment = { nowMs: await databaseTime(tx), holidays };
    const result = await stepLockedDeal(tx, stored, command, moment);
    if (result.kind === 'refused') {
      throw new Error(`The demonstration's ${next.type} was refused in ${result.state}: ${result.code}.`);
    }
    const trackingNumber = `1Z${newId().replaceAll('-', '').slice(0, 16).toUpperCase()}`;
    const parcel = { carrier: 'ups', trackingNumber } as const;
    if (next.type === 'ship') {
      const details = { ...parcel, problem: null, reason: null };
      await savePartyStep(tx, key, result.deal.version, { id: newId(), type: next.type, ...details });
    }
    if (isParcelStep(next.type)) {
      await saveParcel(tx, key, result, parcel);
    }
    await onStepped(tx, key, result);
  }

  /** Once the market has members, they do the desk's work on the deals of visitors. */
  private async nextStep(
    tx: Transaction,
    key: DealKey,
    deal: Deal,
    parties: ByParty<string>,
  ): Promise<DemoStep | null> {
    const houses = housesOf(parties);
    const next = nextDealStep(deal, houses, this.isFailing(key));
    const isOfDesk = next?.by === 'desk' || next?.by === 'second-member';
    return isOfDesk && houses.size < BOTH && (await hasMembers(tx)) ? null : next;
  }

  /** The same for all steps of a deal: by the random end of its id. */
  private isFailing({ id }: DealKey): boolean {
    return Number.parseInt(id.slice(-8), 16) / 2 ** 32 < this.failingShare;
  }
}

function housesOf(parties: ByParty<string>): ReadonlySet<Party> {
  return new Set((['buyer', 'seller'] as const).filter((party) => parties[party].startsWith(TRADER_PREFIX)));
}

function actorOf(by: DemoStep['by'], parties: ByParty<string>): Actor {
  switch (by) {
    case 'buyer':
    case 'seller':
      return { kind: by, id: parties[by] };
    case 'desk':
    case 'second-member':
      return { kind: 'member', id: `demo-${by}` };
    case 'carrier':
      return { kind: 'provider', id: 'demo-carrier' };
  }
}

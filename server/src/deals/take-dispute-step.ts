import type { DealCommand, DisputeEvent } from '@perkex/core/deals/deal-event.js';
import {
  disputableCents,
  disputeOf,
  disputeOfCarried,
  hasPassedOn,
  ownDisputableCents,
} from '@perkex/core/deals/disputes.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import type { DealRefused, Stepped } from '@perkex/core/deals/step.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from './deal-key.js';
import type { StoredDeal } from './deal-row.js';
import { readLinks } from './replacement-rows.js';
import { lockStoredDeal, type OnStepped, stepLockedDeal } from './take-step.js';

export interface DisputeCommand extends DealCommand {
  readonly event: DisputeEvent;
  /** The part of the payment that is disputed; all of it if absent. */
  readonly disputedCents?: number | undefined;
}

/**
 * Takes the step of a chargeback in the deal that collected the payment, and in the deals that have its money now. They
 * lose what exceeds the money of the first.
 * @returns the step of the first, a refusal, or null without such a deal
 */
export async function takeDisputeStep(
  tx: Transaction,
  key: DealKey,
  { event: { type }, disputedCents = Infinity, ...by }: DisputeCommand,
  moment: Moment,
  onStepped: OnStepped,
): Promise<Stepped | DealRefused | null> {
  const payer = await lockStoredDeal(tx, key);
  if (!payer) {
    return null;
  }
  // Older deals are locked first, as by the choices of buyers, so that no two transactions wait for each other.
  const others = hasPassedOn(payer.deal) ? await lockDealsWithPayment(tx, payer) : [];
  const commands = [{ stored: payer, event: disputeOf(type, payer.deal, disputedCents) }];
  let restCents = disputedCents - ownDisputableCents(payer.deal);
  for (const stored of others) {
    if (restCents > 0 || type === 'dispute-won') {
      commands.push({ stored, event: disputeOfCarried(type, stored.deal, restCents) });
    }
    restCents -= disputableCents(stored.deal);
  }
  let first: Stepped | DealRefused | null = null;
  for (const { stored, event } of commands) {
    const result = await stepLockedDeal(tx, stored, { ...by, event }, moment);
    first ??= result;
    if (result.kind === 'stepped') {
      await onStepped(tx, stored.key, result);
    } else if (first.kind === 'refused') {
      break;
    }
  }
  return first;
}

/** Locks the deals to which the payment of a locked deal has gone since, except those that have passed all of it on. */
async function lockDealsWithPayment(tx: Transaction, payer: StoredDeal): Promise<StoredDeal[]> {
  const holders: StoredDeal[] = [];
  const { productId } = payer.key;
  let { replacedBy } = await readLinks(tx, payer.key);
  while (replacedBy !== null) {
    const holder = await lockStoredDeal(tx, { productId, id: replacedBy });
    if (!holder || holder.deal.carriedCents === 0) {
      break;
    }
    if (disputableCents(holder.deal) > 0) {
      holders.push(holder);
    }
    ({ replacedBy } = await readLinks(tx, holder.key));
  }
  return holders;
}

import { isFinal } from '@perkex/core/deals/deal.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import type { OrderPlace } from '../books/order-place.js';
import { databaseTime } from '../database/database-time.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from './deal-key.js';
import type { StoredDeal } from './deal-row.js';
import {
  findLastReplacement,
  findReplacementsOfOrders,
  findReplacementsOfTrades,
  type ReplacementKey,
  saveReplacedBy,
} from './replacement-rows.js';
import { byClock, stepByClock } from './sweep-deals.js';
import { type DealSteps, lockDeal, lockStoredDeal, stepLockedDeal } from './take-step.js';

/**
 * Settles the choices whose orders have traded or were cancelled. The money of a failed deal is carried over in the
 * transaction that opens the new deal: nothing else can collect its payment before. The deal of a trade whose choice
 * has ended in the meantime, or whose payment is disputed, is an ordinary one.
 */
export async function settleChoices(
  tx: Transaction,
  opened: readonly DealKey[],
  cancelledBids: readonly OrderPlace[],
  steps: DealSteps,
): Promise<void> {
  const traded = opened.length > 0 ? await findReplacementsOfTrades(tx, opened) : [];
  const cancelled = cancelledBids.length > 0 ? await findReplacementsOfOrders(tx, cancelledBids) : [];
  // Before the first step, which also locks the sums of its users: other steps lock their deal first, too.
  for (const key of [...traded, ...cancelled]) {
    await lockDeal(tx, key);
  }
  for (const { tradeId, ...key } of traded) {
    await replaceDeal(tx, key, tradeId, steps);
  }
  for (const key of cancelled) {
    const former = await lockExpecting(tx, key);
    if (former) {
      await endChoice(tx, former, steps);
    }
  }
}

/** Locks a deal if its buyer still waits for the order of this version. */
export async function lockExpecting(tx: Transaction, key: ReplacementKey): Promise<StoredDeal | null> {
  const stored = await lockStoredDeal(tx, key);
  return stored && isExpecting(stored) && (await findLastReplacement(tx, key)) === key.version
    ? stored
    : null;
}

/** True if the buyer still waits for an order. A lost chargeback can let a deal close before its order trades. */
export function isExpecting({ deal: { choice, state } }: StoredDeal): boolean {
  return (choice === 'wait' || choice === 'lowest-ask') && !isFinal(state);
}

/** The order of a choice did not trade: the buyer chooses again, or gets a refund if the time to choose is over. */
export async function endChoice(tx: Transaction, former: StoredDeal, steps: DealSteps): Promise<void> {
  await stepByClock(tx, former, { type: 'replacement-failed' }, await momentOf(tx, steps), steps.onStepped);
}

async function replaceDeal(
  tx: Transaction,
  key: ReplacementKey,
  tradeId: string,
  steps: DealSteps,
): Promise<void> {
  const former = await lockExpecting(tx, key);
  const opened = former && (await lockStoredDeal(tx, { productId: key.productId, id: tradeId }));
  if (!former || !opened) {
    return;
  }
  const { onStepped } = steps;
  const moment = await momentOf(tx, steps);
  const { buyerTotalCents } = opened.deal.terms;
  const traded = byClock({ type: 'replacement-traded', buyerTotalCents });
  const replaced = await stepLockedDeal(tx, former, traded, moment);
  if (replaced.kind === 'refused') {
    // The payment is disputed.
    await endChoice(tx, former, steps);
    return;
  }
  await onStepped(tx, former.key, replaced);
  await saveReplacedBy(tx, key, tradeId);
  const { carriedOverCents } = replaced.deal;
  const { method } = opened.deal;
  await stepByClock(tx, opened, { type: 'pay', method, carriedCents: carriedOverCents }, moment, onStepped);
}

async function momentOf(tx: Transaction, { holidays }: DealSteps): Promise<Moment> {
  return { nowMs: await databaseTime(tx), holidays };
}

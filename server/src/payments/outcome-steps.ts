import { type DealEvent, isDispute } from '@perkex/core/deals/deal-event.js';
import type { Transaction } from '../database/transaction.js';
import type { StoredDeal } from '../deals/deal-row.js';
import { takeDisputeStep } from '../deals/take-dispute-step.js';
import { stepLockedDeal, takeStep } from '../deals/take-step.js';
import type { StepsOfProvider } from './settle-answers.js';

/**
 * Takes the steps of a locked deal that follow from an outcome. A refused event has happened before, or no longer
 * matters.
 * @param disputedCents of the payment; all of it if absent
 * @returns the events that were refused
 */
export async function takeOutcomeSteps(
  tx: Transaction,
  { provider, holidays, onStepped }: StepsOfProvider,
  stored: StoredDeal,
  events: readonly DealEvent[],
  nowMs: number,
  disputedCents?: number,
): Promise<DealEvent[]> {
  const { key } = stored;
  const moment = { nowMs, holidays };
  const by = { actor: { kind: 'provider', id: provider.name }, seenVersion: null } as const;
  const refused: DealEvent[] = [];
  for (const [index, event] of events.entries()) {
    const result = isDispute(event)
      ? await takeDisputeStep(tx, key, { ...by, event, disputedCents }, moment, onStepped)
      : index === 0
        ? await stepLockedDeal(tx, stored, { ...by, event }, moment)
        : await takeStep(tx, key, { ...by, event }, moment);
    if (result?.kind !== 'stepped') {
      refused.push(event);
    } else if (!isDispute(event)) {
      await onStepped(tx, key, result);
    }
  }
  return refused;
}

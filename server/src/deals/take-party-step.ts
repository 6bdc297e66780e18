import type { CallProblem } from '@perkex/contract/calls.js';
import { eventOfStep, possibleSteps } from '@perkex/core/deals/party-steps.js';
import type { DealRefusal } from '@perkex/core/deals/refusals.js';
import { databaseTime } from '../database/database-time.js';
import type { Transaction } from '../database/transaction.js';
import type { Refusal } from '../http/problems.js';
import { lockUser } from '../users/lock-user.js';
import { countEarlierUndos } from './earlier-undos.js';
import { findRepeat, type RequestedStep, savePartyStep } from './party-step-rows.js';
import { findOwnDeal } from './read-own-deals.js';
import { type DealSteps, lockStoredDeal, stepLockedDeal } from './take-step.js';

/** A request of a user for a step of their deal. */
export interface StepRequest {
  readonly dealId: string;
  readonly step: RequestedStep;
  /** The version of the deal that the user saw. */
  readonly version: number;
}

const SENTENCES: Partial<Record<DealRefusal, string>> = {
  stale: 'This deal has changed in the meantime. Please look at it again.',
  'not-yours': 'This step belongs to the other side of the deal.',
  'wrong-state': 'This is not possible at this point of the deal.',
  'in-progress': 'Your payment is already being collected.',
  'already-done': 'This has already been done.',
  'too-late': 'It is too late to undo this trade.',
  'undo-limit': 'You have undone two trades in the last 30 days, which is the limit.',
  'not-overdue': 'This is possible once the deadline has passed.',
  'claim-open': 'Your claim has not been decided yet.',
  'no-choice': 'There is no choice to make.',
  'no-penalty': 'There is no penalty to appeal.',
};

/**
 * Takes a step of a user in a transaction that the caller commits. A repeated request, known by the id of its step,
 * changes nothing. Requests that are refused are not remembered.
 */
export async function takePartyStep(
  tx: Transaction,
  userId: string,
  { dealId, step, version }: StepRequest,
  { onStepped, holidays }: DealSteps,
): Promise<Refusal<CallProblem<'takeDealStep'>> | null> {
  const found = await findOwnDeal(tx, userId, dealId);
  if (!found) {
    return { refused: 'unknown-deal' };
  }
  const { key, party } = found;
  // Undos of the same user are counted one after the other.
  if (step.type === 'undo') {
    await lockUser(tx, userId);
  }
  const stored = await lockStoredDeal(tx, key);
  if (!stored) {
    return { refused: 'unknown-deal' };
  }
  const repeat = await findRepeat(tx, key, step);
  if (repeat !== null) {
    return repeat === 'same'
      ? null
      : { refused: 'id-reused', detail: 'This id belongs to another step of this deal.' };
  }
  const moment = { nowMs: await databaseTime(tx), holidays };
  // Counted only where it matters: the trades of a user are spread over all shards.
  const countUndos = () => countEarlierUndos(tx, userId, moment.nowMs);
  const earlierUndos = step.type === 'undo' ? await countUndos() : 0;
  const event = eventOfStep(step.type, {
    method: stored.deal.method,
    earlierUndos,
    hasMissedRemoval: stored.hasMissedRemoval,
    limitCents: step.limitCents ?? 0,
  });
  const command = { event, actor: { kind: party, id: userId }, seenVersion: version };
  const result = await stepLockedDeal(tx, stored, command, moment);
  if (result.kind === 'refused') {
    const { deal } = stored;
    const detail = SENTENCES[result.code];
    return {
      refused: 'step-refused',
      ...(detail !== undefined && { detail }),
      deal: {
        reason: result.code,
        state: deal.state,
        version: deal.version,
        steps: possibleSteps(
          deal,
          party,
          { earlierUndos: await countUndos(), hasMissedRemoval: stored.hasMissedRemoval },
          moment,
        ),
      },
    };
  }
  await savePartyStep(tx, key, result.deal.version, step);
  await onStepped(tx, key, result);
  return null;
}

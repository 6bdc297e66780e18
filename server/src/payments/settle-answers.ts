import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { type Transaction, transaction } from '../database/transaction.js';
import type { StoredDeal } from '../deals/deal-row.js';
import { lockFreeDeals, type OnStepped, stepLockedDeals } from '../deals/take-step.js';
import { type CallKey, isCollecting } from './call-name.js';
import { readCalls, type StoredCall, saveOutcomes } from './call-rows.js';
import { eventsOfOutcome } from './outcome-events.js';
import { CURRENCY, type KnownOutcome, type PaymentProvider } from './payment-provider.js';

export type DoneOutcome = Extract<KnownOutcome, { kind: 'done' }>;

/** The answer to an attempt, after which money has moved. */
export interface Answer {
  readonly key: CallKey;
  readonly outcome: DoneOutcome;
  /** The revision of the call when the attempt began. */
  readonly revision: number;
}

export function isExpected({ amountCents, currency }: DoneOutcome, call: StoredCall): boolean {
  return amountCents === call.amountCents && currency === CURRENCY;
}

export interface StepsOfProvider {
  readonly pool: pg.Pool;
  readonly provider: PaymentProvider;
  readonly holidays: Holidays;
  readonly onStepped: OnStepped;
}

/**
 * Settles answers whose only consequence is one step of their deal. Nothing happens to others: those of a deal that is
 * locked or has another answer here, and those that the deal refuses. If one fails, none is settled.
 * @returns for each, true if it is settled
 */
export function settleAnswers(
  { pool, provider, holidays, onStepped }: StepsOfProvider,
  answers: readonly Answer[],
): Promise<boolean[]> {
  return transaction(pool, async (tx) => {
    const { ready, nowMs } = await readyAnswers(tx, answers);
    const actor = { kind: 'provider', id: provider.name } as const;
    const commands = ready.map(({ stored, event }) => ({
      stored,
      command: { event, actor, seenVersion: null },
    }));
    const results = await stepLockedDeals(tx, commands, { nowMs, holidays });
    const settled: Answer[] = [];
    for (const [index, { answer }] of ready.entries()) {
      const result = results[index];
      if (result?.kind === 'stepped') {
        await onStepped(tx, answer.key, result);
        settled.push(answer);
      }
    }
    if (settled.length > 0) {
      await saveOutcomes(tx, settled);
    }
    return answers.map((answer) => settled.includes(answer));
  });
}

interface ReadyAnswer {
  readonly answer: Answer;
  readonly stored: StoredDeal;
  readonly event: DealEvent;
}

/**
 * Locks the deals of these answers. @returns those answers that can be settled together, and the time of the database
 */
async function readyAnswers(
  tx: Transaction,
  answers: readonly Answer[],
): Promise<{ readonly ready: readonly ReadyAnswer[]; readonly nowMs: number }> {
  const keys = answers.map(({ key }) => key);
  // Not together: on a distributed database, the deals of several products are locked one product after the other.
  const locked = await lockFreeDeals(tx, keys);
  const calls = await readCalls(tx, keys);
  const free = new Map(locked.map((stored) => [stored.key.id, stored]));
  const ready = answers.flatMap((answer, index): ReadyAnswer[] => {
    const call = calls[index] ?? null;
    const stored = free.get(answer.key.id);
    const [event, ...others] = eventsOfOutcome(answer.key, answer.outcome);
    if (!stored || !event || others.length > 0 || !isPlain(answer, call, stored)) {
      return [];
    }
    free.delete(answer.key.id);
    return [{ answer, stored, event }];
  });
  return { ready, nowMs: Math.max(0, ...calls.map((call) => call?.nowMs ?? 0)) };
}

/** True unless the answer is stale or unexpected, or the clock of its deal is paused. */
function isPlain(
  { key, outcome, revision }: Answer,
  call: StoredCall | null,
  { deal: { pausedMs } }: StoredDeal,
): boolean {
  return (
    call !== null &&
    call.revision === revision &&
    call.outcome === 'unknown' &&
    isExpected(outcome, call) &&
    (!isCollecting(key) || call.collectVersion === key.version) &&
    pausedMs === null
  );
}

import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import type { FastifyBaseLogger } from 'fastify';
import { type Transaction, together, transaction } from '../database/transaction.js';
import type { StoredDeal } from '../deals/deal-row.js';
import { byClock } from '../deals/sweep-deals.js';
import { lockStoredDeal, takeStep } from '../deals/take-step.js';
import { Batches } from '../process/batches.js';
import { type CallKey, isCollecting, nameOfCall } from './call-name.js';
import {
  postponeCheck,
  readCall,
  readCalls,
  type StoredCall,
  saveOutcomes,
  scheduleReversalCheck,
} from './call-rows.js';
import { hasDebtToPay } from './debt-payments.js';
import { eventsOfOutcome } from './outcome-events.js';
import { takeOutcomeSteps } from './outcome-steps.js';
import { isPausedByClock } from './pausing-actor.js';
import type { CallOutcome, KnownOutcome, ProviderRef } from './payment-provider.js';
import { ProviderUnavailableError } from './provider-unavailable-error.js';
import {
  type Answer,
  type DoneOutcome,
  isExpected,
  type StepsOfProvider,
  settleAnswers,
} from './settle-answers.js';

export interface PaymentReconcilerOptions extends StepsOfProvider {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The cause of a check. While a call is being made, its job decides whether a decline is final. */
type Cause = 'call' | 'check';

/** The maximum number of reads in one check: another check may settle the call in between. Its job then repeats it. */
const MAX_READS = 5;

/**
 * The result of a check: nothing to do, an answer from before another change, or a payment that its deal does not want.
 */
type FollowUp =
  | { readonly kind: 'none' | 'stale' }
  | { readonly kind: 'unwanted'; readonly ref: ProviderRef };

const NONE: FollowUp = { kind: 'none' };

/** The outcomes of a call after which another answer of the provider follows. */
const UNDER_WAY: readonly StoredCall['outcome'][] = [null, 'unknown', 'pending', 'needs-buyer'];

interface Facts {
  readonly call: StoredCall;
  readonly stored: StoredDeal;
  readonly outcome: KnownOutcome;
  readonly cause: Cause;
}

/**
 * The only path by which outcomes reach a deal: answers to calls, webhooks and due checks. No connection is held while
 * the provider is asked. An answer is applied only if the call has not changed since the question, and otherwise the
 * provider is asked again. So outcomes are applied in order.
 */
export class PaymentReconciler {
  private readonly answers: Batches<Answer, boolean>;
  private readonly calls: Batches<CallKey, StoredCall | null>;

  constructor(private readonly options: PaymentReconcilerOptions) {
    this.answers = new Batches((answers) => settleAnswers(options, answers));
    this.calls = new Batches((keys) => readCalls(options.pool, keys));
  }

  /** Reads a call, with others that are wanted at the same time; null if there is none. */
  readCall(key: CallKey): Promise<StoredCall | null> {
    return this.calls.add(key);
  }

  /**
   * Checks a reference that a webhook names. Nothing happens if it belongs to no call.
   * @throws ProviderUnavailableError without an answer
   */
  async reconcileRef(ref: ProviderRef): Promise<void> {
    const { provider } = this.options;
    const { call, outcome } = await provider.retrieve(ref);
    if (call && !(await this.isSettled(call, ref, outcome))) {
      await this.reconcile(call, ref, 'check');
    } else if (!call && outcome.kind === 'unknown') {
      throw noAnswer(ref);
    }
  }

  /** Checks the reference of a call. @throws ProviderUnavailableError without an answer */
  async reconcile(key: CallKey, ref: ProviderRef, cause: Cause): Promise<void> {
    const { pool } = this.options;
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const call = await readCall(pool, key);
      if (!call) {
        this.alarm(key, 'the provider knows a call that does not exist here');
        return;
      }
      const outcome = await this.read(key, ref);
      if (outcome.kind === 'unknown') {
        await transaction(pool, (tx) => postponeCheck(tx, key));
        await this.pauseClock(key);
        break;
      }
      if (await this.settle(key, outcome, cause, call.revision)) {
        return;
      }
    }
    throw noAnswer(nameOfCall(key));
  }

  /**
   * Settles a call of which the provider has created nothing.
   * @param revision of the call at which that was known; null for an answer of the provider
   * @throws ProviderUnavailableError if the call has changed since
   */
  async settleWith(key: CallKey, outcome: KnownOutcome, revision: number | null = null): Promise<void> {
    if (!(await this.settle(key, outcome, 'call', revision))) {
      throw noAnswer(nameOfCall(key));
    }
  }

  /**
   * Settles a call with the answer to its attempt. The provider need not be asked again if nothing has changed the call
   * since: the object did not exist before the attempt. Many answers are settled together.
   * @param revision of the call when the attempt began
   * @returns false if the call has changed since
   */
  async settleAnswer(key: CallKey, outcome: DoneOutcome, revision: number): Promise<boolean> {
    return (
      (await this.answers.add({ key, outcome, revision })) || this.settle(key, outcome, 'call', revision)
    );
  }

  /**
   * Pauses the deadline of a payment while the provider gives no usable answer: the buyer cannot do anything about
   * that. The next answer resumes it, unless a member has paused it. So it is not paused once no answer is awaited.
   */
  async pauseClock(key: CallKey): Promise<void> {
    if (key.kind !== 'collect') {
      return;
    }
    await transaction(this.options.pool, async (tx) => {
      const { call } = await lockWithDeal(tx, key);
      if (call && call.collectVersion === key.version && UNDER_WAY.includes(call.outcome)) {
        await this.stepByClock(tx, key, { type: 'pause-clock' }, call.nowMs);
      }
    });
  }

  /** True if money that has moved was recorded before, so that no step follows. */
  private async isSettled(key: CallKey, ref: ProviderRef, outcome: CallOutcome): Promise<boolean> {
    if (outcome.kind !== 'done' || outcome.dispute !== 'none') {
      return false;
    }
    const call = await this.readCall(key);
    return call?.outcome === 'done' && call.ref === ref && isExpected(outcome, call);
  }

  private async read(key: CallKey, ref: ProviderRef): Promise<CallOutcome> {
    const { call, outcome } = await this.options.provider.retrieve(ref);
    if (call && nameOfCall(call) !== nameOfCall(key)) {
      this.alarm(key, 'its reference belongs to another call: nothing was moved');
      return { kind: 'unknown', needsNewAttempt: false };
    }
    return outcome;
  }

  /**
   * @param revision of the call before the provider was asked; null if the outcome does not depend on it
   * @returns false if the call has changed since
   */
  private async settle(
    key: CallKey,
    outcome: KnownOutcome,
    cause: Cause,
    revision: number | null,
  ): Promise<boolean> {
    const { pool, provider } = this.options;
    const follow = await transaction(pool, async (tx): Promise<FollowUp> => {
      const { stored, call } = await lockWithDeal(tx, key);
      if (!stored || !call) {
        return NONE;
      }
      return revision === null || revision === call.revision
        ? this.apply(tx, key, { call, stored, outcome, cause })
        : { kind: 'stale' };
    });
    if (follow.kind === 'unwanted') {
      await provider.reverse(follow.ref);
      await scheduleReversalCheck(pool, key);
    }
    return follow.kind !== 'stale';
  }

  private async apply(tx: Transaction, key: CallKey, facts: Facts): Promise<FollowUp> {
    return (await this.applyWithoutStep(tx, key, facts)) ?? this.applyToDeal(tx, key, facts);
  }

  /** Applies an outcome that is no news for the deal, or that must not reach it; null for any other one. */
  private async applyWithoutStep(
    tx: Transaction,
    key: CallKey,
    { call, outcome, cause }: Facts,
  ): Promise<FollowUp | null> {
    const isBeingMade = call.outcome === null || call.outcome === 'unknown';
    if (cause === 'check' && isBeingMade && outcome.kind === 'declined') {
      return NONE;
    }
    if (call.outcome === 'done' && call.ref !== outcome.ref) {
      return this.refuseSecond(key, outcome);
    }
    if (outcome.kind === 'declined' && isOfEarlierAttempt(outcome, call)) {
      return NONE;
    }
    if (outcome.kind === 'done' && !isExpected(outcome, call)) {
      this.alarm(key, 'an amount or a currency differs from its call: nothing was moved');
      await saveOutcomes(tx, [{ key, outcome, stored: 'wrong-amount' }]);
      return NONE;
    }
    // A payment of debts that was done before a later one keeps its money.
    const isKept = call.outcome === 'done' && outcome.kind === 'done';
    const isReplaced = isCollecting(key) && call.collectVersion !== key.version && !isKept;
    return isReplaced ? replace(tx, key, outcome) : null;
  }

  private async applyToDeal(
    tx: Transaction,
    key: CallKey,
    { call, stored, outcome }: Facts,
  ): Promise<FollowUp> {
    const isNeedless = outcome.kind === 'needs-buyer' && (await isNoLongerWanted(tx, key, call));
    // The deal gives it up before it is reversed, so money that arrives in between is not wanted either.
    const ended = { kind: 'declined', ref: outcome.ref, code: 'ended', canRetry: false } as const;
    const events = eventsOfOutcome(key, isNeedless ? ended : outcome);
    const disputedCents = outcome.kind === 'done' ? outcome.disputedCents : undefined;
    const refused = await takeOutcomeSteps(tx, this.options, stored, events, call.nowMs, disputedCents);
    const { chargedBackCents, payment } = stored.deal;
    const isLost = chargedBackCents > 0 || payment === 'lost';
    if (!isLost && refused.some(({ type }) => type === 'dispute-lost')) {
      this.alarm(key, 'a chargeback is lost that the deal does not know of');
    }
    if (stored.deal.pausedMs !== null && (await isPausedByClock(tx, key))) {
      await this.stepByClock(tx, key, { type: 'resume-clock' }, call.nowMs);
    }
    const isRefused = refused.length > 0 && refused[0] === events[0];
    if (isRefused) {
      this.alarmOfRefused(key, call, outcome);
    }
    if (isNeedless || (isRefused && isCollecting(key) && hasJustMoved(call, outcome))) {
      return replace(tx, key, outcome);
    }
    await saveOutcomes(tx, [{ key, outcome }]);
    return NONE;
  }

  private alarmOfRefused(key: CallKey, call: StoredCall, outcome: KnownOutcome): void {
    const isForUser = key.kind === 'refund' || key.kind === 'pay-credit';
    if (hasJustMoved(call, outcome)) {
      if (!isCollecting(key)) {
        this.alarm(key, 'the provider has moved money that the deal does not expect');
      } else if (call.outcome !== 'replaced') {
        this.alarm(key, 'a payment succeeded after its deal had given it up, and is reversed');
      }
    } else if (isForUser && outcome.kind === 'declined' && call.outcome === 'done') {
      this.alarm(key, 'a refund or credit has come back after a later one: the deal does not owe it again');
    }
  }

  /** A second object of a call that is done. A payment is reversed; a refund or payout needs a person. */
  private refuseSecond(key: CallKey, outcome: KnownOutcome): FollowUp {
    if (outcome.kind === 'declined') {
      return NONE;
    }
    this.alarm(key, 'the provider has executed a call twice');
    return isCollecting(key) ? unwanted(outcome.ref) : NONE;
  }

  /** Takes a step of the platform, unless the deal refuses it: it has had it, or left the state. */
  private async stepByClock(tx: Transaction, key: CallKey, event: DealEvent, nowMs: number): Promise<void> {
    const { holidays, onStepped } = this.options;
    const result = await takeStep(tx, key, byClock(event), { nowMs, holidays });
    if (result?.kind === 'stepped') {
      await onStepped(tx, key, result);
    }
  }

  private alarm(key: CallKey, message: string): void {
    this.options.log.error({ call: nameOfCall(key) }, message);
  }
}

/** Reads a call and its deal, which is locked first. */
async function lockWithDeal(
  tx: Transaction,
  key: CallKey,
): Promise<{ readonly stored: StoredDeal | null; readonly call: StoredCall | null }> {
  const [stored, call] = await together(
    tx,
    () => lockStoredDeal(tx, key),
    () => readCall(tx, key),
  );
  return { stored, call };
}

/** True if the money of a call has moved since its last outcome. */
function hasJustMoved(call: StoredCall, outcome: KnownOutcome): boolean {
  return outcome.kind === 'done' && call.outcome !== 'done';
}

/** Late news: while a later attempt is under way, the end of an earlier one must not end the call. */
function isOfEarlierAttempt({ ref }: KnownOutcome, call: StoredCall): boolean {
  const isUnderWay = call.outcome === 'pending' || call.outcome === 'needs-buyer';
  return isUnderWay && ref !== null && call.ref !== ref;
}

/**
 * True for a payment that its deal no longer waits for, for one of debts that payouts have settled in the meantime, and
 * for one that was given up for that.
 */
async function isNoLongerWanted(tx: Transaction, key: CallKey, call: StoredCall): Promise<boolean> {
  if (key.kind === 'collect') {
    return call.dealState !== 'unpaid';
  }
  return key.kind === 'collect-debt' && (call.outcome === 'replaced' || !(await hasDebtToPay(tx, key)));
}

/** Stores that the deal does not want a payment. */
async function replace(tx: Transaction, key: CallKey, outcome: KnownOutcome): Promise<FollowUp> {
  await saveOutcomes(tx, [{ key, outcome, stored: 'replaced' }]);
  return unwanted(outcome.ref);
}

function unwanted(ref: ProviderRef | null): FollowUp {
  return ref === null ? NONE : { kind: 'unwanted', ref };
}

function noAnswer(name: string): ProviderUnavailableError {
  return new ProviderUnavailableError(`The payment provider gave no usable answer about ${name}.`);
}

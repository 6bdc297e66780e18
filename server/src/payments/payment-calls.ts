import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { CALL_KINDS } from '@perkex/core/deals/deal.js';
import type { ProviderCall, Stepped } from '@perkex/core/deals/step.js';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { type Transaction, transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import { findPayer } from '../deals/find-payer.js';
import { type JobKind, jobKind, retriesForAMonth } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import { Batches } from '../process/batches.js';
import type { Maintenance } from '../process/maintenance.js';
import { type CallKey, type CollectKind, isCollecting, nameOfCall } from './call-name.js';
import {
  type NewAttempt,
  postponeCheck,
  readDueCalls,
  readPayments,
  type StoredCall,
  saveAttempts,
} from './call-rows.js';
import {
  type CallOutcome,
  type KnownOutcome,
  makeCall,
  type PaymentProvider,
  type ProviderRequest,
} from './payment-provider.js';
import type { PaymentReconciler } from './payment-reconciler.js';
import { ProviderUnavailableError } from './provider-unavailable-error.js';
import { readUnsentCalls } from './unsent-calls.js';

/** A soft decline is retried up to this attempt. */
const MAX_ATTEMPTS = 3;
const CHECK_INTERVAL_MS = 5_000;
/** Shorter than providers remember the key of an attempt. */
const SEARCHED_FROM_MS = 3_600_000;
const MAX_CALLS_PER_SWEEP = 50;
const CALLS_AT_ONCE = 4;
/** The market's own process answers them. */
const PLAY_CALLS_AT_ONCE = 100;

const callData = z.object({
  productId: z.number(),
  id: z.string(),
  version: z.number(),
  kind: z.enum(CALL_KINDS),
});

/** The retries of checks and restarts. */
export const CALL_RETRIES = retriesForAMonth(5);

/** The checks of references at a provider: each reads the state, and takes the steps that follow. */
export function checkJobs(provider: ProviderName): JobKind<{ ref: string }> {
  return jobKind({
    name: `payment-check-${provider}`,
    data: z.object({ ref: z.string() }),
    retries: CALL_RETRIES,
    atOnce: 2,
    together: 20,
  });
}

/** The references that a call needs of its buyer or seller; null for others, and for what they have not set up. */
export interface PartyRefs {
  readonly customerRef: string | null;
  readonly methodRef: string | null;
  readonly recipientRef: string | null;
}

export interface PaymentCallsOptions {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly provider: PaymentProvider;
  readonly reconciler: PaymentReconciler;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly partyRefs: (key: CallKey) => Promise<PartyRefs>;
  /** True if the account at the provider is in the market's own database, as that of play money is. */
  readonly isInDatabase?: boolean;
  /** The page to which the payer of a call returns from their bank. */
  readonly returnUrl: (call: CallKey) => string;
}

/** The work on calls and webhooks of one provider. Each provider has its own kinds of jobs, so none delays another. */
export class PaymentCalls {
  readonly maintenance: Maintenance;
  private readonly calls: JobKind<CallKey>;
  private readonly checks: JobKind<{ ref: string }>;

  private readonly attempts: Batches<NewAttempt, number | null>;

  constructor(private readonly options: PaymentCallsOptions) {
    const { pool, jobs, provider, reconciler } = options;
    const isOnDisk = options.isInDatabase !== true;
    this.attempts = new Batches((all) => saveAttempts(pool, provider.name, all, { isOnDisk }));
    this.calls = jobKind({
      name: `payment-call-${provider.name}`,
      data: callData,
      keyOf: nameOfCall,
      // Never given up: a call with an unknown outcome may have moved money, and nothing else looks for it.
      retries: { ...CALL_RETRIES, attempts: Number.MAX_SAFE_INTEGER },
      atOnce: isOnDisk ? CALLS_AT_ONCE : PLAY_CALLS_AT_ONCE,
    });
    this.checks = checkJobs(provider.name);
    jobs.register(this.calls, { work: (key) => this.make(key) });
    jobs.register(this.checks, {
      work: ({ ref }) => reconciler.reconcileRef(ref),
      workTogether: async (all) => {
        const refs = [...new Set(all.map((check) => check.ref))];
        const checks = await Promise.allSettled(refs.map((ref) => reconciler.reconcileRef(ref)));
        for (const check of checks) {
          if (check.status === 'rejected') {
            throw check.reason;
          }
        }
      },
    });
    this.maintenance = {
      work: async () => {
        await this.sendUnsentCalls();
        await this.checkDueCalls();
      },
      everyMs: CHECK_INTERVAL_MS,
      failure: 'the payment calls were not sent or checked',
    };
  }

  private get isOnDisk(): boolean {
    return this.options.isInDatabase !== true;
  }

  /** Makes the calls of a step after its transaction. */
  async send(tx: Transaction, key: DealKey, { deal, calls }: Pick<Stepped, 'deal' | 'calls'>): Promise<void> {
    const { productId, id } = key;
    const keys = calls.map(({ kind }: ProviderCall) => ({ productId, id, version: deal.version, kind }));
    if (keys.length > 0) {
      await this.options.jobs.sendAll(tx, this.calls, keys);
    }
  }

  /** Checks references after the transaction. They have no key: a check under way may have read the state before. */
  async sendChecks(tx: Transaction, refs: readonly string[]): Promise<void> {
    await this.options.jobs.sendAll(
      tx,
      this.checks,
      refs.map((ref) => ({ ref })),
    );
  }

  /** Makes the calls of steps that were taken outside a server. */
  async sendUnsentCalls(): Promise<void> {
    const { pool, jobs } = this.options;
    const unsent = await readUnsentCalls(pool, this.calls.name, MAX_CALLS_PER_SWEEP);
    if (unsent.length > 0) {
      await jobs.sendAll(pool, this.calls, unsent);
    }
  }

  /** Checks calls that are due: webhooks can be lost. Servers may do this at the same time. */
  async checkDueCalls(): Promise<void> {
    const { pool, provider, reconciler, log } = this.options;
    for (const { ref, ...key } of await readDueCalls(pool, provider.name, MAX_CALLS_PER_SWEEP)) {
      try {
        await reconciler.reconcile(key, ref ?? '', 'check');
      } catch (error) {
        log.error({ err: error, call: nameOfCall(key) }, 'a payment was not checked');
        if (!(error instanceof ProviderUnavailableError)) {
          await transaction(pool, (tx) => postponeCheck(tx, key));
        }
      }
    }
  }

  /** Makes a call, unless its outcome is known. @throws ProviderUnavailableError to be repeated later */
  async make(key: CallKey): Promise<void> {
    const { provider, reconciler } = this.options;
    const call = await reconciler.readCall(key);
    if (!call || (call.outcome !== null && call.outcome !== 'unknown')) {
      return;
    }
    const request = await this.requestOf(key, call);
    if (typeof request === 'string') {
      if (call.outcome === 'unknown') {
        throw new ProviderUnavailableError(`The outcome of ${nameOfCall(key)} cannot be found: ${request}.`);
      }
      await reconciler.settleWith(key, declined(request), call.revision);
      return;
    }
    const isFirstStep = key.version === 1;
    if (isCollecting(key) && !isFirstStep) {
      await this.reverseEarlier(key);
    }
    const found = this.isSurelyFirst(key, call) ? null : await provider.find(request);
    if (found) {
      await this.settle(key, request.attempt, found);
    } else if (isWanted(key, call)) {
      await this.attempt(key, request);
    } else {
      await this.end(key, call);
    }
  }

  /**
   * After the restore of a backup, even a call without an attempt may have moved money. Soon after its trade, a payment
   * needs no search: the provider still knows its key. The account of play money is restored with the market.
   */
  private isSurelyFirst({ kind }: CallKey, { outcome, tradedAtMs, nowMs }: StoredCall): boolean {
    const isSoon = nowMs - tradedAtMs < SEARCHED_FROM_MS;
    return outcome === null && kind === 'collect' && (isSoon || !this.isOnDisk);
  }

  /** Ends a payment that its deal no longer waits for, unless an attempt may still be under way. */
  private async end(key: CallKey, { isRecent, revision }: StoredCall): Promise<void> {
    if (isRecent) {
      throw new ProviderUnavailableError(`An attempt of ${nameOfCall(key)} may still be under way.`);
    }
    await this.options.reconciler.settleWith(key, declined('ended'), revision);
  }

  /** Makes an attempt, unless the outcome has become known in the meantime. */
  private async attempt(key: CallKey, request: ProviderRequest): Promise<void> {
    const { provider, reconciler } = this.options;
    const revision = await this.attempts.add(attemptOf(key, request));
    if (revision === null) {
      return;
    }
    const outcome = await makeCall(provider, request);
    if (outcome.kind !== 'done' || !(await reconciler.settleAnswer(key, outcome, revision))) {
      await this.settle(key, request.attempt, outcome);
    }
  }

  private async settle(key: CallKey, attempt: number, outcome: CallOutcome): Promise<void> {
    const { reconciler } = this.options;
    const canRetry = outcome.kind === 'declined' && outcome.canRetry && attempt < MAX_ATTEMPTS;
    if (outcome.kind === 'unknown' || canRetry) {
      if (outcome.kind !== 'unknown' || outcome.needsNewAttempt) {
        await this.attempts.add({ key, attempt: attempt + 1 });
      }
      if (outcome.kind === 'unknown') {
        await reconciler.pauseClock(key);
      }
      throw new ProviderUnavailableError(`The outcome of ${nameOfCall(key)} is not known yet.`);
    }
    if (outcome.ref === null) {
      await reconciler.settleWith(key, outcome);
    } else {
      await reconciler.reconcile(key, outcome.ref, 'call');
    }
  }

  /** The request of a call, or the code of the reason why it cannot be made. */
  private async requestOf(key: CallKey, call: StoredCall): Promise<ProviderRequest | string> {
    const { amountCents, attempt, tradedAtMs } = call;
    const common = { call: key, amountCents, attempt, tradedAtMs };
    switch (key.kind) {
      case 'collect':
      case 'collect-debt': {
        const { customerRef, methodRef } = await this.refsOf(key, call);
        return customerRef !== null && methodRef !== null
          ? { kind: 'collect', ...common, customerRef, methodRef, returnUrl: this.options.returnUrl(key) }
          : 'no-method';
      }
      case 'refund': {
        const { pool } = this.options;
        const payer = call.isOfCarried ? await findPayer(pool, key) : key;
        const payments = payer ? await readPayments(pool, payer) : [];
        const paid = payments.find(({ outcome }) => outcome === 'done');
        return paid?.ref ? { kind: 'refund', ...common, paymentRef: paid.ref } : 'no-payment';
      }
      case 'pay-out':
      case 'pay-credit': {
        const { recipientRef } = await this.refsOf(key, call);
        return recipientRef !== null ? { kind: 'pay-out', ...common, recipientRef } : 'no-recipient';
      }
    }
  }

  /** The references of an earlier attempt, or those that the parties have now. */
  private async refsOf(key: CallKey, call: StoredCall): Promise<PartyRefs> {
    const hasRefs = call.customerRef !== null || call.recipientRef !== null;
    return hasRefs ? call : this.options.partyRefs(key);
  }

  /**
   * An earlier payment of the deal, or of debts with it, must no longer succeed. Until the provider confirms that, the
   * deadline is paused.
   */
  private async reverseEarlier(key: CallKey & { readonly kind: CollectKind }): Promise<void> {
    const { pool, provider, reconciler } = this.options;
    for (const { version, outcome, ref } of await readPayments(pool, key, key.kind)) {
      if (version < key.version && ref !== null && (outcome === 'pending' || outcome === 'needs-buyer')) {
        try {
          await provider.reverse(ref);
        } catch (error) {
          if (error instanceof ProviderUnavailableError) {
            await reconciler.pauseClock(key);
          }
          throw error;
        }
      }
    }
  }
}

function attemptOf(key: CallKey, request: ProviderRequest): NewAttempt {
  const { attempt } = request;
  switch (request.kind) {
    case 'collect':
      return { key, attempt, customerRef: request.customerRef, methodRef: request.methodRef };
    case 'pay-out':
      return { key, attempt, recipientRef: request.recipientRef };
    case 'refund':
      return { key, attempt };
  }
}

/** False for a payment that its deal no longer waits for. */
function isWanted(key: CallKey, { dealState, collectVersion }: StoredCall): boolean {
  const isLast = !isCollecting(key) || collectVersion === key.version;
  return isLast && (key.kind !== 'collect' || dealState === 'unpaid');
}

function declined(code: string): KnownOutcome {
  return { kind: 'declined', ref: null, code, canRetry: false };
}

import type Stripe from 'stripe';
import type { CallOutcome, KnownOutcome } from '../payment-provider.js';
import { ProviderUnavailableError } from '../provider-unavailable-error.js';

/** Soft declines: a retry with the same card often succeeds: https://docs.stripe.com/declines/codes */
const SOFT_DECLINES: readonly (string | undefined)[] = [
  'issuer_not_available',
  'lock_timeout',
  'processing_error',
  'reenter_transaction',
  'try_again_later',
];

/** The money of recent payments has not arrived at our account yet. It will, so this is not a decline. */
const TOO_EARLY_CODE = 'balance_insufficient';

/** The bank insists on the buyer's presence. */
export const NEEDS_BUYER_CODE = 'authentication_required';

/** The dispute of a payment, and its amount. */
export type PaymentDispute = Pick<Extract<KnownOutcome, { kind: 'done' }>, 'dispute' | 'disputedCents'>;

const NO_DISPUTE: PaymentDispute = { dispute: 'none' };

export function outcomeOfIntent(intent: Stripe.PaymentIntent, dispute = NO_DISPUTE): CallOutcome {
  const { id: ref, status } = intent;
  switch (status) {
    case 'succeeded':
      return {
        kind: 'done',
        ref,
        amountCents: intent.amount_received,
        currency: intent.currency,
        ...dispute,
      };
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url;
      return url ? { kind: 'needs-buyer', ref, url } : { kind: 'pending', ref };
    }
    case 'requires_payment_method':
      return declined(ref, intent.last_payment_error ?? {});
    case 'canceled':
      return declined(ref, { code: 'canceled' });
    default:
      return { kind: 'pending', ref };
  }
}

export function outcomeOfRefund(refund: Stripe.Refund): CallOutcome {
  const { id: ref, status, amount, currency } = refund;
  switch (status) {
    case 'succeeded':
      return { kind: 'done', ref, amountCents: amount, currency, dispute: 'none' };
    case 'failed':
    case 'canceled':
      return declined(ref, { code: refund.failure_reason ?? status });
    default:
      return { kind: 'pending', ref };
  }
}

/** A transfer is at the seller's account at once. It is reversed if it cannot go on from there. */
export function outcomeOfTransfer({ id: ref, reversed, amount, currency }: Stripe.Transfer): CallOutcome {
  return reversed
    ? declined(ref, { code: 'reversed' })
    : { kind: 'done', ref, amountCents: amount, currency, dispute: 'none' };
}

/** The outcome of a request that failed. @throws an error that is a bug of ours */
export function outcomeOfError(errors: Stripe['errors'], error: unknown): CallOutcome {
  if (!(error instanceof errors.StripeError) || error instanceof errors.StripeIdempotencyError) {
    throw error;
  }
  const { statusCode } = error;
  // Stripe repeats its own errors to the same key. A gateway's error says nothing of a request that may still run.
  if (statusCode === 500 || error.code === TOO_EARLY_CODE) {
    return { kind: 'unknown', needsNewAttempt: true };
  }
  return statusCode === 400 || statusCode === 402 || statusCode === 404
    ? declined(error.payment_intent?.id ?? null, error)
    : { kind: 'unknown', needsNewAttempt: false };
}

/**
 * The error of a user's set-up that failed. Only one that passes is the provider's. It is logged, so it has none of
 * Stripe's details.
 */
export function setupError(errors: Stripe['errors'], error: unknown): unknown {
  if (!(error instanceof errors.StripeError)) {
    return error;
  }
  const { statusCode = 0, code, type } = error;
  const isPassing =
    error instanceof errors.StripeConnectionError ||
    statusCode === 409 ||
    statusCode === 429 ||
    statusCode >= 500;
  const answer = `${statusCode || 'no status'} ${code ?? type}`;
  return isPassing
    ? new ProviderUnavailableError(`The payment provider gave no usable answer: ${answer}.`)
    : new Error(`The payment provider refused a set-up: ${answer}.`);
}

/** The newest dispute of a payment. Warnings take no money. */
export function disputeOf([newest]: readonly Stripe.Dispute[]): PaymentDispute {
  if (!newest) {
    return NO_DISPUTE;
  }
  const { status, amount: disputedCents } = newest;
  switch (status) {
    case 'prevented':
    case 'warning_closed':
    case 'warning_needs_response':
    case 'warning_under_review':
      return NO_DISPUTE;
    case 'won':
      return { dispute: 'won', disputedCents };
    case 'lost':
      return { dispute: 'lost', disputedCents };
    default:
      return { dispute: 'open', disputedCents };
  }
}

interface Reason {
  readonly code?: string;
  readonly decline_code?: string;
}

function declined(ref: string | null, { code, decline_code }: Reason): CallOutcome {
  const reason = decline_code ?? code ?? 'unknown';
  const canRetry = SOFT_DECLINES.includes(reason) || SOFT_DECLINES.includes(code);
  return { kind: 'declined', ref, code: reason, canRetry };
}

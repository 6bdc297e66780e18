import type Stripe from 'stripe';
import { type CallKey, keyOfCall, nameOfCall } from '../call-name.js';
import type { CallOutcome, ProviderRequest } from '../payment-provider.js';

/** A call's mark on the object that it creates. A type, because metadata must be one. */
export type CallMark = { readonly call: string; readonly attempt: string };

export function markOf({ call, attempt }: Pick<ProviderRequest, 'call' | 'attempt'>): CallMark {
  return { call: nameOfCall(call), attempt: String(attempt) };
}

export function markedCall(metadata: Stripe.Metadata | null): CallKey | null {
  return keyOfCall(metadata?.call ?? '');
}

/** An object with a mark, and its outcome. */
export interface Found {
  readonly metadata: Stripe.Metadata | null;
  readonly outcome: CallOutcome;
}

const RANKS: readonly CallOutcome['kind'][] = ['done', 'needs-buyer', 'pending', 'declined'];

/** The outcome of a call among its objects: money that moved counts most. Declines of other attempts do not count. */
export function bestOutcome(found: readonly Found[], request: ProviderRequest): CallOutcome | null {
  const mark = markOf(request);
  const own = found
    .filter(({ metadata }) => metadata?.call === mark.call)
    .filter(({ metadata, outcome }) => outcome.kind !== 'declined' || metadata?.attempt === mark.attempt)
    .map(({ outcome }) => outcome)
    .sort((one, other) => RANKS.indexOf(one.kind) - RANKS.indexOf(other.kind));
  return own[0] ?? null;
}

/** The reference that an object of an event or of the statement belongs to; null if it concerns no call. */
export function refOfObject(object: {
  readonly object?: string;
  readonly id?: string;
  readonly payment_intent?: string | { readonly id: string } | null;
}): string | null {
  switch (object.object) {
    case 'payment_intent':
    case 'refund':
    case 'transfer':
      return object.id ?? null;
    case 'charge':
    case 'dispute': {
      const { payment_intent: intent = null } = object;
      return typeof intent === 'string' ? intent : (intent?.id ?? null);
    }
    default:
      return null;
  }
}

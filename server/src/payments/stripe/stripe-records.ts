import type Stripe from 'stripe';
import { type CallKey, nameOfCall, parseCallName } from '../call-name.js';
import type { CallOutcome, ProviderRequest } from '../payment-provider.js';

/** The metadata of an object that a call creates. Not an interface: Stripe's type needs an index signature. */
export type CallMetadata = { readonly call: string; readonly attempt: string };

export function metadataOf({ call, attempt }: Pick<ProviderRequest, 'call' | 'attempt'>): CallMetadata {
  return { call: nameOfCall(call), attempt: String(attempt) };
}

export function callOf(metadata: Stripe.Metadata | null): CallKey | null {
  return parseCallName(metadata?.call ?? '');
}

/** The metadata of an object, and its outcome. */
export interface Found {
  readonly metadata: Stripe.Metadata | null;
  readonly outcome: CallOutcome;
}

const RANKS: readonly CallOutcome['kind'][] = ['done', 'needs-buyer', 'pending', 'declined'];

/** The outcome of a call among its objects: money that moved counts most. Declines of other attempts do not count. */
export function bestOutcome(found: readonly Found[], request: ProviderRequest): CallOutcome | null {
  const mark = metadataOf(request);
  const own = found
    .filter(({ metadata }) => metadata?.call === mark.call)
    .filter(({ metadata, outcome }) => outcome.kind !== 'declined' || metadata?.attempt === mark.attempt)
    .map(({ outcome }) => outcome)
    .sort((one, other) => RANKS.indexOf(one.kind) - RANKS.indexOf(other.kind));
  return own[0] ?? null;
}

/** The reference that an object of an event belongs to; null if it concerns no call. */
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

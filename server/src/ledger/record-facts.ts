import type { CancellationReason, Deal, DealState } from '@perkex/core/deals/deal.js';
import type { PastStep } from '../deals/deal-timeline.js';

/** The kinds of facts that the public record counts. */
export const RECORD_KINDS = [
  'paid',
  'delivered',
  'not-paid',
  'not-shipped',
  'undone',
  'cancelled-by-us',
  'lost',
  'rejected',
  'returned',
  'passed',
  'failed',
  'upheld',
  'overturned',
  'paid-out',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/**
 * Something that happened to a deal; `hours` is how long it took, in hours that have begun, and 0 if that is not
 * counted.
 */
export interface RecordFact {
  readonly atMs: number;
  readonly kind: RecordKind;
  readonly hours: number;
}

const HOUR_MS = 3_600_000;

const KIND_BY_STATE: Partial<Record<DealState, RecordKind>> = {
  delivered: 'delivered',
  rejected: 'rejected',
  lost: 'lost',
};

const KIND_BY_CANCELLATION: Readonly<Record<CancellationReason, RecordKind>> = {
  payment: 'not-paid',
  'not-shipped': 'not-shipped',
  undone: 'undone',
  'by-us': 'cancelled-by-us',
};

/** The facts of the record in the steps of a deal, oldest first. */
export function recordFacts(steps: readonly PastStep[]): RecordFact[] {
  const facts: RecordFact[] = [];
  let receivedAtMs = 0;
  let verifiedAtMs: number | null = null;
  for (const { recorded, before, after } of steps) {
    const { atMs, event } = recorded;
    const add = (kind: RecordKind, sinceMs = atMs) =>
      facts.push({ atMs, kind, hours: Math.ceil((atMs - sinceMs) / HOUR_MS) });
    const { deal } = after;
    const isVerdict = event.type === 'pass' || event.type === 'fail';
    if (isVerdict && before.state === 'received') {
      add(event.type === 'pass' ? 'passed' : 'failed', receivedAtMs);
    }
    if (isVerdict && before.state === 'objectable') {
      add(event.type === 'pass' ? 'overturned' : 'upheld');
    }
    if (event.type === 'payout-done' && verifiedAtMs !== null) {
      add('paid-out', verifiedAtMs);
    }
    if (deal.state !== before.state) {
      receivedAtMs = deal.state === 'received' ? atMs : receivedAtMs;
      verifiedAtMs = deal.state === 'verified' ? atMs : verifiedAtMs;
      const kind = kindOfChange(before, deal);
      if (kind !== null) {
        add(kind);
      }
    }
  }
  return facts;
}

/** The kind of a change of the state; null for one that is not counted. */
function kindOfChange(before: Deal, { state, cancellation }: Deal): RecordKind | null {
  if (state === 'cancelled' && cancellation !== null) {
    return KIND_BY_CANCELLATION[cancellation];
  }
  if (before.state === 'unpaid') {
    return 'paid';
  }
  if (before.state === 'delivered' && state === 'closed') {
    return 'returned';
  }
  return KIND_BY_STATE[state] ?? null;
}

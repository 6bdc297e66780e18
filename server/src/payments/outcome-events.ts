import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import type { CallKey } from './call-name.js';
import type { KnownOutcome } from './payment-provider.js';

/** The events of a deal that follow from an outcome, in their order. The deal refuses those that it has had. */
export function eventsOfOutcome({ kind, version: callVersion }: CallKey, outcome: KnownOutcome): DealEvent[] {
  switch (outcome.kind) {
    case 'pending':
      return [];
    case 'needs-buyer':
      return kind === 'collect' ? [{ type: 'payment-needs-buyer', callVersion }] : [];
    case 'declined':
      return [{ type: DECLINED[kind], callVersion }];
    case 'done':
      return kind === 'collect'
        ? [{ type: 'payment-held', callVersion, amountCents: outcome.amountCents }, ...disputeEvents(outcome)]
        : [{ type: DONE[kind], callVersion }, ...debtEvents(kind, callVersion, outcome)];
  }
}

const DONE = {
  refund: 'refund-done',
  'pay-out': 'payout-done',
  'pay-credit': 'credit-done',
  'collect-debt': 'debt-paid',
} as const;

const DECLINED = {
  collect: 'payment-declined',
  refund: 'refund-failed',
  'pay-out': 'payout-failed',
  'pay-credit': 'credit-failed',
  'collect-debt': 'debt-declined',
} as const;

type Done = Extract<KnownOutcome, { kind: 'done' }>;

/** Only a chargeback that is lost moves money of a debt. */
function debtEvents(kind: CallKey['kind'], callVersion: number, outcome: Done): DealEvent[] {
  const { dispute, amountCents, disputedCents: chargedBackCents = amountCents } = outcome;
  if (kind !== 'collect-debt' || dispute !== 'lost') {
    return [];
  }
  const isPart = chargedBackCents < amountCents;
  return [{ type: 'debt-charged-back', callVersion, ...(isPart && { chargedBackCents }) }];
}

function disputeEvents({ dispute }: Done): DealEvent[] {
  switch (dispute) {
    case 'none':
      return [];
    case 'open':
      return [{ type: 'dispute-opened' }];
    case 'won':
    case 'lost':
      return [{ type: 'dispute-opened' }, { type: dispute === 'won' ? 'dispute-won' : 'dispute-lost' }];
  }
}

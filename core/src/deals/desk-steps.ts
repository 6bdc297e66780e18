import type { Deal, Party } from './deal.js';
import type { Actor, DealEvent } from './deal-event.js';
import type { Moment } from './situation.js';
import { step } from './step.js';

/** The steps of members who handle pairs. Reports of carriers are entered by hand until carriers are asked. */
export const DESK_STEPS = [
  'receive',
  'pass',
  'fail',
  'send',
  'return-pair',
  'correct-parcel',
  'keep-waiting',
  'declare-lost',
  'parcel-moving',
  'parcel-arrived',
  'parcel-late',
  'parcel-lost',
] as const;
export type DeskStep = (typeof DESK_STEPS)[number];

/** The steps of members who decide about money: claims, losses, appeals, refunds and payouts. */
export const FINANCE_STEPS = [
  'request-return',
  'refund-part',
  'refuse-claim',
  'waive-penalty',
  'uphold-penalty',
  'bear-loss',
  'leave-loss',
  'cancel',
  'start-refund',
  'start-payout',
  'pause-clock',
  'resume-clock',
] as const;
export type FinanceStep = (typeof FINANCE_STEPS)[number];

export type MemberStep = DeskStep | FinanceStep;

/** The steps that name a parcel from us, by its carrier and tracking number. */
export const PARCEL_STEPS = ['send', 'return-pair', 'correct-parcel'] as const satisfies readonly DeskStep[];
export type ParcelStep = (typeof PARCEL_STEPS)[number];

export function isParcelStep(type: string): type is ParcelStep {
  return PARCEL_STEPS.some((each) => each === type);
}

const CARRIER_STEPS: readonly MemberStep[] = [
  'parcel-moving',
  'parcel-arrived',
  'parcel-late',
  'parcel-lost',
];

/** The actor of a step: the member, or the carrier whose report they enter. @param name the member's */
export function actorOfMemberStep(type: MemberStep, name: string): Actor {
  return CARRIER_STEPS.includes(type)
    ? { kind: 'provider', id: `carrier, by ${name}` }
    : { kind: 'member', id: name };
}

/**
 * The event of a step. The netted part of a payout is known once the deal is locked: here it is 0.
 * @param refundCents for `refund-part` only
 */
export function eventOfMemberStep(type: MemberStep, refundCents: number): DealEvent {
  switch (type) {
    case 'refund-part':
      return { type, refundCents };
    case 'start-payout':
      return { type, nettedCents: 0 };
    default:
      return { type };
  }
}

/** Returns the steps that a member may take now. `refund-part` is tried with the smallest amount. */
export function possibleMemberSteps<Step extends MemberStep>(
  deal: Deal,
  steps: readonly Step[],
  name: string,
  moment: Moment,
): Step[] {
  return steps.filter((type) => {
    const command = {
      event: eventOfMemberStep(type, 1),
      actor: actorOfMemberStep(type, name),
      seenVersion: null,
    };
    return step(deal, command, moment).kind === 'stepped';
  });
}

/** The party that the member may send the pair to now; null if to neither. */
export function receiverOfParcel(deal: Deal, name: string, moment: Moment): Party | null {
  const [type] = possibleMemberSteps(deal, ['send', 'return-pair'], name, moment);
  return type === undefined ? null : type === 'send' ? 'buyer' : 'seller';
}

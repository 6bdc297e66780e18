import type { MemberStep } from '@perkex/core/deals/desk-steps.js';

interface MemberStepWords {
  /** The text of its button. */
  readonly label: string;
  readonly consequence: string;
  /** True for a step that cannot be taken back, so that it is asked for twice. */
  readonly isFinal: boolean;
}

/** The steps of members in words. */
export const MEMBER_STEPS: Readonly<Record<MemberStep, MemberStepWords>> = {
  receive: {
    label: 'Receive the pair',
    consequence:
      'The pair is here. Its check begins. A buyer who returns it after a claim is refunded at once.',
    isFinal: false,
  },
  pass: {
    label: 'Pass',
    consequence:
      'The pair is new, real and as sold. The seller is paid, unless another member has to check it first.',
    isFinal: true,
  },
  fail: {
    label: 'Fail',
    consequence:
      'The pair is not as sold. The seller may object, unless another member has to check it first.',
    isFinal: true,
  },
  send: {
    label: 'Sent to the buyer',
    consequence: 'The parcel has left. The buyer gets a notification.',
    isFinal: false,
  },
  'return-pair': {
    label: 'Sent back to the seller',
    consequence: 'The parcel has left. The seller gets a notification.',
    isFinal: false,
  },
  'correct-parcel': {
    label: 'Correct the tracking number',
    consequence: 'The parcel from us has another number. Its receiver gets a notification.',
    isFinal: false,
  },
  'keep-waiting': {
    label: 'Keep waiting',
    consequence: 'The time for the parcel to us starts again.',
    isFinal: false,
  },
  'declare-lost': {
    label: 'Declare lost',
    consequence: 'The parcel counts as lost. The buyer chooses what happens with their money.',
    isFinal: true,
  },
  'parcel-moving': { label: 'Carrier: moving', consequence: 'The carrier has the parcel.', isFinal: false },
  'parcel-arrived': {
    label: 'Carrier: delivered',
    consequence: 'The carrier has delivered the parcel.',
    isFinal: false,
  },
  'parcel-late': { label: 'Carrier: late', consequence: 'The carrier reports a delay.', isFinal: false },
  'parcel-lost': { label: 'Carrier: lost', consequence: 'The carrier has lost the parcel.', isFinal: true },
  'request-return': {
    label: 'Refund after return',
    consequence: 'The buyer sends the pair back, and then gets their money.',
    isFinal: true,
  },
  'refund-part': {
    label: 'Partial refund',
    consequence: 'The buyer keeps the pair, and gets this amount back.',
    isFinal: true,
  },
  'refuse-claim': {
    label: 'No refund',
    consequence: 'The claim is refused. Both sides are notified.',
    isFinal: true,
  },
  'waive-penalty': { label: 'Waive the penalty', consequence: 'Nothing is charged.', isFinal: true },
  'uphold-penalty': { label: 'Uphold the penalty', consequence: 'The penalty is charged.', isFinal: true },
  'bear-loss': { label: 'We bear the loss', consequence: 'The seller is still paid.', isFinal: true },
  'leave-loss': {
    label: 'The seller bears the loss',
    consequence: 'The seller gets nothing for the lost pair.',
    isFinal: true,
  },
  cancel: {
    label: 'Cancel the deal',
    consequence: 'We end the deal. The buyer gets their money back, or chooses another pair.',
    isFinal: true,
  },
  'start-refund': {
    label: 'Start the refund',
    consequence: 'The money owed goes to the buyer.',
    isFinal: false,
  },
  'start-payout': {
    label: 'Start the payout',
    consequence: 'The money owed goes to the seller.',
    isFinal: false,
  },
  'pause-clock': {
    label: 'Pause the deadline',
    consequence: 'The deadline waits, for example while payments are down.',
    isFinal: false,
  },
  'resume-clock': { label: 'Resume the deadline', consequence: 'The deadline runs again.', isFinal: false },
};

/** The usual next steps, which come first. */
export const STRONG_MEMBER_STEPS: readonly MemberStep[] = ['receive', 'pass', 'send', 'return-pair'];

import type { ClaimProblem } from '@perkex/contract/deal-reasons.js';
import { UNDO_MS } from '@perkex/core/deals/clocks.js';
import type { PartyStep } from '@perkex/core/deals/party-steps.js';
import type { OwnDeal } from '../api/deals.js';
import { heldForBuyer, toCollect } from './deal-amounts.js';
import { DEAL_NAMES } from './deal-names.js';
import { dollarsText } from './dollars-text.js';
import { lowestAskText } from './lowest-ask.js';
import { penaltyText } from './outlook.js';
import { isToBeReturned } from './ship-to.js';
import { isWaiting } from './state-words.js';

export interface StepWords {
  /** The text of its button. */
  readonly label: string;
  /** The question before a step that cannot be taken back; null for others. */
  readonly question: string | null;
  readonly consequence: string;
}

/** Writes the time of day for the user. */
type WriteTime = (at: number | string) => string;

/** The steps of both parties in words. */
const STEPS: Readonly<Record<PartyStep, (deal: OwnDeal, time: WriteTime) => StepWords>> = {
  pay: (deal) => ({
    label: 'Pay again',
    question: null,
    consequence: `We collect ${dollarsText(toCollect(deal))} from your card.`,
  }),
  undo: ({ party, date }, time) => ({
    label: `Undo this ${DEAL_NAMES[party]}`,
    question: `Undo this ${DEAL_NAMES[party]}?`,
    consequence:
      party === 'buyer'
        ? `The purchase is cancelled free of charge, and anything that you have paid goes back to you. Possible until ${time(undoEndMs(date))}, and for two trades in 30 days.`
        : `The sale is cancelled free of charge, and you ship nothing. Possible until ${time(undoEndMs(date))}, and for two trades in 30 days.`,
  }),
  ship: () => ({
    label: 'I have shipped it',
    question: null,
    consequence: 'We notify the buyer that the pair is on its way. Only you and PerkeX see the number.',
  }),
  extend: () => ({
    label: 'Take one more day',
    question: null,
    consequence: 'Moves your deadline by one working day, once. We notify the buyer.',
  }),
  'accept-verdict': (deal) => ({
    label: 'Accept the result',
    question: 'Accept the result?',
    consequence: `The pair is rejected and returned to you, and the buyer gets their money back. You have 48 hours to appeal the penalty of ${penaltyText(deal)}.`,
  }),
  object: () => ({
    label: 'Object',
    question: 'Object to the result?',
    consequence: 'A second member of our team checks the pair. Their result is final.',
  }),
  'take-refund': ({ total }) => ({
    label: 'Take a refund',
    question: 'Take a refund?',
    consequence: `Ends the purchase, and ${dollarsText(total)} goes back to you.`,
  }),
  'report-arrived': () => ({
    label: 'It has arrived',
    question: null,
    consequence: 'You then have 3 days to check the pair, and to report a problem.',
  }),
  'report-missing': () => ({
    label: 'Report it missing',
    question: null,
    consequence:
      'We look for it. If it has not arrived by the deadline, it counts as lost, and you get your money back.',
  }),
  confirm: (deal) =>
    isToBeReturned(deal)
      ? {
          label: 'Keep the pair',
          question: 'Keep the pair?',
          consequence: 'Completes the purchase, without a refund.',
        }
      : {
          label: 'Everything is fine',
          question: 'Is everything fine?',
          consequence: 'Completes the purchase. You can then no longer report a problem with the pair.',
        },
  claim: () => ({
    label: 'Report a problem',
    question: 'What is the problem?',
    consequence:
      'PerkeX then decides: a refund if you return the pair, a part of the price, or no refund. You can report once, and add pictures after that.',
  }),
  'choose-refund': (deal) => ({
    label: 'Get my money back',
    question: 'Get your money back?',
    consequence: isWaiting(deal)
      ? `Your bid is cancelled, and ${dollarsText(heldForBuyer(deal))} goes back to you.`
      : `${dollarsText(heldForBuyer(deal))} goes back to you.`,
  }),
  'choose-wait': (deal) => ({
    label: 'Wait with a bid',
    question: 'Wait with a bid?',
    consequence: `We place a bid of ${dollarsText(deal.price)} for you, and hold your ${dollarsText(heldForBuyer(deal))} until it trades. You can have your money back at any time.`,
  }),
  'choose-lowest-ask': (deal) => ({
    label: 'Take the lowest ask',
    question: 'Take the lowest ask?',
    consequence: lowestAskText({ kind: 'loading' }, deal),
  }),
  appeal: ({ penalty }) => ({
    label: 'Appeal the penalty',
    question: 'Appeal the penalty?',
    consequence: `You pay nothing until a member of our team has decided about the ${dollarsText(penalty?.amount ?? 0)}. You can appeal once.`,
  }),
};

/** The words of a step that the user may take. */
export function stepWords(step: PartyStep, deal: OwnDeal, time: WriteTime): StepWords {
  return STEPS[step](deal, time);
}

const STEPS_WITH_DATA = ['ship', 'claim', 'object', 'appeal', 'choose-lowest-ask'] as const;

/** The steps without further data. */
type PlainStep = Exclude<PartyStep, (typeof STEPS_WITH_DATA)[number]>;

export function isPlainStep(step: PartyStep): step is PlainStep {
  return STEPS_WITH_DATA.every((other) => other !== step);
}

const REASONED_STEPS = ['object', 'appeal', 'claim'] as const;

/** True for the steps for which the user writes a reason. */
export function needsReason(step: PartyStep): step is (typeof REASONED_STEPS)[number] {
  return REASONED_STEPS.some((reasoned) => reasoned === step);
}

/** The problems that a buyer can report. */
export const PROBLEMS: Readonly<Record<ClaimProblem, string>> = {
  'wrong-item': 'It is the wrong shoe or size',
  damaged: 'It is damaged',
  'not-as-in-report': 'It does not match the report',
};

/** The end of the time to undo a trade, in milliseconds since 1970. @param tradedAt ISO 8601 */
export function undoEndMs(tradedAt: string): number {
  return Date.parse(tradedAt) + UNDO_MS;
}

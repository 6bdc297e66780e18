import { CALLS_OF_DESK_CAMPAIGNS } from './calls-of-desk-campaigns.js';
import { CALLS_OF_DESK_CATALOGUE } from './calls-of-desk-catalogue.js';
import { CALLS_OF_DESK_MEMBERS } from './calls-of-desk-members.js';
import { CALLS_OF_DESK_MONEY } from './calls-of-desk-money.js';
import { CALLS_OF_DESK_USERS } from './calls-of-desk-users.js';
import { CALLS_OF_VERIFICATION } from './calls-of-verification.js';
import {
  deskDealParamsSchema,
  deskDealSchema,
  deskDealsQuerySchema,
  deskDealsSchema,
  deskPapersQuerySchema,
  deskPapersSchema,
  deskSchema,
  deskSearchQuerySchema,
  deskSearchSchema,
  deskStepBodySchema,
  digestBodySchema,
  financeStepBodySchema,
} from './desk.js';
import { deskLabelSchema } from './desk-labels.js';
import { MEMBER_REFUSALS } from './member-refusals.js';
import { sentenceSchema } from './sentence.js';
import { pairBodySchema } from './verification.js';

const step = {
  tag: 'desk',
  answers: 'The deal after the step',
  answer: deskDealSchema,
  problems: [...MEMBER_REFUSALS, 'unknown-code', 'own-deal', 'step-refused'],
} as const;

/**
 * The calls of the market's members, as parts of `CALLS`. They exist once deals have started. For everyone else, their
 * addresses are not found.
 */
export const CALLS_OF_DESK = {
  desk: {
    tag: 'desk',
    summary: 'The member of the session, and what waits for members',
    answers: 'Their name and role, and the queues with the number of deals in each',
    answer: deskSchema,
    problems: [...MEMBER_REFUSALS],
  },
  chooseDigest: {
    tag: 'desk',
    summary: 'Turn the daily mail of the member on or off',
    body: digestBodySchema,
    answer: sentenceSchema,
    problems: [...MEMBER_REFUSALS],
  },
  deskDeals: {
    tag: 'desk',
    summary: 'The deals of a queue, those that wait longest first',
    answers: 'The first 100 deals of the queue',
    query: deskDealsQuerySchema,
    answer: deskDealsSchema,
    problems: [...MEMBER_REFUSALS],
  },
  deskSearch: {
    tag: 'desk',
    summary: 'The deals of a tracking number, or of the products that words describe',
    answers: 'The deals of the parcel, or else the newest deals of the five products that match best',
    query: deskSearchQuerySchema,
    answer: deskSearchSchema,
    problems: [...MEMBER_REFUSALS, 'too-many-requests'],
  },
  deskDeal: {
    tag: 'desk',
    summary: 'A deal by the code on its papers',
    answers: 'The deal with its events, its money, and the steps that the member may take',
    params: deskDealParamsSchema,
    answer: deskDealSchema,
    problems: [...MEMBER_REFUSALS, 'unknown-code'],
  },
  deskPapers: {
    tag: 'desk',
    summary: 'The papers of pairs that leave',
    answers: 'Each pair that the member may send, with its receiver, and the codes that are not among them',
    query: deskPapersQuerySchema,
    answer: deskPapersSchema,
    problems: [...MEMBER_REFUSALS],
  },
  deskLabel: {
    tag: 'desk',
    summary: 'The label of the next parcel of a deal',
    answers: 'The label, if one was bought; null once the parcel has left',
    params: deskDealParamsSchema,
    answer: deskLabelSchema,
    problems: [...MEMBER_REFUSALS, 'unknown-code'],
  },
  buyLabel: {
    tag: 'desk',
    summary: 'Buy the label of the next parcel of a deal, once',
    answers: 'The label, which is bought within seconds',
    body: pairBodySchema,
    answer: deskLabelSchema,
    problems: [...step.problems, 'labels-off'],
  },
  takeDeskStep: {
    ...step,
    summary: 'Take a step with a pair: receive, verify, send, or enter the report of a carrier',
    body: deskStepBodySchema,
    problems: [...step.problems, 'invalid-tracking-number'],
  },
  takeFinanceStep: {
    ...step,
    summary: 'Decide about money: claims, losses, appeals, refunds and payouts',
    body: financeStepBodySchema,
  },
  ...CALLS_OF_VERIFICATION,
  ...CALLS_OF_DESK_USERS,
  ...CALLS_OF_DESK_MONEY,
  ...CALLS_OF_DESK_CATALOGUE,
  ...CALLS_OF_DESK_CAMPAIGNS,
  ...CALLS_OF_DESK_MEMBERS,
} as const;

import { DEAL_ACCOUNTS } from '@perkex/core/deals/accounts.js';
import { CARRIERS } from '@perkex/core/deals/carriers.js';
import { DEAL_STATES } from '@perkex/core/deals/deal.js';
import { ACTOR_KINDS, DEAL_EVENTS } from '@perkex/core/deals/deal-event.js';
import {
  DESK_STEPS,
  type DeskStep,
  FINANCE_STEPS,
  isParcelStep,
  PARCEL_STEPS,
} from '@perkex/core/deals/desk-steps.js';
import { EXPECTED_VERDICTS, type Verdict } from '@perkex/core/verification/second-review.js';
import * as z from 'zod/mini';
import { CLAIM_PROBLEMS } from './deal-reasons.js';
import { DEAL_PARTIES, parcelFields } from './deals.js';
import { claimPhotoSchema, deskPhotoSchema } from './desk-photos.js';
import { codeField, MAX_CODE_LENGTH, requiredLine, searchField, uidField } from './fields.js';
import { ROLES } from './roles.js';
import { checklistSchema, reservationSchema, reviewSchema } from './verification.js';

/** The queues of deals that wait for members. Those after `on-the-way` are matters of money. */
export const DESK_QUEUES = [
  'arriving',
  'to-verify',
  'objections',
  'disagreements',
  'to-send',
  'to-return',
  'on-the-way',
  'claims',
  'returns',
  'appeals',
  'losses',
  'disputes',
  'failed-payouts',
  'failed-refunds',
] as const;
export type DeskQueue = (typeof DESK_QUEUES)[number];

/** The names of the queues, on pages and in mails. */
export const QUEUE_LABELS: Readonly<Record<DeskQueue, string>> = {
  arriving: 'Arriving',
  'to-verify': 'To verify',
  objections: 'Objections',
  disagreements: 'Disagreements',
  'to-send': 'To send',
  'to-return': 'To return',
  'on-the-way': 'On the way',
  claims: 'Claims',
  returns: 'Returns',
  appeals: 'Appeals',
  losses: 'Losses',
  disputes: 'Disputes',
  'failed-payouts': 'Failed payouts',
  'failed-refunds': 'Failed refunds',
};

/** Counts end here. */
export const MAX_QUEUE_COUNT = 1_000;
/** The deals of a queue that are listed, oldest first. Work takes them away, so the next ones follow. */
export const MAX_QUEUE_PAGE = 100;

/** The member, and how many deals wait in each queue; `oldest` is since when the first one waits. */
export const deskSchema = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  queues: z.array(z.object({ queue: z.enum(DESK_QUEUES), count: z.int(), oldest: z.nullable(z.string()) })),
  /** True if the member gets a mail each day in which something waits. */
  hasDigest: z.boolean(),
});
export type Desk = z.infer<typeof deskSchema>;

export const digestBodySchema = z.strictObject({ uid: uidField, isOn: z.boolean() });

/** A deal as members see it in a list. */
export const deskRowSchema = z.object({
  /** The code on its papers, with hyphens. */
  code: z.string(),
  productId: z.int(),
  name: z.string(),
  brand: z.nullable(z.string()),
  thumbnail: z.string(),
  size: z.string(),
  price: z.int(),
  state: z.enum(DEAL_STATES),
  /** The time of its last event. */
  since: z.string(),
  dueAt: z.nullable(z.string()),
  isOverdue: z.boolean(),
  /** True if the member is its buyer or its seller. Another member decides about it. */
  isOwn: z.boolean(),
});
export type DeskRow = z.infer<typeof deskRowSchema>;

export const deskDealsQuerySchema = z.object({
  queue: z.enum(DESK_QUEUES, `must be one of ${DESK_QUEUES.join(', ')}`),
});
/** A deal in a queue; `reservedBy` is the member who has reserved the check of its pair. */
export const queuedDealSchema = z.extend(deskRowSchema, { reservedBy: z.nullable(z.string()) });
export type QueuedDeal = z.infer<typeof queuedDealSchema>;
export const deskDealsSchema = z.object({ deals: z.array(queuedDealSchema) });

/** A search finds this many deals at most. */
export const MAX_FOUND_DEALS = 50;
/** `search` is a tracking number, or the words of a product. */
export const deskSearchQuerySchema = z.object({ search: searchField });
/** `isTracked`: a parcel with this tracking number belongs to these deals; otherwise they are of matching products. */
export const deskSearchSchema = z.object({
  deals: z.array(deskRowSchema),
  isTracked: z.boolean(),
  hasMore: z.boolean(),
});
export type DeskSearch = z.infer<typeof deskSearchSchema>;

/** `code` with or without its hyphens, as a scanner reads it. */
export const deskDealParamsSchema = z.object({ code: codeField });

/** An event of a deal with what its actor gave; `member` is the name of the member who caused or entered it. */
export const deskEventSchema = z.object({
  version: z.int(),
  event: z.enum(['trade', ...DEAL_EVENTS]),
  by: z.enum(ACTOR_KINDS),
  member: z.nullable(z.string()),
  state: z.enum(DEAL_STATES),
  date: z.string(),
  carrier: z.nullable(z.enum(CARRIERS)),
  trackingNumber: z.nullable(z.string()),
  problem: z.nullable(z.enum(CLAIM_PROBLEMS)),
  reason: z.nullable(z.string()),
});

/** Money in one of a deal's accounts, in dollars with cents. */
export const deskBalanceSchema = z.object({ account: z.enum(DEAL_ACCOUNTS), amount: z.number() });

/** A deal as members see it. Amounts are in dollars with cents. */
export const deskDealSchema = z.extend(deskRowSchema, {
  styleCode: z.nullable(z.string()),
  version: z.int(),
  tradedAt: z.string(),
  buyerPays: z.number(),
  sellerGets: z.number(),
  payment: z.string(),
  payout: z.string(),
  claim: z.string(),
  penalty: z.string(),
  choice: z.string(),
  /** Money that the deal holds, owes or moves, by account; accounts with nothing are left out. */
  balances: z.array(deskBalanceSchema),
  /** Where the next parcel goes: the lines of the buyer's or the seller's address; null if the member sends none. */
  sendTo: z.nullable(z.array(z.string())),
  /** The steps that the member may take now. */
  deskSteps: z.array(z.enum(DESK_STEPS)),
  financeSteps: z.array(z.enum(FINANCE_STEPS)),
  /** Oldest first, beginning with the trade. */
  events: z.array(deskEventSchema),
  /** The checklist for a verdict; null if the member can give none. */
  checklist: z.nullable(checklistSchema),
  /** The member who has the pair to check, for half an hour at most. */
  reservation: z.nullable(reservationSchema),
  /** For admins: what is expected of a test pair. Null for all other pairs and members. */
  expected: z.nullable(z.enum(EXPECTED_VERDICTS)),
  /** The verdicts and photos that the member may see: until the check has ended, only their own. */
  reviews: z.array(reviewSchema),
  photos: z.array(deskPhotoSchema),
  /** The pictures of the buyer's claim; none in a member's own deal. */
  claimPhotos: z.array(claimPhotoSchema),
});
export type DeskDeal = z.infer<typeof deskDealSchema>;
export type DeskEvent = z.infer<typeof deskEventSchema>;

/** The pairs whose papers are printed together. */
export const MAX_PAPERS = 100;

/** `codes` are those of deals, with commas between them. */
export const deskPapersQuerySchema = z.object({
  codes: requiredLine(MAX_PAPERS * (MAX_CODE_LENGTH + 1), 'must name deals').check(
    z.refine((text) => text.split(',').length <= MAX_PAPERS, `must have at most ${MAX_PAPERS} codes`),
  ),
});

/** A pair that leaves, with the party that gets it and the lines of their address; none if they have saved none. */
export const deskPaperSchema = z.object({
  code: z.string(),
  name: z.string(),
  styleCode: z.nullable(z.string()),
  size: z.string(),
  receiver: z.enum(DEAL_PARTIES),
  sendTo: z.array(z.string()),
});
export type DeskPaper = z.infer<typeof deskPaperSchema>;

/** `leftOut` are the codes of pairs that the member cannot send now, as they were asked for. */
export const deskPapersSchema = z.object({
  papers: z.array(deskPaperSchema),
  leftOut: z.array(z.string()),
});

/** `version` is the one that the member saw: a deal that has changed since refuses the step. */
const STEP_FIELDS = {
  uid: uidField,
  code: codeField,
  version: z.int('must be a version').check(z.gte(0, 'must be a version')),
};

/** The steps besides verdicts, which have a call of their own. */
const TAKEN_STEPS = DESK_STEPS.filter(
  (step): step is Exclude<DeskStep, Verdict> => step !== 'pass' && step !== 'fail',
);

/** `parcel` belongs to the steps that name a parcel from us. */
export const deskStepBodySchema = z
  .strictObject({
    ...STEP_FIELDS,
    step: z.enum(TAKEN_STEPS, `must be one of ${TAKEN_STEPS.join(', ')}`),
    parcel: z.optional(z.strictObject(parcelFields, 'must be a parcel')),
  })
  .check(
    z.refine(({ step, parcel }) => isParcelStep(step) === (parcel !== undefined), {
      path: ['parcel'],
      message: `belongs to ${PARCEL_STEPS.join(', ')} only, which need it`,
    }),
  );

/** `amount` belongs to `refund-part`: dollars with cents. */
export const financeStepBodySchema = z.strictObject({
  ...STEP_FIELDS,
  step: z.enum(FINANCE_STEPS, `must be one of ${FINANCE_STEPS.join(', ')}`),
  amount: z.optional(
    z
      .number('must be an amount')
      .check(
        z.gte(0.01, 'must be at least one cent'),
        z.lte(1_000_000, 'must be at most 1,000,000 dollars'),
        z.multipleOf(0.01, 'must be dollars with cents'),
      ),
  ),
});

import type { Moment } from '@perkex/core/deals/situation.js';
import { type DealRefused, type Stepped, step } from '@perkex/core/deals/step.js';
import { KINDS } from '@perkex/core/finding/kinds.js';
import { missingPhotos, type RejectionReason } from '@perkex/core/verification/rejections.js';
import {
  type ExpectedVerdict,
  needsSecondReview,
  outcomeOf,
  type Verdict,
} from '@perkex/core/verification/second-review.js';
import { oneOf, orNull, statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import type { StoredDeal } from '../deals/deal-row.js';
import { saveStepAct } from '../deals/take-member-step.js';
import { lockStoredDeal, stepLockedDeal } from '../deals/take-step.js';
import { usersOfDeal } from '../deals/users-of-deal.js';
import type { Refusal } from '../http/problems.js';
import type { Member } from '../users/members.js';
import { checklistOf } from './checklists.js';
import { countEarlierPairs, isDisputed, type ReviewRow, readReviews, saveReview } from './pair-reviews.js';
import { listPhotos } from './photos.js';
import { readExpected } from './test-pairs.js';
import type { SecondReviews } from './verification-settings.js';

const READ_KIND = statement({
  name: 'read-kind-of-product',
  text: 'select kind from products where id = $1',
  row: { kind: orNull(oneOf(KINDS)) },
});

/** A verdict as a member gives it. */
export interface GivenVerdict {
  readonly verdict: Verdict;
  /** Empty for a pass. */
  readonly reasons: readonly RejectionReason[];
  /** The checklist that the member saw, and for each of its points if it is in order. */
  readonly checklistId: number;
  readonly answers: readonly boolean[];
  readonly seenVersion: number;
  /** For the journal. */
  readonly requestId: string;
}

export interface VerdictRules {
  readonly moment: Moment;
  readonly secondReviews: SecondReviews;
  /** From 0, below 1. */
  readonly random: () => number;
}

/** The verdict is recorded. Another member reviews the pair before one takes effect. */
interface Recorded {
  readonly kind: 'recorded';
}

interface Refused {
  readonly kind: 'refusal';
  readonly refusal: Refusal<
    | 'own-deal'
    | 'already-reviewed'
    | 'admin-needed'
    | 'checklist-changed'
    | 'checklist-open'
    | 'point-failed'
    | 'reason-missing'
    | 'photos-missing'
  >;
}

const refuse = (refused: Refused['refusal']['refused'], detail?: string): Refused => ({
  kind: 'refusal',
  refusal: { refused, ...(detail !== undefined && { detail }) },
});

/** The checklist for the pair of a deal. */
export async function checklistOfDeal(
  client: Parameters<typeof checklistOf>[0],
  { productId }: DealKey,
): ReturnType<typeof checklistOf> {
  const row = await READ_KIND.row(client, [productId]);
  return checklistOf(client, row?.kind ?? null);
}

/**
 * Records the verdict of a member on a pair, and takes the step of the deal once no other member has to review it
 * (after-the-trade.md, "The desk"). The caller carries out what follows from the step. A repeated request changes
 * nothing.
 * @returns null without such a deal
 */
export async function giveVerdict(
  tx: Transaction,
  key: DealKey,
  member: Member,
  given: GivenVerdict,
  rules: VerdictRules,
): Promise<Stepped | Recorded | DealRefused | Refused | null> {
  const stored = await lockStoredDeal(tx, key);
  if (!stored) {
    return null;
  }
  const { buyer, seller } = await usersOfDeal(tx, key);
  if (member.userId === buyer || member.userId === seller) {
    return refuse('own-deal');
  }
  const reviews = await readReviews(tx, key);
  const own = reviews.find((review) => review.member === member.name);
  if (own) {
    const isSame = own.verdict === given.verdict;
    const isEarlier = stored.deal.state === 'received' || given.seenVersion < stored.deal.version;
    return isSame && isEarlier ? { kind: 'recorded' } : refuse('already-reviewed');
  }
  const command = {
    event: { type: given.verdict },
    actor: { kind: 'member', id: member.name },
    seenVersion: given.seenVersion,
  } as const;
  const tried = step(stored.deal, command, rules.moment);
  if (tried.kind === 'refused') {
    return tried;
  }
  if (isDisputed(stored.deal.state, reviews) && member.role !== 'admin') {
    return refuse('admin-needed');
  }
  const test = await readExpected(tx, key);
  if (test?.member === member.name && reviews.length < 2) {
    return refuse('already-reviewed');
  }
  const checked = await check(tx, stored, member, given);
  if ('kind' in checked) {
    return checked;
  }
  const isOfObjection = stored.deal.state === 'objectable';
  const isSecondNeeded =
    reviews.length === 0 &&
    !isOfObjection &&
    (await isSecond(tx, stored, seller, given.verdict, rules, test !== null));
  const review = {
    number: reviews.length + 1,
    member: member.name,
    verdict: given.verdict,
    ...checked,
    isSecondNeeded,
    isOfObjection,
  };
  await saveReview(tx, key, review);
  const outcome = isOfObjection
    ? given.verdict
    : outcomeOfReviews([...reviews, review], test?.expected ?? null);
  const by = { member: member.name, role: member.role, requestId: given.requestId };
  if (outcome === 'second-review' || outcome === 'admin') {
    // The verdict is not in the journal: the next reviewer may read it.
    await saveStepAct(tx, by, key, { act: 'review-pair', before: stored.deal, after: stored.deal });
    return { kind: 'recorded' };
  }
  const result = await stepLockedDeal(tx, stored, { ...command, event: { type: outcome } }, rules.moment);
  if (result.kind === 'stepped') {
    await saveStepAct(tx, by, key, { act: outcome, before: stored.deal, after: result.deal });
  }
  return result;
}

function outcomeOfReviews(
  reviews: readonly Pick<ReviewRow, 'verdict' | 'isSecondNeeded'>[],
  expected: ExpectedVerdict | null,
) {
  const verdicts = reviews.map(({ verdict }) => verdict);
  return outcomeOf(verdicts, reviews[0]?.isSecondNeeded ?? false, expected);
}

/** The parts of a review that its checklist, reasons and photos make; or the reason why it is refused. */
async function check(
  tx: Transaction,
  { key }: StoredDeal,
  member: Member,
  { verdict, reasons, checklistId, answers }: GivenVerdict,
): Promise<Pick<ReviewRow, 'reasons' | 'points' | 'answers'> | Refused> {
  const { id, points } = await checklistOfDeal(tx, key);
  if (id !== checklistId) {
    return refuse('checklist-changed');
  }
  if (answers.length !== points.length) {
    return refuse('checklist-open');
  }
  if (verdict === 'pass') {
    return answers.includes(false)
      ? refuse('point-failed')
      : { reasons: [], points: [...points], answers: [...answers] };
  }
  if (reasons.length === 0) {
    return refuse('reason-missing');
  }
  const own = (await listPhotos(tx, key)).filter((photo) => photo.member === member.name);
  const missing = missingPhotos(
    reasons,
    own.map(({ subject }) => subject),
  );
  return missing.length > 0
    ? refuse('photos-missing', `These photos are missing: ${missing.join(', ')}.`)
    : { reasons: [...new Set(reasons)], points: [...points], answers: [...answers] };
}

async function isSecond(
  tx: Transaction,
  { deal: { terms } }: StoredDeal,
  sellerId: string,
  verdict: Verdict,
  { secondReviews, random }: VerdictRules,
  isTest: boolean,
): Promise<boolean> {
  if (secondReviews === 'off') {
    return false;
  }
  return (
    needsSecondReview({
      verdict,
      priceCents: terms.priceCents,
      limitCents: secondReviews.limitCents,
      earlierPairs: await countEarlierPairs(tx, sellerId),
      random: random(),
    }) || isTest
  );
}

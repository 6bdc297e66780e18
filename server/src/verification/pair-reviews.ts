import type { DealState } from '@perkex/core/deals/deal.js';
import type { RejectionReason } from '@perkex/core/verification/rejections.js';
import { FIRST_PAIRS, VERDICTS, type Verdict } from '@perkex/core/verification/second-review.js';
import type pg from 'pg';
import { msOf } from '../database/ms-of.js';
import {
  bool,
  type Column,
  float8,
  int4,
  oneOf,
  type RowOf,
  statement,
  text,
  texts,
} from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import type { Member } from '../users/members.js';
import type { PhotoRow } from './photos.js';

/** A check of the table allows only these. */
const reasons = texts as Column<RejectionReason[]>;
const bools: Column<boolean[]> = { type: '_bool', isNullable: false };

const READ_REVIEWS = statement({
  name: 'read-pair-reviews',
  text: `select number, member, verdict, reasons, points, answers, is_second_needed as "isSecondNeeded",
           is_of_objection as "isOfObjection", ${msOf('at')} as "atMs"
         from pair_reviews where product_id = $1 and deal_id = $2 order by number`,
  row: {
    number: int4,
    member: text,
    verdict: oneOf<Verdict>(VERDICTS),
    reasons,
    points: texts,
    answers: bools,
    isSecondNeeded: bool,
    isOfObjection: bool,
    atMs: float8,
  },
});

/** The verdict of a member on a pair. */
export type ReviewRow = RowOf<typeof READ_REVIEWS>;

const SAVE_REVIEW = statement({
  name: 'save-pair-review',
  text: `insert into pair_reviews (product_id, deal_id, number, member, verdict, reasons, points, answers,
           is_second_needed, is_of_objection, at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now())`,
});

const COUNT_EARLIER_PAIRS = statement({
  name: 'count-earlier-pairs-of-seller',
  text: `select count(*)::int as count
         from (
           select 1 from trades as trade
           join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
           where trade.seller_id = $1 and deal.verdict_by is not null
           order by trade.id desc limit ${FIRST_PAIRS}
         ) as pair`,
  row: { count: int4 },
});

/** The verdicts on a pair, the first one first. */
export function readReviews(client: pg.Pool | pg.ClientBase, key: DealKey): Promise<ReviewRow[]> {
  return READ_REVIEWS.rows(client, [key.productId, key.id]);
}

export async function saveReview(
  tx: Transaction,
  { productId, id }: DealKey,
  review: Omit<ReviewRow, 'atMs'>,
): Promise<void> {
  const { number, member, verdict, reasons, points, answers, isSecondNeeded, isOfObjection } = review;
  await SAVE_REVIEW.run(tx, [
    ...[productId, id, number, member, verdict, reasons, points, answers],
    ...[isSecondNeeded, isOfObjection],
  ]);
}

/** The seller's pairs that have had a verdict, counted up to `FIRST_PAIRS`. It asks the deals of all products. */
export async function countEarlierPairs(tx: Transaction, sellerId: string): Promise<number> {
  return (await COUNT_EARLIER_PAIRS.row(tx, [sellerId]))?.count ?? 0;
}

/** True if two members disagree about a pair that waits for an admin. */
export function isDisputed(state: DealState, reviews: readonly ReviewRow[]): boolean {
  return state === 'received' && reviews.length > 1;
}

/**
 * The verdicts and photos of a pair that a member may see. Until the check has ended, these are their own, so that the
 * second reviewer learns nothing of the first verdict, not even that there is one. An admin who decides sees all.
 */
export function seenBy(
  member: Member,
  state: DealState,
  reviews: readonly ReviewRow[],
  photos: readonly PhotoRow[],
): { readonly reviews: ReviewRow[]; readonly photos: PhotoRow[] } {
  const isOpen = state !== 'received' || (isDisputed(state, reviews) && member.role === 'admin');
  return {
    reviews: reviews.filter((review) => isOpen || review.member === member.name),
    photos: photos.filter((photo) => isOpen || photo.member === member.name || photo.subject === 'parcel'),
  };
}

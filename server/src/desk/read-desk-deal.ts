import type { StepDetails } from '@perkex/contract/deals.js';
import type { DeskDeal, DeskEvent, DeskRow } from '@perkex/contract/desk.js';
import { audiencesOf } from '@perkex/contract/roles.js';
import type { Review } from '@perkex/contract/verification.js';
import { DEAL_ACCOUNTS } from '@perkex/core/deals/accounts.js';
import { dealCode, parseDealCode } from '@perkex/core/deals/deal-code.js';
import {
  DESK_STEPS,
  FINANCE_STEPS,
  possibleMemberSteps,
  receiverOfParcel,
} from '@perkex/core/deals/desk-steps.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import { CENTS_PER_DOLLAR, centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { databaseTime } from '../database/database-time.js';
import type { DealKey } from '../deals/deal-key.js';
import { type StoredDeal, storedDeal } from '../deals/deal-row.js';
import { readPastSteps } from '../deals/deal-timeline.js';
import { findDealsByCode } from '../deals/find-deals-by-code.js';
import { readSendTo } from '../deals/parcel-receivers.js';
import { readStepDetails } from '../deals/party-step-rows.js';
import { READ_SHOWN_DEAL } from '../deals/read-own-deals.js';
import { withoutOwnAppeal } from '../deals/take-member-step.js';
import type { Member } from '../users/members.js';
import { listClaimPhotos } from '../verification/claim-photos.js';
import { checklistOfDeal } from '../verification/give-verdict.js';
import { readReservation } from '../verification/pair-reservations.js';
import { isDisputed, type ReviewRow, readReviews, seenBy } from '../verification/pair-reviews.js';
import { listPhotos, type PhotoRow, shownPhoto } from '../verification/photos.js';
import { readExpected } from '../verification/test-pairs.js';
import type { DeskDealRow } from './queues.js';

/** The deal with a code; null if there is none, or if several have it by chance: commands find those. */
export async function findDeskDeal(pool: pg.Pool, text: string): Promise<DealKey | null> {
  const code = parseDealCode(text);
  const [found, other] = code ? await findDealsByCode(pool, code) : [];
  return found && !other ? found : null;
}

/** A deal in a list. */
export function deskRow(row: DeskDealRow, member: Member): DeskRow {
  const { deal, key } = storedDeal(row);
  const { state, terms, dueAtMs, isOverdue } = deal;
  return {
    code: dealCode(key),
    productId: row.productId,
    name: row.name,
    brand: row.brand,
    thumbnail: row.thumbnail,
    size: row.size,
    price: centsToDollars(terms.priceCents),
    state,
    since: isoTime(row.waitingSinceMs),
    dueAt: dueAtMs === null ? null : isoTime(dueAtMs),
    isOverdue,
    isOwn: isParty(row, member),
  };
}

/** True if a member is the buyer or the seller of a deal. */
export function isParty(
  { buyerId, sellerId }: Pick<DeskDealRow, 'buyerId' | 'sellerId'>,
  { userId }: Pick<Member, 'userId'>,
): boolean {
  return userId === buyerId || userId === sellerId;
}

/**
 * A deal with all that members need. Addresses are read only by those who send its next parcel there. Its parties take
 * no steps, and learn nothing of each other.
 */
export async function readDeskDeal(
  pool: pg.Pool,
  key: DealKey,
  member: Member,
  holidays: Holidays,
): Promise<DeskDeal> {
  const row = await READ_SHOWN_DEAL.row(pool, [key.productId, key.id]);
  if (!row) {
    throw new Error(`The deal ${key.productId}/${key.id} has disappeared.`);
  }
  const stored = storedDeal(row);
  const { deal } = stored;
  const { terms } = deal;
  const moment = { nowMs: await databaseTime(pool), holidays };
  const isOwn = isParty(row, member);
  const audiences = isOwn ? [] : audiencesOf(member.role);
  const isForDesk = audiences.includes('desk');
  const receiver = isForDesk ? receiverOfParcel(deal, member.name, moment) : null;
  const { reviews, photos, canJudge, test } = await readCheck(pool, row, member);
  const isForAdmin = audiences.includes('admin');
  const possible = isForDesk ? possibleMemberSteps(deal, DESK_STEPS, member.name, moment) : [];
  const deskSteps = possible.filter((each) => canJudge || (each !== 'pass' && each !== 'fail'));
  const possibleOfFinance = audiences.includes('finance')
    ? possibleMemberSteps(deal, FINANCE_STEPS, member.name, moment)
    : [];
  const financeSteps = await withoutOwnAppeal(pool, key, possibleOfFinance, member.name);
  return {
    ...deskRow(row, member),
    styleCode: row.styleCode,
    version: deal.version,
    tradedAt: isoTime(terms.tradedAtMs),
    buyerPays: terms.buyerTotalCents / CENTS_PER_DOLLAR,
    sellerGets: terms.sellerTotalCents / CENTS_PER_DOLLAR,
    payment: deal.payment,
    payout: deal.payout,
    claim: deal.claim,
    penalty: deal.penalty,
    choice: deal.choice,
    balances: DEAL_ACCOUNTS.flatMap((account) => {
      const cents = deal.balances[account];
      return cents === 0 ? [] : [{ account, amount: cents / CENTS_PER_DOLLAR }];
    }),
    sendTo: receiver ? ((await readSendTo(pool, [{ ...key, receiver }])).get(key.id) ?? []) : null,
    deskSteps,
    financeSteps,
    events: await readEvents(pool, stored, !isOwn),
    checklist: deskSteps.includes('pass') ? await checklistOfDeal(pool, key) : null,
    reservation: await readShownReservation(pool, key, moment.nowMs),
    expected: isForAdmin ? (test?.expected ?? null) : null,
    reviews: reviews.map(shownReview),
    photos: photos.map(shownPhoto),
    claimPhotos: isOwn ? [] : await listClaimPhotos(pool, key),
  };
}

/** The visible verdicts and photos of a pair; none in a member's own deal. `canJudge`: a verdict may be theirs. */
async function readCheck(pool: pg.Pool, row: DeskDealRow, member: Member) {
  if (isParty(row, member)) {
    return { reviews: [], photos: [], canJudge: false, test: null };
  }
  const { key, deal } = storedDeal(row);
  const reviews = await readReviews(pool, key);
  const isForAdmin = isDisputed(deal.state, reviews);
  const test = await readExpected(pool, key);
  return {
    test,
    ...seenBy(member, deal.state, reviews, await listPhotos(pool, key)),
    canJudge:
      reviews.every((review) => review.member !== member.name) &&
      (isForAdmin ? member.role === 'admin' : test?.member !== member.name),
  };
}

async function readShownReservation(
  pool: pg.Pool,
  key: DealKey,
  nowMs: number,
): Promise<DeskDeal['reservation']> {
  const reservation = await readReservation(pool, key, nowMs);
  return (
    reservation && {
      member: reservation.member,
      until: isoTime(reservation.untilMs),
      takenFrom: reservation.takenFrom,
    }
  );
}

/** A photo of a deal that the member may see; null for any other id. */
export async function findSeenPhoto(
  pool: pg.Pool,
  key: DealKey,
  member: Member,
  photo: string,
): Promise<PhotoRow | null> {
  const row = await READ_SHOWN_DEAL.row(pool, [key.productId, key.id]);
  const { photos } = row ? await readCheck(pool, row, member) : { photos: [] };
  return photos.find(({ id }) => id === photo) ?? null;
}

function shownReview({ member, verdict, reasons, points, answers, atMs }: ReviewRow): Review {
  return {
    member,
    verdict,
    reasons,
    points: points.map((point, index) => ({ point, isInOrder: answers[index] ?? false })),
    date: isoTime(atMs),
  };
}

/** @param hasDetails whether to add the parcels and words of its parties */
async function readEvents(pool: pg.Pool, stored: StoredDeal, hasDetails: boolean): Promise<DeskEvent[]> {
  const { terms } = stored.opening;
  const details = hasDetails ? await readStepDetails(pool, stored.key) : NO_STEPS;
  const steps = await readPastSteps(pool, stored);
  return [
    {
      version: 0,
      event: 'trade' as const,
      by: terms.taker,
      member: null,
      state: 'unpaid' as const,
      date: isoTime(terms.tradedAtMs),
      ...NO_DETAILS,
    },
    ...steps.map(({ recorded: { version, event, actor, atMs }, after }) => ({
      version,
      event: event.type,
      by: actor.kind,
      member: actor.kind === 'member' ? actor.id : null,
      state: after.deal.state,
      date: isoTime(atMs),
      ...(details.get(version) ?? NO_DETAILS),
    })),
  ];
}

const NO_STEPS: ReadonlyMap<number, StepDetails> = new Map();
const NO_DETAILS = { carrier: null, trackingNumber: null, problem: null, reason: null };

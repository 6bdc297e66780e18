import type { DealReport } from '@perkex/contract/verification.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { readDeal } from '../deals/read-deal.js';
import { findOwnDeal } from '../deals/read-own-deals.js';
import { type ReviewRow, readReviews } from './pair-reviews.js';
import { listPhotos, type PhotoRow } from './photos.js';

/** The check of a pair, as its seller and its buyer may see it. */
export interface OwnReport {
  /** Null until the verdict has taken effect. The buyer sees a rejection once it is final. */
  readonly report: DealReport | null;
  readonly photos: readonly PhotoRow[];
}

/**
 * The report of a user's deal: the verdict with its reasons and photos, without the names of members
 * (after-the-trade.md, "Deal states"). @returns null without such a deal
 */
export async function readOwnReport(pool: pg.Pool, userId: string, id: string): Promise<OwnReport | null> {
  const found = await findOwnDeal(pool, userId, id);
  const stored = found && (await readDeal(pool, found.key));
  if (!found || !stored) {
    return null;
  }
  const { verdictBy, state } = stored.deal;
  const reviews = await readReviews(pool, found.key);
  const last = reviews.at(-1);
  if (!last || verdictBy === null || (found.party === 'buyer' && state === 'objectable')) {
    return { report: null, photos: [] };
  }
  const agreeing = reviews.filter(({ verdict }) => verdict === last.verdict);
  const photos = photosOf(agreeing, await listPhotos(pool, found.key));
  const report: DealReport = {
    verdict: last.verdict,
    reasons: [...new Set(agreeing.flatMap(({ reasons }) => reasons))],
    points: last.points.map((point, index) => ({ point, isInOrder: last.answers[index] ?? false })),
    photos: photos.map(({ id: photo, subject, hash, atMs }) => ({
      id: photo,
      subject,
      hash,
      date: isoTime(atMs),
    })),
    date: isoTime(last.atMs),
  };
  return { report, photos };
}

/** The photos that these members took before their verdicts. Those of parcels may show names and addresses. */
function photosOf(reviews: readonly ReviewRow[], photos: readonly PhotoRow[]): PhotoRow[] {
  return photos.filter(
    (photo) =>
      photo.subject !== 'parcel' &&
      reviews.some(({ member, atMs }) => member === photo.member && photo.atMs <= atMs),
  );
}

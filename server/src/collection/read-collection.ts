import type { CallAnswer } from '@perkex/contract/calls.js';
import type { Collection, CollectionPair } from '@perkex/contract/collection.js';
import type { Pair } from '@perkex/core/collection/pairs.js';
import { gainPercent, recentAfter, totalOfPairs } from '@perkex/core/collection/valuation.js';
import {
  firstDayOfValuation,
  listingKey,
  valuationOverTime,
} from '@perkex/core/collection/valuation-over-time.js';
import type { Day } from '@perkex/core/figures/days.js';
import { bucketUnitOf, type HistoryRange } from '@perkex/core/figures/history.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { type CollectedListing, readCloses, readFirstDaySold, readListings } from './read-listings.js';
import { readPairs } from './read-pairs.js';

/** The pairs that a user owns, newest first, and their total (`GET /collection`). */
export async function readCollection(pool: pg.Pool, userId: string, today: Day): Promise<Collection> {
  const owned = (await readPairs(pool, userId)).filter(({ until }) => until === null).reverse();
  const listings = await readListings(pool, owned, today);
  const valuationOfPair = (pair: Pair) => listings.get(listingKey(pair))?.worth?.cents ?? null;
  const { unpriced, costCents, worthCents } = totalOfPairs(
    owned.map((pair) => ({ costCents: pair.costCents, worthCents: valuationOfPair(pair) })),
  );
  return {
    pairs: owned.flatMap((pair) => shownPair(pair, listings.get(listingKey(pair)))),
    total: {
      unpriced,
      price: centsToDollars(costCents),
      worth: centsToDollars(worthCents),
      gain: centsToDollars(worthCents - costCents),
      gainPercent: gainPercent(costCents, worthCents),
    },
  };
}

function shownPair(pair: Pair, listing: CollectedListing | undefined): CollectionPair[] {
  const { id, isBought, productId, size, costCents, since } = pair;
  if (!listing) {
    return [];
  }
  const { name, brand, thumbnail, worth } = listing;
  const gains =
    worth === null
      ? { worth: null, by: null, gain: null, gainPercent: null }
      : {
          worth: centsToDollars(worth.cents),
          by: worth.by,
          gain: centsToDollars(worth.cents - costCents),
          gainPercent: gainPercent(costCents, worth.cents),
        };
  const price = centsToDollars(costCents);
  return [{ id, isBought, productId, name, brand, thumbnail, size, price, date: since, ...gains }];
}

/** The valuation of a user's pairs over time, beside their purchase prices (`GET /collection/history`). */
export async function readCollectionHistory(
  pool: pg.Pool,
  userId: string,
  range: HistoryRange,
  today: Day,
): Promise<CallAnswer<'collectionHistory'>> {
  const pairs = await readPairs(pool, userId);
  const [listings, sold] = await Promise.all([
    readListings(pool, pairs, today),
    readFirstDaySold(pool, pairs),
  ]);
  const from = firstDayOfValuation(range, { owned: pairs[0]?.since ?? null, sold }, today);
  const closes = await readCloses(pool, pairs, {
    // Older sales do not count for the valuation on the first day.
    after: recentAfter(from),
    unit: bucketUnitOf(range, from, today),
  });
  const valuationNow = new Map(
    [...listings].flatMap(([key, { worth }]) => (worth === null ? [] : [[key, worth.cents] as const])),
  );
  return valuationOverTime({ pairs, closes, valuationNow, range, from, today }).map(
    ({ start, worthCents, costCents }) => ({
      start,
      worth: centsToDollars(worthCents),
      price: centsToDollars(costCents),
    }),
  );
}

import { CALL_ADDRESSES } from '@perkex/contract/call-addresses.js';
import { addDays, DAY_MS, type Day, dayAt } from '@perkex/core/figures/days.js';
import { type Composition, compositionDays, type IndexPoint, turnoverDays } from '@perkex/core/index/px50.js';
import { CATALOGUE, PAST_DAYS } from '../cache/cache-tags.js';
import type { CachedValue } from '../cache/cached-value.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { Clock } from '../clock/clock.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import { readCompositions, readFirstDay, readIndexPoints } from './read-index.js';

/**
 * The points cover all sales of the index's products, so they are recomputed by time (and after imports), not at every
 * sale. They and the responses made from them may each use half of the call's lag.
 */
export const INDEX_KEPT_MS = CALL_ADDRESSES.marketIndex.lagMs / 2;
/** For a composition whose days may still get or lose sales. */
const FRESH_KEPT_MS = 60_000;
/**
 * Deals end well before this if they are undone or not paid. A later end shows within a day: the compositions of all
 * quarters are too many to be read again for each sale that becomes void.
 */
const DAYS_UNTIL_SETTLED = 14;

export type ReadPoints = () => Promise<readonly IndexPoint[]>;

/** Returns a reader of the cached points, which are the same for every range. */
export function indexPoints(replicaReads: ReplicaReads, responses: ResponseCache, clock: Clock): ReadPoints {
  const points = responses.cacheValue<readonly IndexPoint[]>([CATALOGUE, PAST_DAYS]);
  const settled = cachedCompositions(replicaReads, responses.cacheValue([CATALOGUE]), DAY_MS);
  const fresh = cachedCompositions(replicaReads, responses.cacheValue([CATALOGUE, PAST_DAYS]), FRESH_KEPT_MS);

  async function readComposed(): Promise<Composition[]> {
    const firstDay = await replicaReads.read(readFirstDay);
    if (firstDay === null) {
      return [];
    }
    const today = dayAt(clock.wallMs());
    const days = compositionDays(firstDay, today);
    const isSettled = (day: Day) => turnoverDays(day, firstDay).to < addDays(today, -DAYS_UNTIL_SETTLED);
    return [
      ...(await settled(days.filter(isSettled), firstDay)),
      ...(await fresh(
        days.filter((day) => !isSettled(day)),
        firstDay,
      )),
    ];
  }

  return () =>
    points.read({
      async make() {
        const composed = await readComposed();
        return replicaReads.read((pool) => readIndexPoints(pool, composed));
      },
      maxAgeMs: INDEX_KEPT_MS,
      isOfDay: true,
    });
}

interface CachedCompositions {
  readonly key: string;
  readonly compositions: readonly Composition[];
}

/** The compositions of some days, cached: each needs a year of sales of every product. */
function cachedCompositions(
  replicaReads: ReplicaReads,
  cached: CachedValue<CachedCompositions>,
  maxAgeMs: number,
) {
  return async (days: readonly Day[], firstDay: Day): Promise<readonly Composition[]> => {
    const key = [firstDay, ...days].join();
    if (cached.last !== null && cached.last.key !== key) {
      cached.invalidate();
    }
    const { compositions } = await cached.read({
      make: async () => ({
        key,
        compositions: await replicaReads.read((pool) => readCompositions(pool, days, firstDay)),
      }),
      maxAgeMs,
    });
    return compositions;
  };
}

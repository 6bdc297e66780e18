import type { MarketDay } from '@perkex/contract/market-day.js';
import { addDays, DAY_MS, type Day, dayAt } from '@perkex/core/figures/days.js';
import { compositionDays } from '@perkex/core/index/px50.js';
import type pg from 'pg';
import { CATALOGUE, PAST_DAYS } from '../cache/cache-tags.js';
import type { AnswerPlan } from '../cache/response-cache.js';
import type { Clock } from '../clock/clock.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import type { ReadPoints } from './index-points.js';
import { readClose } from './read-close.js';
import { readCompositions, readFirstDay, readIndexPoints } from './read-index.js';

/** Trades are counted within seconds, and deals end well before this if they are undone or not paid. */
const DAYS_UNTIL_SETTLED = 14;

/** Reads the close of a day; null for a day that is not over, or before the first sale. */
export type ReadClose = (day: Day) => Promise<MarketDay | null>;

export function closeReader(replicaReads: ReplicaReads, readPoints: ReadPoints, clock: Clock): ReadClose {
  return async (day) => {
    const today = dayAt(clock.wallMs());
    if (day >= today) {
      return null;
    }
    const points = await readPoints();
    return replicaReads.read((pool) => readClose(pool, points, day, today));
  };
}

/**
 * How long responses with a close are cached: until a correction. A day of the last two weeks is recomputed every
 * minute besides, for corrections of the index. The newest one gets its next day at midnight.
 */
export function cachingOfClose(
  day: Day,
  nowMs: number,
): Pick<AnswerPlan, 'follows' | 'maxAgeMs' | 'isOfDay'> {
  const today = dayAt(nowMs);
  const isSettled = day < addDays(today, -DAYS_UNTIL_SETTLED);
  return {
    follows: [CATALOGUE, PAST_DAYS],
    ...(isSettled && { maxAgeMs: DAY_MS }),
    isOfDay: day >= addDays(today, -1),
  };
}

/** As `closeReader`, without any cache: for work that is done once a day. */
export async function readCloseAfresh(pool: pg.Pool, day: Day, today: Day): Promise<MarketDay | null> {
  const firstDay = await readFirstDay(pool);
  const points =
    firstDay === null
      ? []
      : await readIndexPoints(pool, await readCompositions(pool, compositionDays(firstDay, today), firstDay));
  return readClose(pool, points, day, today);
}

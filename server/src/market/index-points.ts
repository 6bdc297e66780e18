import { addDays, DAY_MS, type Day, dayAt } from '@perkex/core/figures/days.js';
import { type Composition, compositionDays, type IndexPoint, turnoverDays } from '@perkex/core/index/px50.js';
import type { Readings } from '../database/readings.js';
import type { KeptAnswers } from '../kept/kept-answers.js';
import { CATALOGUE } from '../kept/topics.js';
import { readCompositions, readFirstDay, readIndexPoints } from './read-index.js';

/** They look at all sales of the products of the index, so they are made by time (and by imports), not at every sale. */
export const INDEX_KEPT_MS = 15_000;
/** While the days that compose the index may still get sales. */
const FRESH_KEPT_MS = 60_000;

export type ReadPoints = () => Promise<readonly IndexPoint[]>;

/** The points are the same for every range. */
export function indexPoints(readings: Readings, kept: KeptAnswers): ReadPoints {
  const points = kept.keepValue<readonly IndexPoint[]>([CATALOGUE]);
  // Only the command line gives the past other sales.
  const settled = compositionsKept(readings, kept, DAY_MS);
  const fresh = compositionsKept(readings, kept, FRESH_KEPT_MS);

  async function readComposed(): Promise<Composition[]> {
    const firstDay = await readings.read(readFirstDay);
    if (firstDay === null) {
      return [];
    }
    const today = dayAt(Date.now());
    const days = compositionDays(firstDay, today);
    // Yesterday's last sales may still be on their way to their day.
    const isSettled = (day: Day) => turnoverDays(day, firstDay).to < addDays(today, -1);
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
        return readings.read((pool) => readIndexPoints(pool, composed));
      },
      lifeMs: INDEX_KEPT_MS,
      isOfDay: true,
    });
}

interface KeptCompositions {
  readonly key: string;
  readonly compositions: readonly Composition[];
}

/** What the index is composed of on some days: a year of the sales of every product for each, so it is read once. */
function compositionsKept(readings: Readings, keptAnswers: KeptAnswers, lifeMs: number) {
  const kept = keptAnswers.keepValue<KeptCompositions>([CATALOGUE]);
  return async (days: readonly Day[], firstDay: Day): Promise<readonly Composition[]> => {
    const key = [firstDay, ...days].join();
    if (kept.last !== null && kept.last.key !== key) {
      kept.outdate();
    }
    const { compositions } = await kept.read({
      make: async () => ({
        key,
        compositions: await readings.read((pool) => readCompositions(pool, days, firstDay)),
      }),
      lifeMs,
    });
    return compositions;
  };
}

import type { IndexPoint } from '@perkex/core/index/px50.js';
import type { Readings } from '../database/readings.js';
import { Kept } from '../kept/kept.js';
import { readCompositions, readIndexPoints } from './read-index.js';

/** They look at every product, so they are made by time and not at every sale. */
export const INDEX_KEPT_MS = 15_000;
/** Only sales that are added to the past change them, and a new quarter. */
const COMPOSITIONS_KEPT_MS = 60_000;

export type ReadPoints = () => Promise<readonly IndexPoint[]>;

/** The points are the same for every range. */
export function indexPoints(readings: Readings): ReadPoints {
  const compositions = new Kept<Awaited<ReturnType<typeof readCompositions>>>();
  const points = new Kept<readonly IndexPoint[]>();
  const readComposed = () =>
    compositions.read({
      make: () => readings.read((pool) => readCompositions(pool, Date.now())),
      lifeMs: COMPOSITIONS_KEPT_MS,
      isOfDay: true,
    });
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

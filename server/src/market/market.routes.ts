import { TAPE_SALES_A_PAGE } from '@perkex/contract/market.js';
import { dayAt } from '@perkex/core/figures/days.js';
import type { IndexPoint } from '@perkex/core/index/px50.js';
import type { FastifyInstance } from 'fastify';
import type { Readings } from '../database/readings.js';
import { Kept } from '../kept/kept.js';
import type { KeptAnswers } from '../kept/kept-answers.js';
import { answerKept, jsonContent } from '../kept/kept-call.js';
import { ALL_SALES, CATALOGUE } from '../kept/topics.js';
import { readCompositions, readIndexPoints, shownIndex } from './read-index.js';
import { readMarket } from './read-market.js';
import { readTape } from './read-tape.js';

/** They look at every product, so they are made by time and not at every sale. */
const LISTS_KEPT_MS = 5_000;
const INDEX_KEPT_MS = 15_000;
/** Only sales that are added to the past change them, and a new quarter. */
const COMPOSITIONS_KEPT_MS = 60_000;

/** The market as a whole, for everybody: its lists, its tape and its index. */
export function marketRoutes(app: FastifyInstance, readings: Readings, kept: KeptAnswers): void {
  answerKept(app, kept, 'market', ({ query: { period } }) => ({
    key: `/api/market?period=${period}`,
    follows: [CATALOGUE],
    lifeMs: LISTS_KEPT_MS,
    isOfDay: true,
    make: async () => jsonContent(await readings.read((pool) => readMarket(pool, period, Date.now()))),
  }));
  answerKept(app, kept, 'tape', ({ query: { before, limit = '' } }) => {
    const count = Number(limit) || TAPE_SALES_A_PAGE;
    return {
      key: before ? `/api/market/tape?before=${before}&limit=${count}` : `/api/market/tape?limit=${count}`,
      follows: [ALL_SALES],
      make: async () =>
        jsonContent(await readings.read((pool) => readTape(pool, count, before || undefined))),
    };
  });
  const readPoints = indexPoints(readings);
  answerKept(app, kept, 'marketIndex', async ({ query: { range } }) => {
    const points = await readPoints();
    return {
      key: `/api/market/index?range=${range}`,
      follows: [],
      lifeMs: INDEX_KEPT_MS,
      isOfDay: true,
      make: async () => jsonContent(shownIndex(points, range, dayAt(Date.now()))),
    };
  });
}

/** The points are the same for every range. */
function indexPoints(readings: Readings): () => Promise<readonly IndexPoint[]> {
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

import { TAPE_SALES_A_PAGE } from '@perkex/contract/market.js';
import { dayAt } from '@perkex/core/figures/days.js';
import type { FastifyInstance } from 'fastify';
import type { Readings } from '../database/readings.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import type { Trending } from '../finding/trending-products.js';
import type { KeptAnswers } from '../kept/kept-answers.js';
import { answerKept, jsonContent } from '../kept/kept-call.js';
import { ALL_SALES, CATALOGUE, topicsOfSummaries } from '../kept/topics.js';
import { INDEX_KEPT_MS, type ReadPoints } from './index-points.js';
import { readBanners } from './read-banners.js';
import { shownIndex } from './read-index.js';
import { readMarket } from './read-market.js';
import { readTape } from './read-tape.js';

/** The lists scan all products in memory, so they are recomputed by time and not at every sale. */
const LISTS_KEPT_MS = 5_000;

interface MarketSources {
  readonly readings: Readings;
  readonly kept: KeptAnswers;
  readonly trending: Trending;
  readonly products: FollowedProducts;
  readonly readPoints: ReadPoints;
}

/** The open calls about the market as a whole: banners, lists, trade feed and index. */
export function marketRoutes(
  app: FastifyInstance,
  { readings, kept, trending, products, readPoints }: MarketSources,
): void {
  answerKept(app, kept, 'banners', async () => {
    const ids = await trending.rank();
    return {
      key: '/api/home/banners',
      follows: topicsOfSummaries(ids),
      lifeMs: LISTS_KEPT_MS,
      isOfDay: true,
      make: async () => jsonContent(await readBanners({ readings, products }, ids, dayAt(Date.now()))),
    };
  });
  answerKept(app, kept, 'market', ({ query: { period } }) => ({
    key: `/api/market?period=${period}`,
    follows: [CATALOGUE],
    lifeMs: LISTS_KEPT_MS,
    isOfDay: true,
    make: async () => jsonContent(await readMarket({ readings, products }, period, Date.now())),
  }));
  answerKept(app, kept, 'tape', ({ query: { before, limit = '' } }) => {
    const count = Number(limit) || TAPE_SALES_A_PAGE;
    return {
      key: before ? `/api/market/tape?before=${before}&limit=${count}` : `/api/market/tape?limit=${count}`,
      follows: [ALL_SALES],
      make: async () => jsonContent(await readTape({ readings, products }, count, before || undefined)),
    };
  });
  answerKept(app, kept, 'marketIndex', async ({ query: { range } }) => {
    const points = await readPoints();
    return {
      key: `/api/market/index?range=${range}`,
      follows: [CATALOGUE],
      lifeMs: INDEX_KEPT_MS,
      isOfDay: true,
      make: async () => jsonContent(shownIndex(points, range, dayAt(Date.now()))),
    };
  });
}

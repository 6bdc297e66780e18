import { TRADE_FEED_SALES_A_PAGE } from '@perkex/contract/market.js';
import { dayAt } from '@perkex/core/figures/days.js';
import type { FastifyInstance } from 'fastify';
import { answerCached, jsonContent } from '../cache/cached-call.js';
import type { ResponseCache } from '../cache/response-cache.js';
import type { Clock } from '../clock/clock.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import type { Trending } from '../finding/trending-products.js';
import { cachingOfClose, type ReadClose } from './close-reader.js';
import { INDEX_KEPT_MS, type ReadPoints } from './index-points.js';
import { readBanners, readShownReleases } from './read-banners.js';
import { shownIndex } from './read-index.js';
import { readMarket } from './read-market.js';
import { readTradeFeed } from './read-trade-feed.js';

/** Without a change of these products, others may come to lead a banner. */
const BANNERS_KEPT_MS = 5_000;

interface MarketSources {
  readonly replicaReads: ReplicaReads;
  readonly responses: ResponseCache;
  readonly trending: Trending;
  readonly products: FollowedProducts;
  readonly readPoints: ReadPoints;
  readonly readClose: ReadClose;
  readonly clock: Clock;
}

/** The open calls about the market as a whole: banners, lists, trade feed and index. */
export function marketRoutes(
  app: FastifyInstance,
  { replicaReads, responses, trending, products, readPoints, readClose, clock }: MarketSources,
): void {
  answerCached(app, responses, 'banners', async () => {
    const ids = await trending.rank();
    const today = dayAt(clock.wallMs());
    const releases = await readShownReleases(products, today);
    return {
      key: '/api/home/banners',
      shownIds: [...ids, ...releases.map(({ id }) => id)],
      maxAgeMs: BANNERS_KEPT_MS,
      isOfDay: true,
      make: async () => jsonContent(await readBanners({ replicaReads, products }, ids, releases, today)),
    };
  });
  answerCached(app, responses, 'market', ({ query: { period } }) => ({
    key: `/api/market?period=${period}`,
    isOfDay: true,
    make: async () => jsonContent(await readMarket({ replicaReads, products }, period, clock.wallMs())),
  }));
  answerCached(app, responses, 'tape', ({ query: { before, limit = '' } }) => {
    const count = Number(limit) || TRADE_FEED_SALES_A_PAGE;
    return {
      key: before ? `/api/market/tape?before=${before}&limit=${count}` : `/api/market/tape?limit=${count}`,
      make: async () =>
        jsonContent(await readTradeFeed({ replicaReads, products }, count, before || undefined)),
    };
  });
  answerCached(app, responses, 'marketDay', ({ params: { day } }) => {
    const { maxAgeMs, isOfDay } = cachingOfClose(day, clock.wallMs());
    return {
      key: `/api/market/days/${day}`,
      ...(maxAgeMs !== undefined && { maxAgeMs }),
      ...(isOfDay && { isOfDay }),
      async make() {
        const close = await readClose(day);
        return close ? jsonContent(close) : { refused: 'not-found' };
      },
    };
  });
  answerCached(app, responses, 'marketIndex', async ({ query: { range } }) => {
    const points = await readPoints();
    return {
      key: `/api/market/index?range=${range}`,
      maxAgeMs: INDEX_KEPT_MS,
      isOfDay: true,
      make: async () => jsonContent(shownIndex(points, range, dayAt(clock.wallMs()))),
    };
  });
}

import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { CATALOGUE } from '../cache/cache-tags.js';
import type { AnswerPlan } from '../cache/response-cache.js';
import type { FollowedCampaigns } from '../campaigns/followed-campaigns.js';
import type { Clock } from '../clock/clock.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import type { BrandSources } from '../finding/brands.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import type { Trending } from '../finding/trending-products.js';
import type { Developers } from '../help/developers.js';
import type { Help } from '../help/read-help.js';
import type { ReadClose } from '../market/close-reader.js';
import type { ReadPoints } from '../market/index-points.js';
import type { Page } from './page.js';

/** How to produce a page that looks the same to all visitors, and when to recompute it. */
export interface PagePlan extends Pick<AnswerPlan, 'follows' | 'maxAgeMs' | 'isOfDay'> {
  /** Its address, with the parts of the query that affect the content. */
  readonly key: string;
  read(): Promise<Page>;
}

/** The sources of the data of pages. */
export interface PageSources {
  readonly pool: pg.Pool;
  readonly replicaReads: ReplicaReads;
  readonly trending: Trending;
  readonly campaigns: FollowedCampaigns;
  readonly readPoints: ReadPoints;
  readonly readClose: ReadClose;
  readonly findable: FollowedProducts;
  readonly help: Help;
  readonly developers: Developers;
  readonly texts: BrandSources['texts'];
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export type PageQuery = Readonly<Record<string, unknown>>;

export type PageRequest = FastifyRequest<{
  Params: Record<string, string>;
  Querystring: Record<string, unknown>;
}>;

/** These pages scan every product in memory, so they expire by time, not at every sale. */
export const LISTS_KEPT_MS = 5_000;
/** Lists of products. */
export const CATALOGUE_PLAN = { follows: [CATALOGUE], maxAgeMs: LISTS_KEPT_MS, isOfDay: true };

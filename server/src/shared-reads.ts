import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from './app-dependencies.js';
import { type BrandTexts, readBrandTexts } from './brands/brand-texts.js';
import { CachedValue } from './cache/cached-value.js';
import type { ResponseCache } from './cache/response-cache.js';
import { FollowedCampaigns } from './campaigns/followed-campaigns.js';
import { ReplicaReads } from './database/replica-reads.js';
import { FollowedProducts } from './finding/followed-products.js';
import { Trending } from './finding/trending-products.js';
import { type Help, readHelp } from './help/read-help.js';
import type { BusyLog } from './http/busy-log.js';
import type { RunInSlot } from './http/fair-queue.js';
import { recordText } from './ledger/record-text.js';
import { closeReader, type ReadClose } from './market/close-reader.js';
import { indexPoints, type ReadPoints } from './market/index-points.js';

/** The record changes once a day. */
const RECORD_KEPT_MS = 5 * 60_000;

/** The parts of an app that its routes share before anything is read. */
interface Bases {
  readonly responses: ResponseCache;
  /** The fair queue of the reads. */
  readonly runInSlot: RunInSlot;
  readonly busy: BusyLog;
}

/** The data that several rooms read, for their calls and pages. */
export interface SharedReads extends Bases {
  readonly replicaReads: ReplicaReads;
  /** The in-memory index of all products. */
  readonly findable: FollowedProducts;
  readonly trending: Trending;
  readonly campaigns: FollowedCampaigns;
  readonly readPoints: ReadPoints;
  readonly readClose: ReadClose;
  readonly help: Help;
  readonly brandTexts: BrandTexts;
  /** True while `readAhead` runs: calls that need its data wait for it. */
  readonly isReadingAhead: () => boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Preloads the data that the first visitor would otherwise wait for. */
    readAhead(): Promise<void>;
  }
}

/** Opens the shared reads of an app, which closes them. */
export async function openSharedReads(
  app: FastifyInstance,
  dependencies: AppDependencies,
  bases: Bases,
): Promise<SharedReads> {
  const { database, feed, clock } = dependencies;
  const replicaReads =
    dependencies.replicaReads ?? new ReplicaReads({ primary: database.pool, standby: null });
  const findable = new FollowedProducts(replicaReads, feed, clock);
  app.addHook('onClose', async () => findable.close());
  const readPoints = indexPoints(replicaReads, bases.responses, clock);
  const readClose = closeReader(replicaReads, readPoints, clock);
  let isReadingAhead = false;
  app.decorate('readAhead', async () => {
    isReadingAhead = true;
    try {
      await Promise.all([findable.read(), readPoints()]);
    } finally {
      isReadingAhead = false;
    }
  });
  const { contact = null, dealSteps = null, paymentSetup = null, parcelLabels = null } = dependencies;
  const record = new CachedValue<string>(clock);
  const help = await readHelp({
    contact,
    hasDeals: dealSteps !== null,
    buysLabels: parcelLabels !== null,
    payments: paymentSetup?.provider.name ?? null,
    readRecord: () => record.read({ make: () => recordText(database.pool), maxAgeMs: RECORD_KEPT_MS }),
  });
  const brandTexts = await readBrandTexts();
  for (const file of brandTexts.unusedFiles) {
    app.log.warn(
      `server/brands/${file} is not shown: a text is {brand}.md or {brand}/{model}.md, named by their slugs.`,
    );
  }
  const trending = new Trending(findable, clock);
  const campaigns = new FollowedCampaigns({
    pool: database.pool,
    responses: bases.responses,
    clock,
    onFailure: (error) => app.log.error({ err: error }, 'the campaigns could not be read'),
  });
  return {
    ...bases,
    replicaReads,
    findable,
    trending,
    campaigns,
    readPoints,
    readClose,
    help,
    brandTexts,
    isReadingAhead: () => isReadingAhead,
  };
}

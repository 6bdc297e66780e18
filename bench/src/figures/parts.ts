import { openBenchServer } from '../market/bench-database.js';
import { HttpMarket } from '../market/http-market.js';
import type { Print } from '../report/figure.js';
import type { Measurements } from '../report/performance-page.js';
import { BATCHES, measureBatches } from './batches.js';
import { DEALS, measureDeals } from './deals.js';
import { EXPIRY, measureExpiry } from './expiry.js';
import { FINDING, measureFinding } from './finding.js';
import { GROWTH, measureGrowth } from './growth.js';
import { IMPORT, measureImport } from './import.js';
import { MIXED, measureMixed } from './mixed.js';
import { measureOrders, ORDERS } from './orders-over-http.js';
import { measurePages, PAGES } from './pages.js';
import { measurePeers } from './peers.js';
import { measureQueueFigures, QUEUE } from './queue.js';
import { measureReads, READS } from './reads.js';
import { measureReplay, REPLAY } from './replay.js';
import { measureSessions, SESSIONS } from './sessions.js';
import { measureWebhooks, WEBHOOKS } from './webhooks.js';

/**
 * FULL gives the documented figures; QUICK is for work on a part; SMALL is for tests, which only check that it works.
 */
export type Mode = 'FULL' | 'QUICK' | 'SMALL';

/** Opens what a part measures. Tests share a market and a PostgreSQL between parts. */
export interface Openers {
  readonly openMarket: typeof HttpMarket.open;
  readonly openBenchServer: typeof openBenchServer;
}

export interface PartOptions {
  /** The number of other deals beside which deal pages are read. */
  readonly deals?: number | undefined;
}

export type Part = (
  mode: Mode,
  print: Print,
  openers?: Openers,
  options?: PartOptions,
) => Promise<Measurements>;

const OPENERS: Openers = { openMarket: HttpMarket.open, openBenchServer };

/** The independent parts of the benchmark; their order does not matter. */
export const PARTS = {
  reads: async (mode, print, { openMarket } = OPENERS) => ({
    figures: await measureReads(READS[mode], print, openMarket),
    curves: [],
  }),
  orders: async (mode, print, { openMarket } = OPENERS) => ({
    figures: await measureOrders(ORDERS[mode], print, openMarket),
    curves: [],
  }),
  batches: async (mode, print, { openMarket } = OPENERS) => ({
    figures: await measureBatches(BATCHES[mode], print, openMarket),
    curves: [],
  }),
  mixed: (mode, print, { openMarket } = OPENERS) => measureMixed(MIXED[mode], print, openMarket),
  queue: (mode, print, openers = OPENERS) => measureQueueFigures(QUEUE[mode], print, openers.openBenchServer),
  replay: async (mode, print) => ({ figures: await measureReplay(REPLAY[mode], print), curves: [] }),
  import: async (mode, print) => ({ figures: await measureImport(IMPORT[mode], print), curves: [] }),
  sessions: async (mode, print, { openMarket } = OPENERS) => ({
    figures: await measureSessions(SESSIONS[mode], print, openMarket),
    curves: [],
  }),
  deals: async (mode, print, { openMarket } = OPENERS, { deals } = {}) => ({
    figures: await measureDeals(DEALS[mode], print, openMarket, deals),
    curves: [],
  }),
  webhooks: async (mode, print, openers = OPENERS) => ({
    figures: await measureWebhooks(WEBHOOKS[mode], print, openers.openBenchServer),
    curves: [],
  }),
  expiry: async (mode, print, openers = OPENERS) => ({
    figures: await measureExpiry(EXPIRY[mode], print, openers.openBenchServer),
    curves: [],
  }),
  growth: (mode, print, openers = OPENERS) => measureGrowth(GROWTH[mode], print, openers.openBenchServer),
  finding: async (mode, print) => ({ figures: await measureFinding(FINDING[mode], print), curves: [] }),
  pages: async (mode, print) => ({ figures: await measurePages(PAGES[mode], print), curves: [] }),
  /** Has one mode, because installing the peers takes most of the time. */
  peers: async (_mode, print) => ({ figures: await measurePeers(print), curves: [] }),
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof PARTS;

export function isPartName(name: string): name is PartName {
  return Object.hasOwn(PARTS, name);
}

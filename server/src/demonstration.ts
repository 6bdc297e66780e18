import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import type { Clock } from './clock/clock.js';
import type { Database } from './database/connect.js';
import type { OnStepped } from './deals/take-step.js';
import type { Jobs } from './jobs/jobs.js';
import type { MatchingEngine } from './orders/matching-engine.js';
import type { Maintenance } from './process/maintenance.js';

export interface FillOptions {
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** The number of made-up products to add; 0 by default. */
  readonly madeUpProducts?: number;
  /** Reports the progress of the made-up products. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface DemoTradingOptions {
  readonly pool: pg.Pool;
  readonly engine: Pick<MatchingEngine, 'submit'>;
  /** True if any client has an event stream of the market in this process. */
  readonly isWatched: () => boolean;
  readonly clock: Clock;
  /** Returns a new UUID, for an order. */
  readonly newId: () => string;
}

export interface DemoDealsOptions {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly holidays: Holidays;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** For the effects of a step. */
  readonly onStepped: OnStepped;
}

/** The demonstration market, as the server uses it. It is a workspace of its own, which depends on the server. */
export interface Demonstration {
  /** @returns true if it filled the database */
  fillEmptyMarket(database: Database, now: Date, options: FillOptions): Promise<boolean>;
  openTrading(options: DemoTradingOptions): DemonstrationTrading;
  /** The steps of deals that house accounts, a desk and a carrier take. */
  openDeals(options: DemoDealsOptions): { readonly send: OnStepped };
}

export interface DemonstrationTrading {
  /** Makes one move of a house account if the market has viewers. */
  advance(): Promise<unknown>;
  close(): void;
}

/** A few orders a minute. */
const DEMO_TRADING_INTERVAL_MS = 8_000;

/** Not a literal, which the compiler would follow: the workspace is built after the server. */
const WORKSPACE: string = '@perkex/demo/demonstration.js';

/** Only a market with DEMO or DEMO_TRADING needs the workspace. */
export async function loadDemonstration(): Promise<Demonstration> {
  const { demonstration } = (await import(WORKSPACE)) as { readonly demonstration: Demonstration };
  return demonstration;
}

export function demoTradingMaintenance(trading: DemonstrationTrading): Maintenance {
  return {
    work: async () => void (await trading.advance()),
    everyMs: DEMO_TRADING_INTERVAL_MS,
    failure: 'the demonstration market did not trade',
  };
}

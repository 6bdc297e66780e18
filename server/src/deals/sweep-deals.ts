import type { DealCommand, DealEvent } from '@perkex/core/deals/deal-event.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import type { DealRefused, Stepped } from '@perkex/core/deals/step.js';
import type pg from 'pg';
import { BEFORE_ALL_IDS } from '../database/time-ordered-id.js';
import { type Transaction, transaction } from '../database/transaction.js';
import { nameOfDeal } from './deal-key.js';
import type { StoredDeal } from './deal-row.js';
import type { NextDeals } from './next-deals.js';
import { type OnStepped, stepLockedDeals } from './take-step.js';

/** Keeps a sweep short, so that a server can shut down soon. */
const MAX_DEALS_PER_SWEEP = 200;
/** Keeps a transaction short: its deals stay locked until its end. */
const MAX_DEALS_AT_ONCE = 20;

/** Deals that fail leave their places in a sweep to others: up to this number, as each costs a transaction. */
const MAX_FAILED_PER_SWEEP = 100;

/** A position in a sweep: a time, and the key of a deal. */
export type Position = readonly [at: string, productId: number, id: string];

/** The position before all deals. */
export const START: Position = ['-infinity', 0, BEFORE_ALL_IDS];

/** The effects of a step of a sweep, and of one that failed. */
export interface SweepEffects {
  readonly onStepped: OnStepped;
  readonly onFailure: (error: unknown) => void;
}

export interface DealSweep {
  readonly next: NextDeals;
  /** The values of its own parameters. */
  readonly own?: readonly unknown[];
  readonly positionOf: (deal: StoredDeal) => Position;
  readonly work: (tx: Transaction, deals: readonly StoredDeal[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** The maximum number of deals, without those that fail. */
  readonly limit?: number;
}

/**
 * Works on deals in their order, many in a transaction. If one fails, each of them gets a transaction of its own, so
 * that it delays no other. Servers may do this at the same time. A sweep that finds nothing costs one statement,
 * because markets are at rest most of the time.
 * @returns the number of deals that were found here
 */
export async function sweepDeals(
  pool: pg.Pool,
  { next, own, positionOf, work, onFailure, limit = MAX_DEALS_PER_SWEEP }: DealSweep,
): Promise<number> {
  if (!(await next.isAny(pool, own))) {
    return 0;
  }
  let position = START;
  let alone = 0;
  let done = 0;
  let failed = 0;
  while (done < limit && failed < MAX_FAILED_PER_SWEEP) {
    const atOnce = alone > 0 ? 1 : Math.min(MAX_DEALS_AT_ONCE, limit - done);
    let found: readonly StoredDeal[] = [];
    try {
      await transaction(pool, async (tx) => {
        found = await next.lock(tx, position, atOnce, own);
        if (found.length > 0) {
          await work(tx, found);
        }
      });
      done += found.length;
    } catch (error) {
      if (found.length === 0) {
        throw error;
      }
      if (found.length > 1) {
        alone = found.length;
        continue;
      }
      onFailure(error);
      failed += 1;
    }
    const last = found.at(-1);
    if (!last) {
      break;
    }
    position = positionOf(last);
    alone = Math.max(0, alone - 1);
  }
  return done + failed;
}

/** A command of the platform itself. */
export function byClock(event: DealEvent): DealCommand {
  return { event, actor: { kind: 'clock', id: 'clock' }, seenVersion: null };
}

/** Takes a step of the platform. @throws Error if the deal refuses it */
export function stepByClock(
  tx: Transaction,
  stored: StoredDeal,
  event: DealEvent,
  moment: Moment,
  onStepped: OnStepped,
): Promise<void> {
  return stepAllByClock(tx, [{ stored, event }], moment, onStepped);
}

/** The same for different deals, in a sweep. */
export async function stepAllByClock(
  tx: Transaction,
  all: readonly { readonly stored: StoredDeal; readonly event: DealEvent }[],
  moment: Moment,
  onStepped: OnStepped,
): Promise<void> {
  const commands = all.map(({ stored, event }) => ({ stored, command: byClock(event) }));
  const results = await stepLockedDeals(tx, commands, moment);
  for (const [index, { stored, command }] of commands.entries()) {
    const result = results[index] as Stepped | DealRefused;
    if (result.kind === 'refused') {
      throw new Error(
        `${command.event.type} of ${nameOfDeal(stored.key)} was refused in ${result.state}: ${result.code}.`,
      );
    }
    await onStepped(tx, stored.key, result);
  }
}

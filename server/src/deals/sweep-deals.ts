import type { DealCommand, DealEvent } from '@perkex/core/deals/deal-event.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import type pg from 'pg';
import { type Transaction, transaction } from '../database/transaction.js';
import { nameOfDeal } from './deal-key.js';
import type { StoredDeal } from './deal-row.js';
import { type OnStepped, stepLockedDeal } from './take-step.js';

/** Keeps a sweep short, so that a server can shut down soon. */
const MAX_DEALS_PER_SWEEP = 200;

/** A position in a sweep: a time, and the key of a deal. */
export type Position = readonly [at: string, productId: number, id: string];

const START: Position = ['-infinity', 0, '00000000-0000-0000-0000-000000000000'];

/** The effects of a step of a sweep, and of one that failed. */
export interface SweepEffects {
  readonly onStepped: OnStepped;
  readonly onFailure: (error: unknown) => void;
}

export interface DealSweep {
  /** Locks the next deal after a position. Deals that another transaction has locked are skipped. */
  readonly lockNext: (tx: Transaction, after: Position) => Promise<StoredDeal | null>;
  readonly positionOf: (deal: StoredDeal) => Position;
  readonly work: (tx: Transaction, deal: StoredDeal) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** The maximum number of deals. */
  readonly limit?: number;
}

/**
 * Works on deals in their order, each in a transaction of its own. A deal that fails delays no other. Servers may do
 * this at the same time.
 * @returns the number of deals that were found here
 */
export async function sweepDeals(
  pool: pg.Pool,
  { lockNext, positionOf, work, onFailure, limit = MAX_DEALS_PER_SWEEP }: DealSweep,
): Promise<number> {
  let position = START;
  for (let count = 0; count < limit; count += 1) {
    let found: StoredDeal | null = null;
    try {
      await transaction(pool, async (tx) => {
        found = await lockNext(tx, position);
        if (found) {
          await work(tx, found);
        }
      });
    } catch (error) {
      if (!found) {
        throw error;
      }
      onFailure(error);
    }
    if (!found) {
      return count;
    }
    position = positionOf(found);
  }
  return limit;
}

/** A command of the platform itself. */
export function byClock(event: DealEvent): DealCommand {
  return { event, actor: { kind: 'clock', id: 'clock' }, seenVersion: null };
}

/** Takes a step of the platform in a sweep. @throws Error if the deal refuses it */
export async function stepByClock(
  tx: Transaction,
  stored: StoredDeal,
  event: DealEvent,
  moment: Moment,
  onStepped: OnStepped,
): Promise<void> {
  const result = await stepLockedDeal(tx, stored, byClock(event), moment);
  if (result.kind === 'refused') {
    throw new Error(
      `${event.type} of ${nameOfDeal(stored.key)} was refused in ${result.state}: ${result.code}.`,
    );
  }
  await onStepped(tx, stored.key, result);
}

import type pg from 'pg';
import {
  type ConnectOptions,
  connectPipelined,
  type DatabaseAddress,
  endConnection,
} from '../database/connect.js';

/** Every statement of a batch looks up a few rows by key, so no plan may read a whole table. */
const PLAN_BY_KEY = [
  'set enable_seqscan = off',
  'set enable_hashjoin = off',
  'set enable_mergejoin = off',
  'set enable_bitmapscan = off',
  'set jit = off',
].join('; ');

const PLAN_ONCE = 'set plan_cache_mode = force_generic_plan';

/** A plan for any products would ask all shards. */
const PLAN_FOR_THESE_PRODUCTS = 'set plan_cache_mode = auto';

/** An order that was acknowledged is on the disk, whatever the database's own setting. */
const SAFELY = 'set synchronous_commit = on';

/** A server that is frozen or cut off with books in its hands lets go of them soon; one that waits for books asks again. */
const HOLD_BRIEFLY = 'set idle_in_transaction_session_timeout = 5000; set lock_timeout = 3000';

const TAKE_AS_LONG_AS_IT_TAKES =
  'set idle_in_transaction_session_timeout = 0; set lock_timeout = 0; set statement_timeout = 0';

interface OrderConnectOptions extends ConnectOptions {
  /** Whether its batches stay within one shard each. */
  readonly isInShard?: boolean;
}

/**
 * The connection on which a matching engine works. The caller ends it.
 * @throws when the database cannot be reached
 */
export async function connectForOrders(
  address: DatabaseAddress,
  { hasTimeLimits = true, isInShard = false }: OrderConnectOptions = {},
): Promise<pg.Client> {
  const client = await connectPipelined(address, { hasTimeLimits });
  try {
    const patience = hasTimeLimits ? HOLD_BRIEFLY : TAKE_AS_LONG_AS_IT_TAKES;
    const plans = isInShard ? PLAN_FOR_THESE_PRODUCTS : PLAN_ONCE;
    await client.query(`${plans}; ${PLAN_BY_KEY}; ${SAFELY}; ${patience}`);
    return client;
  } catch (error) {
    await endConnection(client);
    throw error;
  }
}

const LONGEST_PLAN_LIFE_BATCHES = 1_024;

/**
 * Whether to forget the plans before the next batch. A plan is made once and for the sizes that the tables
 * have then; in a young market that is nothing yet. So plans are made again when a connection's batches have
 * doubled, and every thousand or so later on.
 */
export function isReplanningDue(batchesSoFar: number): boolean {
  const isPowerOfTwo = batchesSoFar > 0 && (batchesSoFar & (batchesSoFar - 1)) === 0;
  return batchesSoFar < LONGEST_PLAN_LIFE_BATCHES
    ? isPowerOfTwo
    : batchesSoFar % LONGEST_PLAN_LIFE_BATCHES === 0;
}

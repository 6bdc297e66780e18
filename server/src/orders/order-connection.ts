import pg from 'pg';
import type { NodeAddress } from '../database/citus.js';
import {
  type ConnectOptions,
  connectPipelined,
  type DatabaseAddress,
  endConnection,
} from '../database/connect.js';
import { PLAN_BY_KEY } from '../database/plan-by-key.js';

const PLAN_ONCE = 'set plan_cache_mode = force_generic_plan';

/** For statements on distributed tables, since no other plan knows their shards. */
export const PLAN_FOR_VALUES = 'set plan_cache_mode = auto';

/** An acknowledged order is on disk, whatever the database's own setting. */
const SAFELY = 'set synchronous_commit = on';

/** A frozen or disconnected server soon releases its books; a server that waits for books retries. */
const HOLD_BRIEFLY = 'set idle_in_transaction_session_timeout = 5000; set lock_timeout = 3000';

const TAKE_AS_LONG_AS_IT_TAKES =
  'set idle_in_transaction_session_timeout = 0; set lock_timeout = 0; set statement_timeout = 0';

interface OrderConnectOptions extends ConnectOptions {
  /** The machine of a distributed database; by default its coordinator. */
  readonly node?: NodeAddress | undefined;
}

/**
 * Opens a connection of a matching engine. The caller closes it.
 * @throws when the database cannot be reached
 */
export async function connectForOrders(
  address: DatabaseAddress,
  { hasTimeLimits = true, node }: OrderConnectOptions = {},
): Promise<pg.Client> {
  const client = await connectPipelined(node ? onNode(address, node) : address, { hasTimeLimits });
  try {
    const patience = hasTimeLimits ? HOLD_BRIEFLY : TAKE_AS_LONG_AS_IT_TAKES;
    await client.query(`${PLAN_ONCE}; ${PLAN_BY_KEY}; ${SAFELY}; ${patience}`);
    return client;
  } catch (error) {
    await endConnection(client);
    throw error;
  }
}

/** The same database on another machine, for the same user. */
function onNode(address: DatabaseAddress, { host, port }: NodeAddress): DatabaseAddress {
  if (!('connectionString' in address)) {
    return { ...address, host, port };
  }
  // A URL may name its host in several ways, which only the driver knows.
  const { user = '', password, database = '', ssl } = new pg.Client(address);
  return { host, port, user, database, ...(password !== undefined && { password }), ssl };
}

const LONGEST_PLAN_LIFE_BATCHES = 1_024;

/**
 * True if plans should be discarded before the next batch. A plan is made once, for the table sizes of that time, which
 * are tiny in a young market. So plans are made again whenever a connection's batches have doubled, and later every
 * thousand or so.
 */
export function isReplanningDue(batchesSoFar: number): boolean {
  const isPowerOfTwo = batchesSoFar > 0 && (batchesSoFar & (batchesSoFar - 1)) === 0;
  return batchesSoFar < LONGEST_PLAN_LIFE_BATCHES
    ? isPowerOfTwo
    : batchesSoFar % LONGEST_PLAN_LIFE_BATCHES === 0;
}

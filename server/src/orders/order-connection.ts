import type pg from 'pg';
import { connectPipelined, type DatabaseAddress } from '../database/connect.js';

/**
 * Every statement of a batch looks up a few rows by key. The planner learns late how fast a young market
 * grows, and a plan made when a table was small reads the whole of it later; so the plans are made once, by
 * key, whatever the statistics say.
 */
const PLAN_BY_KEY = [
  'set plan_cache_mode = force_generic_plan',
  'set enable_seqscan = off',
  'set enable_hashjoin = off',
  'set enable_mergejoin = off',
  'set enable_bitmapscan = off',
  'set jit = off',
].join('; ');

/**
 * The connection on which an order desk settles. The caller ends it.
 * @throws when the database cannot be reached
 */
export async function connectForOrders(address: DatabaseAddress): Promise<pg.Client> {
  const client = await connectPipelined(address);
  try {
    await client.query(PLAN_BY_KEY);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

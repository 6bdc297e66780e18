import type pg from 'pg';
import { bool, statement } from '../database/statement.js';
import { registerConsumers } from '../feed/consumer.js';
import type { DealsConsumer } from './deals-consumer.js';

/** Trades have their time in milliseconds. */
const SAVE_START = statement({
  name: 'save-deal-start',
  text: `insert into deal_start (at) values (date_trunc('milliseconds', clock_timestamp())) on conflict do nothing`,
});

const FIND_START = statement({
  name: 'find-deal-start',
  text: 'select exists (select from deal_start)',
  row: { exists: bool },
});

/** True if new trades of this market get a deal. */
export async function haveDealsStarted(pool: pg.Pool): Promise<boolean> {
  return (await FIND_START.row(pool))?.exists === true;
}

/**
 * From this moment, every trade gets a deal. Earlier trades never get one. It can be repeated. The consumer is registered
 * first, so that no entry of the feed is deleted before it has passed it.
 */
export async function startDeals(pool: pg.Pool, consumer: DealsConsumer): Promise<void> {
  await registerConsumers(pool, [consumer]);
  await SAVE_START.run(pool);
}

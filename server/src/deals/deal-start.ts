import { PROVIDER_NAMES, type ProviderName } from '@perkex/contract/payment-setup.js';
import type pg from 'pg';
import { oneOf, statement } from '../database/statement.js';
import { registerConsumers } from '../feed/consumer.js';
import type { DealsConsumer } from './deals-consumer.js';

/** Trades have their time in milliseconds. */
const SAVE_START = statement({
  name: 'save-deal-start',
  text: `insert into deal_start (at, provider) values (date_trunc('milliseconds', clock_timestamp()), $1)
         on conflict do nothing`,
});

const FIND_START = statement({
  name: 'find-deal-start',
  text: 'select provider from deal_start',
  row: { provider: oneOf(PROVIDER_NAMES) },
});

/** The payment provider with which the deals of this market started; null if they have not. */
export async function readDealStart(pool: pg.Pool): Promise<ProviderName | null> {
  return (await FIND_START.row(pool))?.provider ?? null;
}

/**
 * From this moment, every trade gets a deal, which this provider pays. Earlier trades never get one. It can be
 * repeated. The consumer is registered first, so that no entry of the feed is deleted before it has passed it.
 */
export async function startDeals(
  pool: pg.Pool,
  consumer: DealsConsumer,
  provider: ProviderName = 'play',
): Promise<void> {
  await registerConsumers(pool, [consumer]);
  await SAVE_START.run(pool, [provider]);
}

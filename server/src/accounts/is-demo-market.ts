import type pg from 'pg';
import { bool, statement } from '../database/statement.js';

/** The prefix of the house accounts' ids; a number from 0 follows. */
export const TRADER_PREFIX = 'demo-trader-';

const HAS_DEMO_TRADER = statement({
  name: 'has-demo-trader',
  text: `select exists (select from accounts where user_id = '${TRADER_PREFIX}0') as "hasTrader"`,
  row: { hasTrader: bool },
});

/** True if the database was filled with the demonstration market, now or earlier. */
export async function isDemoMarket(pool: pg.Pool): Promise<boolean> {
  return (await HAS_DEMO_TRADER.row(pool))?.hasTrader ?? false;
}

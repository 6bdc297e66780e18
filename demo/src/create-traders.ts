import { TRADER_PREFIX } from '@perkex/server/accounts/is-demo-market.js';
import { statement } from '@perkex/server/database/statement.js';
import type { Transaction } from '@perkex/server/database/transaction.js';

const CREATE_TRADERS = statement({
  name: 'create-demo-traders',
  text: `insert into accounts (user_id, name, surname, street, street_number, city, zip, country, phone, payout, payment,
           is_house)
         select $3 || number, 'Demo', 'Trader', 'Market Street', number::text, 'Portland', '97201',
           'United States', '5550100', 'PAYPAL', 'CC', true
         from generate_series($1::int, $1::int + $2::int - 1) as number`,
});

/** Creates `count` house accounts of the demonstration market, numbered from `first`, with all settings. */
export async function createTraders(transaction: Transaction, first: number, count: number): Promise<void> {
  await CREATE_TRADERS.run(transaction, [first, count, TRADER_PREFIX]);
}

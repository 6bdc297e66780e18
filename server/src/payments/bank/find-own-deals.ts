import type pg from 'pg';
import { statement, uuid } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import { DEAL_KEYS, type DealKey } from '../../deals/deal-key.js';

const FIND_OWN = statement({
  name: 'find-own-deals-of-member',
  text: `select id from trades
         where product_id = any($1::int4[]) and id = any($2::uuid[]) and (buyer_id = $3 or seller_id = $3)`,
  row: { id: uuid },
});

/** The ids of those deals that this user is the buyer or the seller of; none for no user. */
export async function findOwnDeals(
  connection: pg.Pool | Transaction,
  keys: readonly DealKey[],
  userId: string | null,
): Promise<Set<string>> {
  if (keys.length === 0 || userId === null) {
    return new Set();
  }
  const rows = await FIND_OWN.rows(connection, [...DEAL_KEYS.values(keys), userId]);
  return new Set(rows.map(({ id }) => id));
}

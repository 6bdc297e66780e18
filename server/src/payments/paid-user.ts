import type pg from 'pg';
import { statement, text } from '../database/statement.js';
import type { CallKey } from './call-name.js';

const READ_PAID_USER = statement({
  name: 'read-user-to-pay',
  text: `select case when $3 = 'pay-credit' and deal.credit_party = 'buyer' then trade.buyer_id else trade.seller_id end
           as "userId"
         from trades as trade
         join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
         where trade.product_id = $1 and trade.id = $2`,
  row: { userId: text },
});

/** The user whom a call pays: the seller, or the user of a credit. Null without such a deal. */
export async function readPaidUser(
  pool: pg.Pool,
  { productId, id, kind }: Pick<CallKey, 'productId' | 'id' | 'kind'>,
): Promise<string | null> {
  return (await READ_PAID_USER.row(pool, [productId, id, kind]))?.userId ?? null;
}

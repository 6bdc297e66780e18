import type pg from 'pg';
import { statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { CallKey } from './call-name.js';

const READ_USER = statement({
  name: 'read-user-of-call',
  text: `select case case $3
             when 'pay-out' then 'seller'
             when 'pay-credit' then coalesce(deal.credit_party, 'seller')
             when 'collect-debt' then coalesce(deal.debt_party, 'buyer')
             else 'buyer'
           end when 'buyer' then trade.buyer_id else trade.seller_id end as "userId"
         from trades as trade
         join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
         where trade.product_id = $1 and trade.id = $2`,
  row: { userId: text },
});

/** The user who pays with a call, or whom it pays. Null without such a deal. */
export async function readUserOfCall(
  client: pg.Pool | Transaction,
  { productId, id, kind }: Pick<CallKey, 'productId' | 'id' | 'kind'>,
): Promise<string | null> {
  return (await READ_USER.row(client, [productId, id, kind]))?.userId ?? null;
}

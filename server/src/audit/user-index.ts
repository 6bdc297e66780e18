import type pg from 'pg';
import { statement } from '../database/statement.js';
import { transactionOn } from '../database/transaction.js';
import { lockConsumer } from '../feed/consumer.js';
import { isUserIndexKept } from '../user-index/rebuild-user-index.js';
import { USER_INDEX_CONSUMER } from '../user-index/user-index-consumer.js';
import { type CheckResult, EXAMPLES, FINDINGS, resultOf, type StatementCheck } from './check-result.js';

/**
 * Compares copies with the rows that they should be, except in books that have changed in entries that the consumer has
 * not passed. It is locked, and on a distributed database these parts are read one after the other: so each change that
 * the rows have is in the copies or in such an entry.
 */
const comparison = (rows: string, copies: string) => `with wanted as materialized (${rows}),
         copied as materialized (${copies}),
         known as materialized (
           select lanes.lane, coalesce(passed.seq, 0) as seq from lanes
           left join feed_cursors as passed on passed.reader = '${USER_INDEX_CONSUMER}' and passed.lane = lanes.lane
         ), unread as materialized (
           select batch.changes from known join batches as batch on batch.lane = known.lane and batch.seq > known.seq
         ), ahead as materialized (
           select distinct (book.change ->> 'productId')::int as product_id, book.change ->> 'size' as size
           from unread cross join lateral jsonb_array_elements(
             coalesce(unread.changes -> 'books', '[]') || coalesce(unread.changes -> 'extended', '[]')
           ) as book (change)
         ), different as (
           (select * from wanted except select * from copied) union (select * from copied except select * from wanted)
         ), wrong as (
           select distinct product_id, size, of_user from different
           where not exists (
             select from ahead where ahead.product_id = different.product_id and ahead.size = different.size
           )
         )
         select (select count(*) from wanted)::int as checked, (select count(*) from wrong)::int as violations,
           (select array_agg(example) from (
             select 'product ' || product_id || ', size ' || size || ': ' || of_user as example
             from wrong order by product_id, size, of_user limit ${EXAMPLES}
           ) as few) as examples`;

const ORDER = `product_id, size, 'order ' || seq || ' of user ' || user_id as of_user, order_id, side, price_cents,
           accepted_at, expires_at, group_id, is_relisting`;

const COMPARE_ORDERS = statement({
  name: 'audit-open-orders-of-users',
  text: comparison(
    `select ${ORDER} from orders where status = 'open'`,
    `select ${ORDER} from open_orders_of_users`,
  ),
  row: FINDINGS,
});

const tradesOf = (
  side: 'ask' | 'bid',
  party: 'seller' | 'buyer',
  fee: string,
) => `select trade.product_id, trade.size,
             '${side} of trade ' || trade.id || ' of user ' || trade.${party}_id as of_user, o.order_id, trade.price_cents,
             trade.${party}_total_cents as total_cents, trade.traded_at, o.group_id, ${fee} as fee_per_mille
           from trades as trade
           join orders as o
             on o.product_id = trade.product_id and o.size = trade.size and o.seq = trade.${side}_seq`;

const COMPARE_TRADES = statement({
  name: 'audit-trades-of-users',
  text: comparison(
    `${tradesOf('ask', 'seller', 'trade.transaction_fee_per_mille')} union all ${tradesOf('bid', 'buyer', 'null::int4')}`,
    `select product_id, size, side || ' of trade ' || id || ' of user ' || user_id as of_user, order_id, price_cents,
       total_cents, traded_at, group_id, transaction_fee_per_mille as fee_per_mille from trades_of_users`,
  ),
  row: FINDINGS,
});

const CHECKS: readonly StatementCheck[] = [
  { title: 'the copies of open orders are what the books say', unit: 'orders', statement: COMPARE_ORDERS },
  {
    title: 'the copies of trades are what the books say',
    unit: 'sides of trades',
    statement: COMPARE_TRADES,
  },
];

/** Compares the copies of the orders and trades of users, where they are kept. */
export async function auditUserIndex(client: pg.ClientBase): Promise<CheckResult[]> {
  if (!(await isUserIndexKept(client))) {
    return [];
  }
  const results: CheckResult[] = [];
  for (const { title, unit, statement } of CHECKS) {
    results.push(
      await transactionOn(client, async (tx) => {
        await lockConsumer(tx, USER_INDEX_CONSUMER);
        return resultOf(title, unit, await statement.row(tx));
      }),
    );
  }
  return results;
}

import type { OwnMoneyKind } from '@perkex/core/deals/own-money.js';
import { quarterAt, salesAt } from '@perkex/core/seller-levels.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { sqlList } from '../database/sql-list.js';
import { int4, orNull, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** SQL: the paid sales of a row of `accounts` that count now, as `salesAt` has them. */
export const SALES_THAT_COUNT = `case
           when sales_quarter = date_trunc('quarter', clock_timestamp() at time zone 'UTC')::date then quarter_sales
           else 0 end`;

const READ_QUARTER_SALES = statement({
  name: 'read-quarter-sales',
  text: `select sales_quarter::text as quarter, quarter_sales as sales from accounts where user_id = $1`,
  row: { quarter: orNull(text), sales: int4 },
});

/** The kinds of the seller's money by which a sale is paid. */
export const PAYOUT_KINDS = ['paid-out', 'settled'] as const satisfies OwnMoneyKind[];

/**
 * A sale is paid once its payout is, or has settled a debt. The time of a line is that of the payout. A step of an
 * earlier quarter does not bring its count back.
 */
const READ_PAID_SALES = statement({
  name: 'count-paid-sales',
  text: `select paid.user_id as "userId", (
           select count(distinct line.deal_id)::int from money_lines as line
           where line.user_id = paid.user_id and line.kind in ${sqlList(PAYOUT_KINDS)}
             and line.at >= $2::date::timestamp at time zone 'UTC'
         ) as sales
         from unnest($1::text[]) as paid (user_id)`,
  row: { userId: text, sales: int4 },
});

type PaidSales = RowOf<typeof READ_PAID_SALES>;

const COUNTED = new RowSet<PaidSales>({
  user_id: [text, ({ userId }) => userId],
  sales: [int4, ({ sales }) => sales],
});

const QUARTER = `$${COUNTED.size + 1}::date`;

const SAVE_PAID_SALES = statement({
  name: 'save-paid-sales',
  text: `update accounts as account set sales_quarter = ${QUARTER}, quarter_sales = counted.sales
         from ${COUNTED.as('counted')}
         where account.user_id = counted.user_id and ${COUNTED.among('account', ['user_id'])}
           and (account.sales_quarter is null or account.sales_quarter <= ${QUARTER})`,
});

/** The paid sales of a user that count for their level at this time (orders-beyond, "Seller levels"). */
export async function readPaidSales(pool: pg.Pool, userId: string, nowMs: number): Promise<number> {
  const found = await READ_QUARTER_SALES.row(pool, [userId]);
  return found ? salesAt(found, nowMs) : 0;
}

/**
 * Counts the paid sales of these users in the quarter of this time, after their money has changed. Every batch of
 * orders reads the count from their accounts.
 */
export async function countPaidSales(
  tx: Transaction,
  userIds: readonly string[],
  atMs: number,
): Promise<void> {
  const quarter = quarterAt(atMs);
  const counted = await READ_PAID_SALES.rows(tx, [userIds, quarter]);
  await SAVE_PAID_SALES.send(tx, [...COUNTED.values(counted), quarter]);
}

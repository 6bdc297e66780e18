import {
  LISTED_PERCENT,
  MAX_REPORTED_SELLERS,
  REPORTED_DATA,
  REPORTED_DOLLARS,
  REPORTED_SALES,
  type ReportedSellers,
} from '@perkex/contract/reported-sellers.js';
import { dealCode } from '@perkex/core/deals/deal-code.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type pg from 'pg';
import { bool, float8, int4, statement, uuid } from '../../database/statement.js';

/** More sales than any threshold. Older ones of the twelve months are then not read. */
const MAX_SALES = 5_000;

const READ_SELLERS = statement({
  name: 'read-reported-sellers',
  text: `select paid.sales, paid.cents::float8 as cents, paid.product_id as "productId", paid.deal_id as id,
           coalesce(account.name, '') <> '' and coalesce(account.surname, '') <> '' as "hasName",
           coalesce(account.street, '') <> '' and coalesce(account.zip, '') <> ''
             and coalesce(account.city, '') <> '' as "hasAddress",
           coalesce(account.country, '') <> '' as "hasCountry"
         from (
           select user_id from money_sums where paid_out_cents > 0 order by paid_out_cents desc, user_id limit $1
         ) as seller
         cross join lateral (
           select count(*)::int as sales, coalesce(sum(cents), 0) as cents,
             (array_agg(product_id order by at desc))[1] as product_id,
             (array_agg(deal_id order by at desc))[1] as deal_id
           from (
             select cents, product_id, deal_id, at from money_lines
             where user_id = seller.user_id and place = 'paid' and kind = 'paid-out' and at > now() - interval '12 months'
             order by at desc limit ${MAX_SALES}
           ) as line
         ) as paid
         left join accounts as account on account.user_id = seller.user_id
         where paid.sales >= $2 or paid.cents >= $3
         order by paid.cents desc, paid.deal_id`,
  row: {
    sales: int4,
    cents: float8,
    productId: int4,
    id: uuid,
    hasName: bool,
    hasAddress: bool,
    hasCountry: bool,
  },
});

const share = (threshold: number) => (threshold * LISTED_PERCENT) / 100;

/** The sellers near the thresholds of tax reports (after-the-trade.md, "The desk"). */
export async function readReportedSellers(pool: pg.Pool): Promise<ReportedSellers> {
  const rows = await READ_SELLERS.rows(pool, [
    MAX_REPORTED_SELLERS,
    share(REPORTED_SALES),
    share(REPORTED_DOLLARS) * CENTS_PER_DOLLAR,
  ]);
  return {
    sellers: rows.map(({ sales, cents, productId, id, hasName, hasAddress, hasCountry }) => {
      const has = { name: hasName, address: hasAddress, country: hasCountry, 'tax-number': false };
      return {
        code: dealCode({ productId, id }),
        sales,
        amount: cents / CENTS_PER_DOLLAR,
        isReached: sales >= REPORTED_SALES && cents >= REPORTED_DOLLARS * CENTS_PER_DOLLAR,
        missing: REPORTED_DATA.filter((part) => !has[part]),
      };
    }),
  };
}

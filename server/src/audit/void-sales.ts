import { VOID_CANCELLATIONS } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import { VOID_SALE_JOBS } from '../deals/void-sales.js';
import { type CheckResult, EXAMPLES, FINDINGS, resultOf } from './check-result.js';

/** The job of a step may still be waiting. */
const COMPARE_VOID_SALES = statement({
  name: 'audit-void-sales',
  text: `with waiting as materialized (select key from jobs where kind = $2), compared as (
           select trade.product_id, trade.id, trade.is_void, deal.cancellation,
             deal.cancellation is not null and deal.cancellation = any($1::text[]) as is_expected
           from trades as trade
           left join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
           where trade.is_void or deal.id is not null
         ), wrong as (
           select * from compared
           where is_void <> is_expected and (is_void or not exists (
             select from waiting where key = compared.product_id || '/' || compared.id
           ))
         )
         select (select count(*) from compared)::int as checked, count(*)::int as violations,
           (array_agg('trade ' || product_id || '/' || id || ' is ' || case when is_void then '' else 'not ' end
             || 'void, its cancellation ' || coalesce(cancellation, 'none') order by product_id, id))[1:${EXAMPLES}]
             as examples
         from wrong`,
  row: FINDINGS,
});

/** Compares the void sales with the deals. Other checks compare what follows from the sales. */
export async function auditVoidSales(client: pg.ClientBase): Promise<CheckResult> {
  const title = 'the sales of undone and unpaid deals are void, and no others';
  const found = await COMPARE_VOID_SALES.row(client, [VOID_CANCELLATIONS, VOID_SALE_JOBS.name]);
  return resultOf(title, 'sales', found);
}

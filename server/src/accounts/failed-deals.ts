import { FAILED_STATES, type FailedState } from '@perkex/contract/user-data.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { sqlList } from '../database/sql-list.js';
import { oneOf, orNull, statement, uuid } from '../database/statement.js';
import { amongDealKeys, DEAL_KEYS, type DealKey } from '../deals/deal-key.js';

const IS_FAILED = `deal.state in ${sqlList(FAILED_STATES)}`;

const failedIf = (condition: string) => `case when ${condition} then deal.state end`;

/** The state of a deal that has failed for its user: the buyer gets no pair, or the seller no money. Else null. */
export const FAILED: Readonly<Record<Side, string>> = {
  ask: failedIf(`${IS_FAILED} and deal.payout = 'none'`),
  bid: failedIf(IS_FAILED),
};

function readFailedDealsOf(side: Side) {
  return statement({
    name: `read-failed-deals-of-user-${side}`,
    text: `select deal.id, ${FAILED[side]} as failed
           from ${DEAL_KEYS.as('wanted')}
           join deals as deal on deal.product_id = wanted.product_id and deal.id = wanted.id
           where ${amongDealKeys('deal')}`,
    row: { id: uuid, failed: orNull(oneOf(FAILED_STATES)) },
  });
}

const READ_FAILED_DEALS = { ask: readFailedDealsOf('ask'), bid: readFailedDealsOf('bid') };

/** The states of these deals by their ids, null where a deal has not failed for the user on this side. */
export async function readFailedDeals(
  pool: pg.Pool,
  side: Side,
  deals: readonly DealKey[],
): Promise<ReadonlyMap<string, FailedState | null>> {
  const rows = await READ_FAILED_DEALS[side].rows(pool, DEAL_KEYS.values(deals));
  return new Map(rows.map(({ id, failed }) => [id, failed]));
}

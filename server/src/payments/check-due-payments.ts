import { DAY_MS } from '@perkex/core/figures/days.js';
import { isoTime } from '../clock/iso-time.js';
import { RowSet } from '../database/row-set.js';
import { int4, statement, timestamptz, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import type { StoredDeal } from '../deals/deal-row.js';
import { CALL_KEY, CLOCK, isCallOf, type OfCall } from './call-rows.js';

/** A check that began before a deadline can end after it. Longer than a provider's answer to a check takes. */
const CHECK_TAKES_MS = 10_000;

/** A provider that never answers delays a deadline no longer than this. */
const MAX_DELAY_MS = 7 * DAY_MS;

const DUE = new RowSet<OfCall & { readonly dueAtMs: number }>({
  ...CALL_KEY,
  checked_from: [timestamptz, ({ dueAtMs }) => isoTime(dueAtMs + CHECK_TAKES_MS)],
  ends_at: [timestamptz, ({ dueAtMs }) => isoTime(dueAtMs + MAX_DELAY_MS)],
});

/** Times are computed outside: a distributed update compares its columns only by immutable functions. */
const CHECK_DUE_PAYMENTS = statement({
  name: 'check-due-payments',
  text: `update provider_calls as call set check_at = least(call.check_at, to_timestamp(clock.now))
         from ${DUE.as('due')} cross join ${CLOCK}
         where ${isCallOf('due')} and due.ends_at > to_timestamp(clock.now)
           and (call.outcome = 'pending' or call.outcome = 'needs-buyer'
             and (call.checked_at is null or call.checked_at < due.checked_from))
         returning call.product_id as "productId", call.deal_id as id`,
  row: { productId: int4, id: uuid },
});

/**
 * Schedules the checks of payments that wait for their buyers at the deadlines of their deals: the buyers may have
 * confirmed them.
 * @returns the deals whose payment is under way, or has not been checked since the deadline
 */
export function checkDuePayments(tx: Transaction, deals: readonly StoredDeal[]): Promise<DealKey[]> {
  const due = deals.map(({ key, deal }) => ({
    key: { ...key, version: deal.callVersions.collect, kind: 'collect' as const },
    dueAtMs: deal.dueAtMs ?? 0,
  }));
  return CHECK_DUE_PAYMENTS.rows(tx, DUE.values(due));
}

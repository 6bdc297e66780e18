import { MAX_QUEUE_COUNT } from '@perkex/contract/desk.js';
import { MONEY_QUEUES, type MoneyQueue } from '@perkex/contract/desk-money.js';
import { OWED_KINDS } from '@perkex/core/deals/own-money.js';
import { penaltyCents } from '@perkex/core/deals/penalty.js';
import type pg from 'pg';
import { msOf } from '../../database/ms-of.js';
import { sqlList } from '../../database/sql-list.js';
import {
  float8,
  int4,
  ints,
  oneOf,
  orNull,
  type RowWith,
  statement,
  uuid,
} from '../../database/statement.js';
import { BEFORE_ALL_IDS } from '../../database/time-ordered-id.js';
import { DEAL_KEYS, type DealKey } from '../../deals/deal-key.js';
import { DEBT_OF_SUMS, IS_IN_DEBT } from '../../deals/money-sums.js';
import { OWN_DEAL, OWN_DEAL_ROW, OWN_DEAL_TABLES } from '../../deals/read-own-deals.js';
import { IS_DISPUTED, IS_PAYOUT_FAILED, IS_REFUND_FAILED } from '../queues.js';

type DealQueue = Exclude<MoneyQueue, 'debts'>;

/** Each condition has an index of its own, in the order of waiting, and the amount of a deal in it. */
const QUEUES: Readonly<Record<DealQueue, { readonly condition: string; readonly cents: string }>> = {
  payments: { condition: `deal.state = 'unpaid'`, cents: 'trade.buyer_total_cents' },
  claims: { condition: `deal.claim = 'open'`, cents: 'trade.buyer_total_cents' },
  // The price, from which the penalty follows.
  appeals: { condition: `deal.penalty = 'appealed'`, cents: 'trade.price_cents' },
  disputes: { condition: IS_DISPUTED, cents: 'trade.buyer_total_cents' },
  'failed-payouts': {
    condition: IS_PAYOUT_FAILED,
    cents: 'deal.owed_seller_cents + deal.seller_credit_cents',
  },
  'failed-refunds': { condition: IS_REFUND_FAILED, cents: 'deal.owed_buyer_cents' },
};
const DEAL_QUEUES = MONEY_QUEUES.filter((queue): queue is DealQueue => queue in QUEUES);

const FROM = `from deals as deal
  join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id`;

/** The amount of a deal in a queue, from the column of that queue. */
function amountOf(queue: DealQueue, cents: number): number {
  return queue === 'appeals' ? penaltyCents(cents) : cents;
}

/** Exact, as a cursor must be. */
function microsOf(column: string): string {
  return `(extract(epoch from ${column}) * 1000000)::float8`;
}

export const MICROS_PER_MS = 1_000;

const SUM_QUEUES = statement({
  name: 'sum-money-queues',
  text: DEAL_QUEUES.map(
    (
      queue,
    ) => `select '${queue}' as queue, coalesce(array_agg(cents), '{}') as amounts, min(${msOf('at')}) as "oldestMs"
         from (select deal.at, ${QUEUES[queue].cents} as cents ${FROM}
           where ${QUEUES[queue].condition} order by deal.at limit ${MAX_QUEUE_COUNT}) as waiting`,
  ).join(' union all '),
  row: { queue: oneOf(DEAL_QUEUES), amounts: ints, oldestMs: orNull(float8) },
});

function readQueue(queue: DealQueue) {
  return statement({
    name: `read-money-queue-${queue}`,
    text: `select ${OWN_DEAL}, ${QUEUES[queue].cents} as cents, ${microsOf('deal.at')} as "atMicros" ${OWN_DEAL_TABLES}
         where ${QUEUES[queue].condition}
           and (deal.at, deal.product_id, deal.id) > ('epoch'::timestamptz + $1::float8 * interval '1 microsecond', $2::int4, $3::uuid)
         order by deal.at, deal.product_id, deal.id limit $4`,
    row: { ...OWN_DEAL_ROW, cents: int4, atMicros: float8 },
  });
}

const READ_QUEUES = Object.fromEntries(DEAL_QUEUES.map((queue) => [queue, readQueue(queue)])) as Record<
  DealQueue,
  ReturnType<typeof readQueue>
>;

/** Each user who owes us money, with the deal of their oldest debt. */
const READ_DEBTS = statement({
  name: 'read-debts-of-users',
  text: `select line.product_id as "productId", line.deal_id as id, debtor.cents::float8 as cents, ${microsOf('line.at')} as "atMicros"
         from (
           select user_id, ${DEBT_OF_SUMS} as cents from money_sums where ${IS_IN_DEBT} order by user_id limit $1
         ) as debtor
         cross join lateral (
           select product_id, deal_id, at from money_lines
           where user_id = debtor.user_id and place = 'owed' and kind in ${sqlList(OWED_KINDS)}
           order by at, deal_id, kind limit 1
         ) as line
         order by line.at, line.product_id, line.deal_id`,
  row: { productId: int4, id: uuid, cents: float8, atMicros: float8 },
});

const READ_DEALS = statement({
  name: 'read-deals-of-debts',
  text: `select ${OWN_DEAL} ${OWN_DEAL_TABLES}
         where deal.product_id = any($1::int4[]) and deal.id = any($2::uuid[])`,
  row: OWN_DEAL_ROW,
});

/** The sum of a queue, up to `MAX_QUEUE_COUNT` parts. */
export interface QueueSum {
  readonly queue: MoneyQueue;
  readonly count: number;
  readonly cents: number;
  readonly oldestMs: number | null;
}

/** A deal in a queue, with the amount that waits. */
export interface MoneyRow {
  readonly row: RowWith<typeof OWN_DEAL_ROW>;
  readonly cents: number;
  readonly position: QueuePosition;
}

/** The sums of all queues. It asks the deals of all products. */
export async function sumMoneyQueues(pool: pg.Pool): Promise<QueueSum[]> {
  const rows = await SUM_QUEUES.rows(pool, []);
  const debts = await READ_DEBTS.rows(pool, [MAX_QUEUE_COUNT]);
  return [
    ...DEAL_QUEUES.map((queue) => {
      const { amounts = [], oldestMs = null } = rows.find((row) => row.queue === queue) ?? {};
      return {
        queue,
        count: amounts.length,
        cents: sumOf(amounts.map((cents) => amountOf(queue, cents))),
        oldestMs,
      };
    }),
    {
      queue: 'debts',
      count: debts.length,
      cents: sumOf(debts.map(({ cents }) => cents)),
      oldestMs: debts[0] ? debts[0].atMicros / MICROS_PER_MS : null,
    },
  ];
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, cents) => sum + cents, 0);
}

/** The place of a row in its queue, by the time since which it waits. */
export interface QueuePosition extends DealKey {
  readonly atMicros: number;
}

const START: QueuePosition = { atMicros: 0, productId: 0, id: BEFORE_ALL_IDS };

/** The rows of a queue, those that wait longest first. All but those of debts ask the deals of all products. */
export async function readMoneyQueue(
  pool: pg.Pool,
  queue: MoneyQueue,
  after: QueuePosition = START,
  limit: number,
): Promise<MoneyRow[]> {
  if (queue === 'debts') {
    return readDebts(pool, after, limit);
  }
  const rows = await READ_QUEUES[queue].rows(pool, [after.atMicros, after.productId, after.id, limit]);
  return rows.map((row) => ({ row, cents: amountOf(queue, row.cents), position: row }));
}

async function readDebts(pool: pg.Pool, after: QueuePosition, limit: number): Promise<MoneyRow[]> {
  const debts = (await READ_DEBTS.rows(pool, [MAX_QUEUE_COUNT]))
    .filter((debt) => isAfter(debt, after))
    .slice(0, limit);
  const rows = await READ_DEALS.rows(pool, DEAL_KEYS.values(debts));
  return debts.flatMap(({ cents, ...position }) => {
    const row = rows.find(({ id }) => id === position.id);
    return row ? [{ row, cents, position }] : [];
  });
}

function isAfter(one: QueuePosition, other: QueuePosition): boolean {
  if (one.atMicros !== other.atMicros) {
    return one.atMicros > other.atMicros;
  }
  return one.productId !== other.productId ? one.productId > other.productId : one.id > other.id;
}

import { DESK_QUEUES, type DeskQueue, MAX_QUEUE_COUNT, MAX_QUEUE_PAGE } from '@perkex/contract/desk.js';
import type pg from 'pg';
import { msOf } from '../database/ms-of.js';
import { float8, int4, oneOf, orNull, type RowOf, type RowWith, statement } from '../database/statement.js';
import { IS_TO_RETURN } from '../deals/parcel-receivers.js';
import { OWN_DEAL, OWN_DEAL_ROW, OWN_DEAL_TABLES } from '../deals/read-own-deals.js';
import type { Member } from '../users/members.js';

const IS_REVIEW_OF_DEAL = 'review.product_id = deal.product_id and review.deal_id = deal.id';

/**
 * SQL: what the buyer of a `deal` is owed may be sent, as `isRefundable` has it, and is not on its way. Each step
 * starts the refund that follows from it, so an earlier one has failed.
 */
export const IS_REFUND_FAILED = `deal.owed_buyer_cents > 0 and deal.refunding_cents = 0 and deal.collecting_cents = 0
    and deal.payment <> 'disputed' and deal.choice in ('none', 'refund', 'replaced')`;

/** SQL: the payout of a `deal` has failed, and its seller is still owed it: after the end of the deal, as a credit. */
export const IS_PAYOUT_FAILED = `deal.payout = 'failed' and (deal.owed_seller_cents > 0 or deal.seller_credit_cents > 0)`;

/** SQL: the buyer disputes the payment of a `deal` at their bank. */
export const IS_DISPUTED = `deal.payment = 'disputed'`;

/** Each condition has an index of its own, in the order of its queue. */
const CONDITIONS: Readonly<Record<DeskQueue, string>> = {
  arriving: `deal.state = 'shipped'`,
  // The same for a first and a second review, so that the queue does not reveal a first verdict.
  'to-verify': `deal.state = 'received' and not exists (
    select from pair_reviews as review where ${IS_REVIEW_OF_DEAL} and (review.member = $1 or review.number > 1))`,
  objections: `deal.state = 'objectable' and deal.has_objected`,
  disagreements: `deal.state = 'received' and exists (
    select from pair_reviews as review where ${IS_REVIEW_OF_DEAL} and review.number = 2)`,
  'to-send': `deal.state = 'verified'`,
  // Also of deals that ended while the parcel of the seller was on its way to us.
  'to-return': IS_TO_RETURN,
  'on-the-way': `deal.state = 'sent'`,
  claims: `deal.claim = 'open'`,
  returns: `deal.claim = 'return' and deal.ending is null`,
  appeals: `deal.penalty = 'appealed'`,
  losses: `deal.state = 'lost' and deal.ending is null`,
  disputes: IS_DISPUTED,
  'failed-payouts': IS_PAYOUT_FAILED,
  'failed-refunds': IS_REFUND_FAILED,
};

/** These share their indexes with the queues of money. None of them waits for the clock of its deal. */
const MONEY_QUEUES: readonly DeskQueue[] = [
  'claims',
  'appeals',
  'disputes',
  'failed-payouts',
  'failed-refunds',
];

function orderOf(queue: DeskQueue): string {
  const order = MONEY_QUEUES.includes(queue) ? 'deal.at' : 'deal.is_overdue desc, deal.waiting_since';
  return `${order}, deal.product_id, deal.id`;
}

const COUNT_QUEUES = statement({
  name: 'count-desk-queues',
  text: DESK_QUEUES.map(
    (
      queue,
    ) => `select '${queue}' as queue, count(*)::int as count, min(${msOf('waiting_since')}) as "oldestMs"
         from (select deal.waiting_since from deals as deal
           where ${CONDITIONS[queue]} order by ${orderOf(queue)} limit ${MAX_QUEUE_COUNT}) as waiting`,
  ).join(' union all '),
  row: { queue: oneOf(DESK_QUEUES), count: int4, oldestMs: orNull(float8) },
});

function readQueue(queue: DeskQueue) {
  return statement({
    name: `read-desk-queue-${queue}`,
    text: `select ${OWN_DEAL}
         ${OWN_DEAL_TABLES}
         where ${CONDITIONS[queue]} order by ${orderOf(queue)} limit ${MAX_QUEUE_PAGE}`,
    row: OWN_DEAL_ROW,
  });
}

const READ_QUEUES = Object.fromEntries(DESK_QUEUES.map((queue) => [queue, readQueue(queue)])) as Record<
  DeskQueue,
  ReturnType<typeof readQueue>
>;

export type DeskDealRow = RowWith<typeof OWN_DEAL_ROW>;

/** Queues of work that only admins do, which are empty for others. */
const ADMIN_QUEUES: readonly DeskQueue[] = ['disagreements'];

function isForMember(queue: DeskQueue, { role }: Member): boolean {
  return role === 'admin' || !ADMIN_QUEUES.includes(queue);
}

/** How many deals wait in each queue, up to `MAX_QUEUE_COUNT`, and since when. It asks the deals of all products. */
export async function countQueues(pool: pg.Pool, member: Member): Promise<RowOf<typeof COUNT_QUEUES>[]> {
  const counted = await COUNT_QUEUES.rows(pool, [member.name]);
  return counted.map((row) => (isForMember(row.queue, member) ? row : { ...row, count: 0, oldestMs: null }));
}

/** The first deals of a queue: overdue ones, then those that wait longest. It asks the deals of all products. */
export async function readQueueDeals(
  pool: pg.Pool,
  queue: DeskQueue,
  member: Member,
): Promise<DeskDealRow[]> {
  const values = CONDITIONS[queue].includes('$1') ? [member.name] : [];
  return isForMember(queue, member) ? READ_QUEUES[queue].rows(pool, values) : [];
}

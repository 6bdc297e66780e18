import { DEAL_ACCOUNTS, type Transfer } from '@perkex/core/deals/accounts.js';
import { type Deal, isPaymentFailed } from '@perkex/core/deals/deal.js';
import type { DealCommand } from '@perkex/core/deals/deal-event.js';
import type { ProviderCall, Stepped } from '@perkex/core/deals/step.js';
import { isoTime } from '../clock/iso-time.js';
import { type ColumnsOf, RowSet } from '../database/row-set.js';
import { bool, float8, int4, json, statement, text, timestamptz, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { type FailedPayment, saveFailedPayments } from '../users/failed-payments.js';
import { recordOfActor } from './actor-record.js';
import { amongDealKeys, type DealKey, nameOfDeal } from './deal-key.js';
import { accountColumn, BALANCES, BALANCES_ROW, type StoredDeal } from './deal-row.js';
import { eventHash } from './event-hash.js';
import { type MovedMoney, saveWithMoneyLines } from './money-lines.js';
import { noteUserEvents } from './user-events-of-steps.js';

/** A step that was decided and is to be saved. */
export interface TakenStep {
  readonly stored: StoredDeal;
  readonly command: DealCommand;
  readonly stepped: Stepped;
}

interface EventRow extends DealKey {
  readonly after: Deal;
  readonly event: string;
  readonly data: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly previousHash: string;
  readonly hash: string;
}

/** The event of a step. */
const RECORDED = {
  product_id: [int4, ({ productId }) => productId],
  id: [uuid, ({ id }) => id],
  event: [text, ({ event }) => event],
  data: [json<object>(), ({ data }) => data],
  actor_kind: [text, ({ actorKind }) => actorKind],
  actor_id: [text, ({ actorId }) => actorId],
  previous_hash: [text, ({ previousHash }) => previousHash],
  hash: [text, ({ hash }) => hash],
} satisfies ColumnsOf<EventRow>;

/** The columns of a deal that a step may change besides the accounts, each with its new value. */
const CHANGING = {
  version: [int4, ({ after: { version } }) => version],
  at: [timestamptz, ({ after: { atMs } }) => isoTime(atMs)],
  state: [text, ({ after: { state } }) => state],
  cancellation: [text, ({ after: { cancellation } }) => cancellation],
  payment: [text, ({ after: { payment } }) => payment],
  payout: [text, ({ after: { payout } }) => payout],
  parcel_in: [text, ({ after: { parcelIn } }) => parcelIn],
  parcel_out: [text, ({ after: { parcelOut } }) => parcelOut],
  choice: [text, ({ after: { choice } }) => choice],
  penalty: [text, ({ after: { penalty } }) => penalty],
  claim: [text, ({ after: { claim } }) => claim],
  ending: [text, ({ after: { ending } }) => ending],
  method: [text, ({ after: { method } }) => method],
  due_at: [timestamptz, ({ after: { dueAtMs } }) => (dueAtMs === null ? null : isoTime(dueAtMs))],
  paused_ms: [float8, ({ after: { pausedMs } }) => pausedMs],
  is_overdue: [bool, ({ after: { isOverdue } }) => isOverdue],
  is_extended: [bool, ({ after: { isExtended } }) => isExtended],
  has_objected: [bool, ({ after: { hasObjected } }) => hasObjected],
  is_reported_missing: [bool, ({ after: { isReportedMissing } }) => isReportedMissing],
  verdict_by: [text, ({ after: { verdictBy } }) => verdictBy],
  has_been_disputed: [bool, ({ after: { hasBeenDisputed } }) => hasBeenDisputed],
  collect_version: [int4, ({ after: { callVersions } }) => callVersions.collect],
  refund_version: [int4, ({ after: { callVersions } }) => callVersions.refund],
  pay_out_version: [int4, ({ after: { callVersions } }) => callVersions['pay-out']],
  paid_out_cents: [int4, ({ after: { paidOutCents } }) => paidOutCents],
  refunded_cents: [int4, ({ after: { refundedCents } }) => refundedCents],
  last_refund_cents: [int4, ({ after: { lastRefundCents } }) => lastRefundCents],
  collected_cents: [int4, ({ after: { collectedCents } }) => collectedCents],
  charged_back_cents: [int4, ({ after: { chargedBackCents } }) => chargedBackCents],
  carried_cents: [int4, ({ after: { carriedCents } }) => carriedCents],
  carried_over_cents: [int4, ({ after: { carriedOverCents } }) => carriedOverCents],
  penalty_collected_cents: [int4, ({ after: { penaltyCollectedCents } }) => penaltyCollectedCents],
  buyer_credit_cents: [int4, ({ after: { buyerCreditCents } }) => buyerCreditCents],
  seller_credit_cents: [int4, ({ after: { sellerCreditCents } }) => sellerCreditCents],
  credit_party: [text, ({ after: { creditParty } }) => creditParty],
  pay_credit_version: [int4, ({ after: { callVersions } }) => callVersions['pay-credit']],
  paying_credit_cents: [int4, ({ after: { payingCreditCents } }) => payingCreditCents],
  last_credit_cents: [int4, ({ after: { lastCreditCents } }) => lastCreditCents],
  debt_party: [text, ({ after: { debtParty } }) => debtParty],
  collect_debt_version: [int4, ({ after: { callVersions } }) => callVersions['collect-debt']],
  collecting_debt_cents: [int4, ({ after: { collectingDebtCents } }) => collectingDebtCents],
  last_debt_cents: [int4, ({ after: { lastDebtCents } }) => lastDebtCents],
} satisfies ColumnsOf<EventRow>;

const STEPS = new RowSet<EventRow>({ ...RECORDED, ...CHANGING });

interface Leg extends DealKey, Transfer {
  readonly version: number;
  readonly leg: number;
}

const STEP_KEY = {
  product_id: [int4, ({ productId }) => productId],
  deal_id: [uuid, ({ id }) => id],
  version: [int4, ({ version }) => version],
} satisfies ColumnsOf<DealKey & { readonly version: number }>;

const LEGS = new RowSet<Leg>({
  ...STEP_KEY,
  leg: [int4, ({ leg }) => leg],
  from_account: [text, ({ from }) => from],
  to_account: [text, ({ to }) => to],
  amount_cents: [int4, ({ amountCents }) => amountCents],
});

interface Call extends DealKey, ProviderCall {
  readonly version: number;
}

const CALLS = new RowSet<Call>({
  ...STEP_KEY,
  kind: [text, ({ kind }) => kind],
  amount_cents: [int4, ({ amountCents }) => amountCents],
  is_of_carried: [bool, ({ isOfCarried }) => isOfCarried],
});

/** Found by its key. On a distributed database, the products name the shards. */
const dealOf = (row: string, id: string) =>
  `deal.product_id = ${row}.product_id and deal.id = ${row}.${id} and ${amongDealKeys('deal')}`;

/**
 * Saves the events, their calls and their transfers, and adds exactly the saved transfers to the accounts. Every insert
 * reads the deals, so that a distributed database finds all rows in their shards. A deadline that leaves a deal in its
 * state does not restart its time of waiting.
 */
const SAVE_STEPS = statement({
  name: 'save-deal-steps',
  text: `with step as materialized (
           select * from ${STEPS.as('step')}
         ), recorded as (
           insert into deal_events (product_id, deal_id, version, event, data, actor_kind, actor_id, at, due_at,
             previous_hash, hash)
           select deal.product_id, deal.id, step.version, step.event, step.data, step.actor_kind, step.actor_id, step.at,
             step.due_at, decode(step.previous_hash, 'hex'), decode(step.hash, 'hex')
           from step join deals as deal on ${dealOf('step', 'id')}
         ), called as (
           insert into provider_calls (${CALLS.names})
           select call.*
           from ${CALLS.as('call', STEPS.size + LEGS.size)} join deals as deal on ${dealOf('call', 'deal_id')}
         ), moved as (
           insert into transfers (${LEGS.names})
           select transfer.*
           from ${LEGS.as('transfer', STEPS.size)} join deals as deal on ${dealOf('transfer', 'deal_id')}
           returning product_id, deal_id, from_account, to_account, amount_cents
         ), sums as (
           select product_id, deal_id,
             ${DEAL_ACCOUNTS.map((account) => `${sumOf(account)} as ${accountColumn(account)}`).join(', ')}
           from moved group by product_id, deal_id
         )
         update deals as deal
         set hash = decode(step.hash, 'hex'),
           waiting_since = case when step.event in ('deadline-passed', 'return-overdue') and step.state = deal.state
             then deal.waiting_since else step.at end,
           ${Object.keys(CHANGING)
             .map((column) => `${column} = step.${column}`)
             .join(', ')},
           ${DEAL_ACCOUNTS.map(accountColumn)
             .map((column) => `${column} = deal.${column} + coalesce(sums.${column}, 0)`)
             .join(', ')}
         from step left join sums on sums.product_id = step.product_id and sums.deal_id = step.id
         where ${dealOf('step', 'id')} and deal.version = step.version - 1
         returning deal.id, ${BALANCES}`,
  row: { id: uuid, ...BALANCES_ROW },
});

/** Saves steps of different deals, which this transaction has locked. */
export async function saveSteps(tx: Transaction, steps: readonly TakenStep[]): Promise<void> {
  const legs = steps.flatMap(({ stored: { key }, stepped: { deal, transfers } }) =>
    transfers.map((transfer, index) => ({ ...key, ...transfer, version: deal.version, leg: index + 1 })),
  );
  const calls = steps.flatMap(({ stored: { key }, stepped: { deal, calls: made } }) =>
    made.map((call) => ({ ...key, ...call, version: deal.version })),
  );
  const values = [...STEPS.values(steps.map(eventRow)), ...LEGS.values(legs), ...CALLS.values(calls)];
  const moved = await saveWithMoneyLines(tx, steps.map(moneyStep), async () => {
    const saved = new Map((await SAVE_STEPS.rows(tx, values)).map((row) => [row.id, row]));
    for (const { stored, stepped } of steps) {
      const balances = saved.get(stored.key.id);
      if (DEAL_ACCOUNTS.some((account) => balances?.[account] !== stepped.deal.balances[account])) {
        const { version } = stepped.deal;
        throw new Error(
          `Version ${version} of ${nameOfDeal(stored.key)} has other balances than its transfers.`,
        );
      }
    }
  });
  await noteFailedPayments(tx, steps, moved);
  noteUserEvents(tx, steps, moved);
}

function eventRow({ stored: { key, hash }, command, stepped: { deal, transfers } }: TakenStep): EventRow {
  const { version, atMs, dueAtMs } = deal;
  const { event } = command;
  const { type, ...data } = event;
  const actor = recordOfActor(command.actor);
  return {
    ...key,
    after: deal,
    event: type,
    data: JSON.stringify(data),
    actorKind: actor.kind,
    actorId: actor.id,
    previousHash: hash,
    hash: eventHash(hash, key, { version, event, actor, atMs, dueAtMs, transfers }),
  };
}

function moneyStep({ stored: { key, deal }, stepped }: TakenStep) {
  return { key, before: deal, after: stepped.deal, transfers: stepped.transfers };
}

function sumOf(account: string): string {
  return `coalesce(sum(case '${account}' when to_account then amount_cents when from_account then -amount_cents end), 0)`;
}

/** Copies to the accounts of buyers which of their deals have failed for their payment, or no longer count as that. */
async function noteFailedPayments(
  tx: Transaction,
  steps: readonly TakenStep[],
  { users }: Pick<MovedMoney, 'users'>,
): Promise<void> {
  const changes = steps.flatMap(({ stored: { key, deal: before }, stepped: { deal } }): FailedPayment[] => {
    const userId = users.get(key.id)?.buyer;
    const isFailed = isPaymentFailed(deal);
    return userId === undefined || isFailed === isPaymentFailed(before)
      ? []
      : [{ userId, dealId: key.id, atMs: isFailed ? deal.atMs : null }];
  });
  await saveFailedPayments(tx, changes);
}

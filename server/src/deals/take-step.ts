import { DEAL_ACCOUNTS, type Transfer } from '@perkex/core/deals/accounts.js';
import type { Deal } from '@perkex/core/deals/deal.js';
import type { DealCommand } from '@perkex/core/deals/deal-event.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import { type DealRefused, type ProviderCall, type Stepped, step } from '@perkex/core/deals/step.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import { isoTime } from '../clock/iso-time.js';
import { RowSet } from '../database/row-set.js';
import { bool, int4, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { recordOfActor } from './actor-record.js';
import { flagAfterStep } from './deal-flags.js';
import { type DealKey, nameOfDeal } from './deal-key.js';
import {
  accountColumn,
  BALANCES,
  BALANCES_ROW,
  DEAL,
  DEAL_ROW,
  type StoredDeal,
  storedDeal,
} from './deal-row.js';
import { eventHash } from './event-hash.js';
import { saveWithMoneyLines } from './money-lines.js';

const LOCK_DEAL = statement({
  name: 'lock-deal',
  text: `select ${DEAL}
         from deals as deal
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         where deal.product_id = $1 and deal.id = $2
         for update of deal`,
  row: DEAL_ROW,
});

/** The columns that a step may change besides the accounts, each with its type and its new value. */
const CHANGING: Readonly<Record<string, readonly [type: string, (deal: Deal) => unknown]>> = {
  version: ['int4', ({ version }) => version],
  at: ['timestamptz', ({ atMs }) => isoTime(atMs)],
  state: ['text', ({ state }) => state],
  cancellation: ['text', ({ cancellation }) => cancellation],
  payment: ['text', ({ payment }) => payment],
  payout: ['text', ({ payout }) => payout],
  parcel_in: ['text', ({ parcelIn }) => parcelIn],
  parcel_out: ['text', ({ parcelOut }) => parcelOut],
  choice: ['text', ({ choice }) => choice],
  penalty: ['text', ({ penalty }) => penalty],
  claim: ['text', ({ claim }) => claim],
  ending: ['text', ({ ending }) => ending],
  method: ['text', ({ method }) => method],
  due_at: ['timestamptz', ({ dueAtMs }) => (dueAtMs === null ? null : isoTime(dueAtMs))],
  paused_ms: ['float8', ({ pausedMs }) => pausedMs],
  is_overdue: ['bool', ({ isOverdue }) => isOverdue],
  is_extended: ['bool', ({ isExtended }) => isExtended],
  has_objected: ['bool', ({ hasObjected }) => hasObjected],
  is_reported_missing: ['bool', ({ isReportedMissing }) => isReportedMissing],
  verdict_by: ['text', ({ verdictBy }) => verdictBy],
  has_been_disputed: ['bool', ({ hasBeenDisputed }) => hasBeenDisputed],
  collect_version: ['int4', ({ callVersions }) => callVersions.collect],
  refund_version: ['int4', ({ callVersions }) => callVersions.refund],
  pay_out_version: ['int4', ({ callVersions }) => callVersions['pay-out']],
  paid_out_cents: ['int4', ({ paidOutCents }) => paidOutCents],
  refunded_cents: ['int4', ({ refundedCents }) => refundedCents],
  last_refund_cents: ['int4', ({ lastRefundCents }) => lastRefundCents],
  collected_cents: ['int4', ({ collectedCents }) => collectedCents],
  charged_back_cents: ['int4', ({ chargedBackCents }) => chargedBackCents],
  carried_cents: ['int4', ({ carriedCents }) => carriedCents],
  carried_over_cents: ['int4', ({ carriedOverCents }) => carriedOverCents],
  penalty_collected_cents: ['int4', ({ penaltyCollectedCents }) => penaltyCollectedCents],
  buyer_credit_cents: ['int4', ({ buyerCreditCents }) => buyerCreditCents],
  seller_credit_cents: ['int4', ({ sellerCreditCents }) => sellerCreditCents],
  credit_party: ['text', ({ creditParty }) => creditParty],
  pay_credit_version: ['int4', ({ callVersions }) => callVersions['pay-credit']],
  paying_credit_cents: ['int4', ({ payingCreditCents }) => payingCreditCents],
  last_credit_cents: ['int4', ({ lastCreditCents }) => lastCreditCents],
};

/** Sends the jobs that follow from a step, in its transaction: calls to the provider, and orders. */
export type OnStepped = (tx: Transaction, key: DealKey, stepped: Stepped) => Promise<void>;

/** The facts and effects that every step needs besides the deal. */
export interface DealSteps {
  readonly onStepped: OnStepped;
  readonly holidays: Holidays;
}

interface Leg extends Transfer {
  readonly leg: number;
}

const LEGS = new RowSet<Leg>({
  leg: [int4, ({ leg }) => leg],
  from_account: [text, ({ from }) => from],
  to_account: [text, ({ to }) => to],
  amount_cents: [int4, ({ amountCents }) => amountCents],
});

const CALLS = new RowSet<ProviderCall>({
  kind: [text, ({ kind }) => kind],
  amount_cents: [int4, ({ amountCents }) => amountCents],
  is_of_carried: [bool, ({ isOfCarried }) => isOfCarried],
});

/** The parameters after the transfers and the calls: the key of the deal, its event, and the changing columns. */
const AFTER_ROWS = LEGS.size + CALLS.size;
const parameter = (place: number, type: string) => `$${AFTER_ROWS + place}::${type}`;
const PRODUCT = parameter(1, 'int4');
const ID = parameter(2, 'uuid');
const EVENT = [parameter(3, 'text'), parameter(4, 'jsonb'), parameter(5, 'text'), parameter(6, 'text')];
const PREVIOUS_HASH = `decode(${parameter(7, 'text')}, 'hex')`;
const HASH = `decode(${parameter(8, 'text')}, 'hex')`;
const FIRST_CHANGING = 9;
const changing = (column: string) =>
  parameter(FIRST_CHANGING + Object.keys(CHANGING).indexOf(column), CHANGING[column]?.[0] ?? '');
const NEW_VERSION = changing('version');
const THE_DEAL = `deal.product_id = ${PRODUCT} and deal.id = ${ID}`;

/**
 * Saves the event, its calls and its transfers, and adds exactly the saved transfers to the accounts. Every insert reads
 * the deal, so that a distributed database finds all rows in its shard.
 */
const SAVE_STEP = statement({
  name: 'save-deal-step',
  text: `with recorded as (
           insert into deal_events (product_id, deal_id, version, event, data, actor_kind, actor_id, at, due_at,
             previous_hash, hash)
           select deal.product_id, deal.id, ${NEW_VERSION}, ${EVENT.join(', ')}, ${changing('at')},
             ${changing('due_at')}, ${PREVIOUS_HASH}, ${HASH}
           from deals as deal where ${THE_DEAL}
         ), called as (
           insert into provider_calls (product_id, deal_id, version, ${CALLS.names})
           select deal.product_id, deal.id, ${NEW_VERSION}, call.*
           from deals as deal cross join ${CALLS.as('call', LEGS.size)}
           where ${THE_DEAL}
         ), moved as (
           insert into transfers (product_id, deal_id, version, ${LEGS.names})
           select deal.product_id, deal.id, ${NEW_VERSION}, transfer.*
           from deals as deal cross join ${LEGS.as('transfer')}
           where ${THE_DEAL}
           returning from_account, to_account, amount_cents
         ), sums as (
           select ${DEAL_ACCOUNTS.map((account) => `${sumOf(account)} as ${accountColumn(account)}`).join(', ')}
           from moved
         )
         update deals as deal
         set hash = ${HASH},
           ${Object.keys(CHANGING)
             .map((column) => `${column} = ${changing(column)}`)
             .join(', ')},
           ${DEAL_ACCOUNTS.map(accountColumn)
             .map((column) => `${column} = deal.${column} + sums.${column}`)
             .join(', ')}
         from sums
         where ${THE_DEAL} and deal.version = ${NEW_VERSION} - 1
         returning ${BALANCES}`,
  row: BALANCES_ROW,
});

/**
 * Applies an event to a deal, in a transaction that the caller commits: the event, its transfers and its calls to the
 * payment provider are saved with the deal, or nothing is. Concurrent steps of a deal wait for each other.
 *
 * The caller carries out the orders and notifications of the result.
 * @returns the step, a refusal with the current state, or null without such a deal
 */
export async function takeStep(
  tx: Transaction,
  key: DealKey,
  command: DealCommand,
  moment: Moment,
): Promise<Stepped | DealRefused | null> {
  const stored = await lockStoredDeal(tx, key);
  return stored && stepLockedDeal(tx, stored, command, moment);
}

/** Locks a deal until the end of the transaction. @returns it, or null without such a deal */
export async function lockDeal(tx: Transaction, key: DealKey): Promise<Deal | null> {
  return (await lockStoredDeal(tx, key))?.deal ?? null;
}

/** The same, as `stepLockedDeal` takes it. */
export async function lockStoredDeal(
  tx: Transaction,
  { productId, id }: DealKey,
): Promise<StoredDeal | null> {
  const row = await LOCK_DEAL.row(tx, [productId, id]);
  return row ? storedDeal(row) : null;
}

/** The same for a deal that was read with its lock. */
export async function stepLockedDeal(
  tx: Transaction,
  stored: StoredDeal,
  command: DealCommand,
  moment: Moment,
): Promise<Stepped | DealRefused> {
  const result = step(stored.deal, command, moment);
  if (result.kind === 'stepped') {
    await save(tx, stored, command, result);
    await flagAfterStep(tx, stored, command, result);
  }
  return result;
}

async function save(
  tx: Transaction,
  { key, hash, deal: before }: StoredDeal,
  { event, actor }: DealCommand,
  { deal, transfers, calls }: Stepped,
): Promise<void> {
  const { version, atMs, dueAtMs } = deal;
  const recorded = { version, event, actor: recordOfActor(actor), atMs, dueAtMs, transfers };
  const { type, ...data } = event;
  const legs = transfers.map((transfer, index) => ({ ...transfer, leg: index + 1 }));
  const values = [
    ...LEGS.values(legs),
    ...CALLS.values(calls),
    key.productId,
    key.id,
    type,
    JSON.stringify(data),
    recorded.actor.kind,
    recorded.actor.id,
    hash,
    eventHash(hash, key, recorded),
    ...Object.values(CHANGING).map(([, pick]) => pick(deal)),
  ];
  await saveWithMoneyLines(tx, key, { before, after: deal, transfers }, async () => {
    const balances = await SAVE_STEP.row(tx, values);
    if (DEAL_ACCOUNTS.some((account) => balances?.[account] !== deal.balances[account])) {
      throw new Error(`Version ${version} of ${nameOfDeal(key)} has other balances than its transfers.`);
    }
  });
}

function sumOf(account: string): string {
  return `coalesce(sum(case '${account}' when to_account then amount_cents when from_account then -amount_cents end), 0)`;
}

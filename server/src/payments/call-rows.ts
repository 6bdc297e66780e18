import { CALL_KINDS, DEAL_STATES } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { placedStatement } from '../database/citus.js';
import { msOf } from '../database/ms-of.js';
import { type ColumnsOf, RowSet } from '../database/row-set.js';
import {
  bool,
  float8,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  uuid,
} from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import { type CallKey, type CollectKind, nameOfCall } from './call-name.js';
import type { KnownOutcome } from './payment-provider.js';

/** The provider's outcomes, and two that cause no step: `wrong-amount`, and `replaced` for an unwanted payment. */
const STORED_OUTCOMES = [
  'unknown',
  'pending',
  'needs-buyer',
  'done',
  'declined',
  'wrong-amount',
  'replaced',
] as const;
export type StoredOutcome = (typeof STORED_OUTCOMES)[number];

const THE_CALL = 'product_id = $1 and deal_id = $2 and version = $3 and kind = $4';

export interface OfCall {
  readonly key: CallKey;
}

export const CALL_KEY = {
  product_id: [int4, ({ key }) => key.productId],
  deal_id: [uuid, ({ key }) => key.id],
  version: [int4, ({ key }) => key.version],
  kind: [text, ({ key }) => key.kind],
} satisfies ColumnsOf<OfCall>;

const KEYS = new RowSet<OfCall>(CALL_KEY);

/** SQL: a call is that of a row, whose key is in the first parameters. */
export const isCallOf = (row: string) =>
  [
    ...Object.keys(CALL_KEY).map((column) => `call.${column} = ${row}.${column}`),
    KEYS.among('call', ['product_id', 'deal_id']),
  ].join(' and ');

/** An attempt without an answer may still be under way at the provider. Longer than any of its requests takes. */
const GRACE = `interval '10 minutes'`;

const READ_CALLS = statement({
  name: 'read-provider-calls',
  text: `select call.product_id as "productId", call.deal_id as id, call.version, call.kind, call.amount_cents as "amountCents", call.attempt, call.outcome, call.provider_ref as ref, call.checks,
           call.revision, call.is_of_carried as "isOfCarried", ${msOf('trade.traded_at')} as "tradedAtMs",
           call.customer_ref as "customerRef", call.method_ref as "methodRef", call.recipient_ref as "recipientRef",
           coalesce(call.attempted_at > now() - ${GRACE}, false) as "isRecent",
           deal.state as "dealState", case call.kind when 'collect-debt' then deal.collect_debt_version else deal.collect_version end
             as "collectVersion",
           floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"
         from ${KEYS.as('wanted')}
         join provider_calls as call on ${isCallOf('wanted')}
         join deals as deal on deal.product_id = call.product_id and deal.id = call.deal_id
         join trades as trade on trade.product_id = call.product_id and trade.id = call.deal_id`,
  row: {
    productId: int4,
    id: uuid,
    version: int4,
    kind: oneOf(CALL_KINDS),
    amountCents: int4,
    attempt: int4,
    outcome: orNull(oneOf(STORED_OUTCOMES)),
    ref: orNull(text),
    checks: int4,
    revision: int4,
    isOfCarried: bool,
    tradedAtMs: float8,
    customerRef: orNull(text),
    methodRef: orNull(text),
    recipientRef: orNull(text),
    isRecent: bool,
    dealState: oneOf(DEAL_STATES),
    collectVersion: int4,
    nowMs: float8,
  },
});

/**
 * A call, with the state of its deal, the version of its last collection of that kind, and the time of the database.
 */
export type StoredCall = RowOf<typeof READ_CALLS>;

const READ_PAYMENT_REFS = statement({
  name: 'read-payment-refs',
  text: `select version, outcome, provider_ref as ref from provider_calls
         where product_id = $1 and deal_id = $2 and kind = $3 and provider_ref is not null
         order by version desc`,
  row: { version: int4, outcome: orNull(oneOf(STORED_OUTCOMES)), ref: orNull(text) },
});

/** An attempt of a call. References that its kind does not need are undefined. */
export interface NewAttempt extends OfCall, AttemptRefs {
  readonly attempt: number;
}

const ATTEMPTS = new RowSet<NewAttempt>({
  ...CALL_KEY,
  attempt: [int4, ({ attempt }) => attempt],
  customer_ref: [text, ({ customerRef = null }) => customerRef],
  method_ref: [text, ({ methodRef = null }) => methodRef],
  recipient_ref: [text, ({ recipientRef = null }) => recipientRef],
});
const [PROVIDER, IS_ON_DISK] = [`$${ATTEMPTS.size + 1}`, `$${ATTEMPTS.size + 2}::bool`];

/**
 * `isOnDisk`: before the calls are made, also on a connection whose commits do not wait for that. Machines of a cluster
 * always wait.
 */
const saveAttemptsText = (isOnDisk: string) => `update provider_calls as call
         set provider = ${PROVIDER}, attempt = new.attempt, outcome = 'unknown', revision = call.revision + 1,
           attempted_at = now(), customer_ref = coalesce(call.customer_ref, new.customer_ref),
           method_ref = coalesce(call.method_ref, new.method_ref),
           recipient_ref = coalesce(call.recipient_ref, new.recipient_ref)
         from ${ATTEMPTS.as('new')}
         where ${isCallOf('new')} and (call.outcome is null or call.outcome = 'unknown')
           and ${isOnDisk}
         returning call.product_id as "productId", call.deal_id as id, call.version, call.kind, call.revision`;

const SAVE_ATTEMPTS = placedStatement({
  name: 'save-provider-attempts',
  text: saveAttemptsText(`(not ${IS_ON_DISK} or set_config('synchronous_commit', 'on', true) = 'on')`),
  distributedText: saveAttemptsText(`${IS_ON_DISK} is not null`),
  row: { productId: int4, id: uuid, version: int4, kind: oneOf(CALL_KINDS), revision: int4 },
});

/** The number of earlier checks that found this outcome. */
const CHECKS = 'case when call.outcome = new.outcome then call.checks + 1 else 0 end';

/** The time of a change, in seconds. A distributed database takes no functions of the time where it reads a row. */
export const CLOCK = '(select extract(epoch from now())::float8 as now) as clock';

/** The pause between checks of a call under way doubles from half a minute up to an hour. */
const nextCheckUnderWay = (checks: string) =>
  `to_timestamp(clock.now + least(3600, 30 * 2 ^ least(${checks}, 20)))`;

/**
 * Money that has moved can come back: by a bounce or a chargeback, whose webhook can be lost. The pause doubles from a
 * day up to 64 days, and the last check is after four months.
 */
const nextCheckWhenDone = (checks: string) =>
  `case when ${checks} < 7 then to_timestamp(clock.now + 86400 * 2 ^ (${checks})) end`;

/** A known outcome of a call. */
export interface NewOutcome extends OfCall {
  readonly outcome: KnownOutcome;
  /** An outcome to store instead of that of the provider. */
  readonly stored?: StoredOutcome;
}

const OUTCOMES = new RowSet<NewOutcome>({
  ...CALL_KEY,
  outcome: [text, ({ outcome, stored }) => stored ?? outcome.kind],
  ref: [text, ({ outcome }) => outcome.ref],
  decline_code: [text, ({ outcome }) => (outcome.kind === 'declined' ? outcome.code : null)],
});

/** A declined call, or one of another amount, has no next check. */
const SAVE_OUTCOMES = statement({
  name: 'save-provider-outcomes',
  text: `update provider_calls as call
         set outcome = new.outcome, provider_ref = coalesce(new.ref, call.provider_ref), decline_code = new.decline_code,
           checks = ${CHECKS}, revision = call.revision + 1, checked_at = to_timestamp(clock.now), check_at = case
             when new.outcome in ('pending', 'needs-buyer', 'replaced') then ${nextCheckUnderWay(CHECKS)}
             when new.outcome = 'done' then ${nextCheckWhenDone(CHECKS)}
           end
         from ${OUTCOMES.as('new')} cross join ${CLOCK}
         where ${isCallOf('new')}`,
});

const POSTPONE_CHECK = statement({
  name: 'postpone-provider-check',
  text: `update provider_calls
         set checks = case when outcome = 'done' then checks else checks + 1 end, check_at = ${nextCheckUnderWay('checks')}
         from ${CLOCK}
         where ${THE_CALL} and check_at is not null`,
});

const SCHEDULE_REVERSAL_CHECK = statement({
  name: 'schedule-reversal-check',
  text: `update provider_calls set check_at = ${nextCheckWhenDone('checks')}
         from ${CLOCK} where ${THE_CALL} and outcome = 'replaced'`,
});

const READ_DUE_CALLS = statement({
  name: 'read-due-provider-calls',
  text: `select product_id as "productId", deal_id as id, version, kind, provider_ref as ref
         from provider_calls where check_at <= now() and provider_ref is not null and provider = $1
         order by outcome = 'done', check_at limit $2`,
  row: { productId: int4, id: uuid, version: int4, kind: oneOf(CALL_KINDS), ref: orNull(text) },
});

export async function readCall(connection: pg.Pool | Transaction, key: CallKey): Promise<StoredCall | null> {
  const [call = null] = await readCalls(connection, [key]);
  return call;
}

/** Reads each of these calls; null for one that does not exist. */
export async function readCalls(
  connection: pg.Pool | Transaction,
  keys: readonly CallKey[],
): Promise<(StoredCall | null)[]> {
  const rows = await READ_CALLS.rows(connection, KEYS.values(keys.map((key) => ({ key }))));
  const callByName = new Map(rows.map((row) => [nameOfCall(row), row]));
  return keys.map((key) => callByName.get(nameOfCall(key)) ?? null);
}

/** The payments of a deal, or of debts with it, that the provider has a reference of, the newest first. */
export function readPayments(
  connection: pg.Pool | Transaction,
  { productId, id }: DealKey,
  kind: CollectKind = 'collect',
): Promise<RowOf<typeof READ_PAYMENT_REFS>[]> {
  return READ_PAYMENT_REFS.rows(connection, [productId, id, kind]);
}

/** The references of an attempt; undefined for those that its kind does not need. */
export interface AttemptRefs {
  readonly customerRef?: string;
  readonly methodRef?: string;
  readonly recipientRef?: string;
}

/**
 * Saves that attempts of different calls begin, so that a crash after this moment is followed by `find`. References
 * that an earlier attempt has saved stay.
 * @param isOnDisk false if a crash of the database that loses the attempt also loses what the provider does
 * @returns the revision of each call; null if its outcome has become known in the meantime
 */
export async function saveAttempts(
  connection: pg.Pool | Transaction,
  provider: string,
  attempts: readonly NewAttempt[],
  { isOnDisk }: { readonly isOnDisk: boolean },
): Promise<(number | null)[]> {
  const rows = await SAVE_ATTEMPTS.on(connection).rows(connection, [
    ...ATTEMPTS.values(attempts),
    provider,
    isOnDisk,
  ]);
  const revisionByName = new Map(rows.map((row) => [nameOfCall(row), row.revision]));
  return attempts.map(({ key }) => revisionByName.get(nameOfCall(key)) ?? null);
}

/** Saves what is known of different calls. */
export async function saveOutcomes(tx: Transaction, outcomes: readonly NewOutcome[]): Promise<void> {
  await SAVE_OUTCOMES.send(tx, OUTCOMES.values(outcomes));
}

/** Schedules the next check of a call when the provider gave no answer. */
export async function postponeCheck(tx: Transaction, key: CallKey): Promise<void> {
  await POSTPONE_CHECK.run(tx, valuesOf(key));
}

/** Schedules a check of a reversed payment: the reversal can bounce. */
export async function scheduleReversalCheck(pool: pg.Pool, key: CallKey): Promise<void> {
  await SCHEDULE_REVERSAL_CHECK.run(pool, valuesOf(key));
}

/** The calls of a provider that are due for a check, those under way first. */
export function readDueCalls(
  pool: pg.Pool,
  provider: string,
  limit: number,
): Promise<RowOf<typeof READ_DUE_CALLS>[]> {
  return READ_DUE_CALLS.rows(pool, [provider, limit]);
}

function valuesOf({ productId, id, version, kind }: CallKey): unknown[] {
  return [productId, id, version, kind];
}

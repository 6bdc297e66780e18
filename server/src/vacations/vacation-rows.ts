import { MAX_SHOWN_REFUSALS, NO_VACATION, type Vacation } from '@perkex/contract/vacation.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { isRelisting } from '../books/relisting.js';
import { forgetRows } from '../database/forget-rows.js';
import { RowSet } from '../database/row-set.js';
import {
  bool,
  float8,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { RuleOfAsk } from '../price-rules/price-rules.js';
import type { ExportPart } from '../users/user-export.js';

const STATES = ['pausing', 'away', 'returning', 'back'] as const;
export const ASK_STATES = ['pausing', 'away', 'back', 'refused'] as const;

const READ_VACATION = statement({
  name: 'read-vacation',
  text: `select id, state, version, started_at as "startedAt" from vacations where user_id = $1`,
  row: { id: uuid, state: oneOf(STATES), version: int4, startedAt: timestamptz },
});

export type StoredVacation = RowOf<typeof READ_VACATION>;

/** The vacation of a user; undefined for none. */
export function readVacation(client: pg.Pool | Transaction, userId: string) {
  return READ_VACATION.row(client, [userId]);
}

/** True from the beginning of a vacation until all asks are back. */
export async function isAway(pool: pg.Pool, userId: string): Promise<boolean> {
  const state = (await readVacation(pool, userId))?.state ?? 'back';
  return state !== 'back';
}

const LOCK_VACATION = statement({
  name: 'lock-vacation',
  text: 'select user_id from vacations where user_id = $1 for update',
  row: { user_id: text },
});

/** The same, unchanged until the transaction ends. */
export async function lockVacation(tx: Transaction, userId: string): Promise<StoredVacation | undefined> {
  await LOCK_VACATION.row(tx, [userId]);
  return readVacation(tx, userId);
}

const COUNT_ASKS = statement({
  name: 'count-asks-of-vacation',
  text: `select count(*) filter (where state in ('pausing', 'away'))::int as paused,
           count(*) filter (where state = 'back')::int as back,
           count(*) filter (where state = 'refused')::int as "refusedAsks"
         from vacation_asks where user_id = $1`,
  row: { paused: int4, back: int4, refusedAsks: int4 },
});

const READ_REFUSALS = statement({
  name: 'read-refusals-of-vacation',
  text: `select ask.order_id as "order", product.name, ask.size, ask.price_cents as "priceCents",
           coalesce(ask.answer, '') as answer
         from vacation_asks as ask join products as product on product.id = ask.product_id
         where ask.user_id = $1 and ask.state = 'refused' order by ask.order_id, ask.product_id limit $2`,
  row: { order: uuid, name: text, size: text, priceCents: int4, answer: text },
});

/** The vacation of a user, as they see it. */
export async function readOwnVacation(pool: pg.Pool, userId: string): Promise<Vacation> {
  const vacation = await readVacation(pool, userId);
  if (!vacation) {
    return NO_VACATION;
  }
  const counts = await COUNT_ASKS.row(pool, [userId]);
  const refusals = await READ_REFUSALS.rows(pool, [userId, MAX_SHOWN_REFUSALS]);
  return {
    ...NO_VACATION,
    ...counts,
    state: vacation.state,
    startedAt: vacation.startedAt.toISOString(),
    refusals: refusals.map(({ priceCents, ...row }) => ({ ...row, price: centsToDollars(priceCents) })),
  };
}

const START_VACATION = statement({
  name: 'start-vacation',
  text: `insert into vacations (user_id, id, state, started_at) values ($1, $2, 'pausing', clock_timestamp())
         on conflict (user_id) do update
         set id = excluded.id, state = 'pausing', version = vacations.version + 1, started_at = excluded.started_at
         returning version`,
  row: { version: int4 },
});

const FORGET_RETURNED_ASKS = statement({
  name: 'forget-returned-asks',
  text: `delete from vacation_asks where user_id = $1 and state = 'back'`,
});

const PAUSE_REFUSED_ASKS = statement({
  name: 'pause-refused-asks',
  text: `update vacation_asks set state = 'away', attempt = attempt + 1, answer = null
         where user_id = $1 and state = 'refused'`,
});

/** Starts a vacation. The asks that an earlier one could not bring back are paused with the others. */
export async function startVacation(tx: Transaction, userId: string, id: string): Promise<number> {
  await FORGET_RETURNED_ASKS.run(tx, [userId]);
  await PAUSE_REFUSED_ASKS.run(tx, [userId]);
  return (await START_VACATION.row(tx, [userId, id]))?.version ?? 0;
}

const SET_STATE = statement({
  name: 'set-state-of-vacation',
  text: `update vacations set state = $2, version = version + $3 where user_id = $1 returning version`,
  row: { version: int4 },
});

/** Begins to bring the asks back, and those again that were refused. @returns the version */
export async function endVacation(tx: Transaction, userId: string): Promise<number> {
  await PAUSE_REFUSED_ASKS.run(tx, [userId]);
  return (await SET_STATE.row(tx, [userId, 'returning', 1]))?.version ?? 0;
}

/** Ends what a job does. */
export async function settleVacation(tx: Transaction, userId: string, state: 'away' | 'back'): Promise<void> {
  await SET_STATE.row(tx, [userId, state, 0]);
}

/** Deletes a user's vacation with its asks: once its result is seen, on account erasure and on account transfer. */
export const forgetVacation = forgetRows('forget-vacation', 'vacations');

/** Only asks that were accepted before the vacation began, or whose price a rule has changed since. */
const REMEMBER_ASKS = statement({
  name: 'remember-asks-of-vacation',
  text: `insert into vacation_asks (user_id, order_id, product_id, size, seq, price_cents, left_ms, is_relisting)
         select o.user_id, o.order_id, o.product_id, o.size, o.seq, o.price_cents,
           (extract(epoch from o.expires_at - clock_timestamp()) * 1000)::bigint, o.is_relisting
         from orders as o join vacations as vacation on vacation.user_id = o.user_id
         where o.user_id = $1 and o.status = 'open' and o.side = 'ask'
           and (o.expires_at is null or o.expires_at > clock_timestamp())
           and (o.accepted_at <= vacation.started_at or (o.order_id, o.product_id) in (
             select changed.order_id, changed.product_id from unnest($2::uuid[], $3::int4[]) as changed (order_id, product_id)
           ))
         order by o.product_id, o.size, o.seq
         on conflict (user_id, order_id, product_id) do nothing`,
});

const RULES = new RowSet<RuleOfAsk>({
  order_id: [uuid, ({ orderId }) => orderId],
  product_id: [int4, ({ productId }) => productId],
  floor_cents: [int4, ({ floorCents }) => floorCents],
});

const REMEMBER_RULES = statement({
  name: 'remember-rules-of-vacation',
  text: `update vacation_asks as ask set floor_cents = rule.floor_cents from ${RULES.as('rule', 1)}
         where ask.user_id = $1 and ask.order_id = rule.order_id and ask.product_id = rule.product_id`,
});

/** Remembers the open asks of a user with these rules, before any of them is paused. It can be repeated. */
export async function rememberAsks(
  tx: Transaction,
  userId: string,
  rules: readonly RuleOfAsk[],
): Promise<void> {
  const changed = [rules.map(({ orderId }) => orderId), rules.map(({ productId }) => productId)];
  await REMEMBER_ASKS.run(tx, [userId, ...changed]);
  await REMEMBER_RULES.run(tx, [userId, ...RULES.values(rules)]);
}

/** Asks that are paused or brought back, and then recorded, at a time. */
const ASKS_A_STEP = 100;

const NEXT_ASKS = statement({
  name: 'next-asks-of-vacation',
  text: `select ask.order_id as "orderId", ask.product_id as "productId", product.name, ask.size, ask.seq,
           ask.price_cents as "priceCents", ask.left_ms::float8 as "leftMs", ask.attempt, ask.floor_cents as "floorCents",
           ${isRelisting('ask')} as "isRelisting"
         from vacation_asks as ask join products as product on product.id = ask.product_id
         where ask.user_id = $1 and ask.state = $2
         order by ask.product_id, ask.size, ask.seq limit $3`,
  row: {
    orderId: uuid,
    productId: int4,
    name: text,
    size: text,
    seq: int4,
    priceCents: int4,
    leftMs: orNull(float8),
    attempt: int4,
    floorCents: orNull(int4),
    isRelisting: bool,
  },
});

export type VacationAsk = RowOf<typeof NEXT_ASKS>;

/** The next asks of a state, in the order of their books. */
export function nextAsks(pool: pg.Pool, userId: string, state: 'pausing' | 'away'): Promise<VacationAsk[]> {
  return NEXT_ASKS.rows(pool, [userId, state, ASKS_A_STEP]);
}

/** The outcome of a step for an ask. */
export interface SettledAsk {
  readonly orderId: string;
  readonly productId: number;
  /** Null for an ask that is no longer remembered. */
  readonly state: 'away' | 'back' | 'refused' | null;
  readonly answer: string | null;
}

const SETTLED = new RowSet<SettledAsk>({
  order_id: [uuid, ({ orderId }) => orderId],
  product_id: [int4, ({ productId }) => productId],
  state: [text, ({ state }) => state],
  answer: [text, ({ answer }) => answer],
});

const SETTLE_ASKS = statement({
  name: 'settle-asks-of-vacation',
  text: `update vacation_asks as ask set state = settled.state, answer = settled.answer
         from ${SETTLED.as('settled', 1)}
         where ask.user_id = $1 and ask.order_id = settled.order_id and ask.product_id = settled.product_id
           and settled.state is not null`,
});

const FORGET_ASKS = statement({
  name: 'forget-asks-of-vacation',
  text: `delete from vacation_asks as ask using ${SETTLED.as('settled', 1)}
         where ask.user_id = $1 and ask.order_id = settled.order_id and ask.product_id = settled.product_id
           and settled.state is null`,
});

/** Saves what has become of asks. */
export async function settleAsks(
  tx: Transaction,
  userId: string,
  settled: readonly SettledAsk[],
): Promise<void> {
  await SETTLE_ASKS.run(tx, [userId, ...SETTLED.values(settled)]);
  await FORGET_ASKS.run(tx, [userId, ...SETTLED.values(settled)]);
}

const EXPORT_ASKS = statement({
  name: 'export-vacation-of-user',
  text: `select ask.order_id as "order", product.name, ask.size, ask.price_cents as "priceCents",
           ask.floor_cents as "floorCents", ${isRelisting('ask')} as relist, ask.state, ask.answer
         from vacation_asks as ask join products as product on product.id = ask.product_id
         where ask.user_id = $1 order by ask.order_id, ask.product_id`,
  row: {
    order: uuid,
    name: text,
    size: text,
    priceCents: int4,
    floorCents: orNull(int4),
    relist: bool,
    state: oneOf(ASK_STATES),
    answer: orNull(text),
  },
});

/** The vacation of a user, with all remembered asks. */
export function vacationExport(pool: pg.Pool): ExportPart<'vacation'> {
  return async (userId) => {
    const vacation = await readVacation(pool, userId);
    if (!vacation) {
      return { vacation: null };
    }
    const asks = await EXPORT_ASKS.rows(pool, [userId]);
    return {
      vacation: {
        startedAt: vacation.startedAt.toISOString(),
        state: vacation.state,
        asks: asks.map(({ priceCents, floorCents, ...ask }) => ({
          ...ask,
          price: centsToDollars(priceCents),
          floor: floorCents === null ? null : centsToDollars(floorCents),
        })),
      },
    };
  };
}

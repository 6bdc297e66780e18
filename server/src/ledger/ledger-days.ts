import type { Account } from '@perkex/core/deals/accounts.js';
import { addDays } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import { isLockTaken } from '../database/errors.js';
import { RowSet } from '../database/row-set.js';
import { bool, float8, int4, orNull, type RowOf, statement, text, uuid } from '../database/statement.js';
import { BEFORE_ALL_IDS } from '../database/time-ordered-id.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { Maintenance } from '../process/maintenance.js';
import { SIDES } from './read-ledger.js';
import { recordNextDay } from './record-next-day.js';

/** Steps have the time of their transaction, which ends long before this. */
const DAY_ENDS_AFTER = `interval '1 hour'`;
const EVERY_MS = 60_000;

/** Sums of cents are far below what a number holds exactly. */
const SUMS = `sum(in_cents)::float8 as "inCents", sum(out_cents)::float8 as "outCents"`;
const SUMS_ROW = { account: text, inCents: float8, outCents: float8, transfers: int4 };

/** The start of a UTC day. */
const startOf = (day: string) => `(${day})::timestamp at time zone 'UTC'`;
const DAY = (day: string) => `to_char(${day}, 'YYYY-MM-DD')`;

const LOCK_CLOSING = statement({
  name: 'lock-ledger-closing',
  text: 'lock table ledger_closing in exclusive mode nowait',
});

const READ_CLOSED = statement({
  name: 'read-closed-ledger-day',
  text: `select ${DAY('closed_day')} as "closedDay" from ledger_closing`,
  row: { closedDay: orNull(text) },
});

/** The day after the last one with sums, or the first day of all. */
const FIND_NEXT_DAY = statement({
  name: 'find-next-ledger-day',
  text: `select ${DAY('day')} as day, ${startOf('day + 1')} + ${DAY_ENDS_AFTER} < now() as "isOver"
         from (select coalesce(
           $1::date + 1, (select (at at time zone 'UTC')::date from deal_events order by at limit 1)
         ) as day) as next`,
  row: { day: orNull(text), isOver: orNull(bool) },
});

/** Short enough for one statement. */
const EVENTS_AT_ONCE = 5_000;

const EVENT = 'event.at, event.product_id, event.deal_id, event.version';
/** With microseconds. */
const AT = (parameter: string) => `${parameter}::timestamp at time zone 'UTC'`;
const AFTER = `(${EVENT}) > (${AT('$1')}, $2::int4, $3::uuid, $4::int4)`;

const FIND_END = statement({
  name: 'find-end-of-ledger-piece',
  text: `select to_char(event.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at, product_id as "productId",
           deal_id as id, version
         from deal_events as event where ${AFTER} and event.at < ${startOf('$5::date')}
         order by ${EVENT} offset $6 limit 1`,
  row: { at: text, productId: int4, id: uuid, version: int4 },
});

type EventKey = RowOf<typeof FIND_END>;

/** The bounds of the time alone are implied: PostgreSQL expects few rows of a range, and many of two rows compared. */
const SUM_PIECE = statement({
  name: 'sum-ledger-piece',
  text: `select account, ${SUMS}, count(*)::int as transfers ${SIDES}
         where ${AFTER} and (${EVENT}) <= (${AT('$5')}, $6::int4, $7::uuid, $8::int4)
           and event.at >= ${AT('$1')} and event.at <= ${AT('$5')}
         group by account`,
  row: SUMS_ROW,
});

type DaySums = RowOf<typeof SUM_PIECE>;

const DAYS = new RowSet<DaySums>({
  account: [text, ({ account }) => account],
  in_cents: [text, ({ inCents }) => String(inCents)],
  out_cents: [text, ({ outCents }) => String(outCents)],
  transfers: [int4, ({ transfers }) => transfers],
});

const SAVE_DAY = statement({
  name: 'save-ledger-day',
  text: `insert into ledger_days (day, account, in_cents, out_cents, transfers)
         select $${DAYS.size + 1}::date, account, in_cents::bigint, out_cents::bigint, transfers
         from ${DAYS.as('sums')}`,
});

const SET_CLOSED = statement({
  name: 'set-closed-ledger-day',
  text: `insert into ledger_closing (closed_day) values ($1::date)
         on conflict (is_only) do update set closed_day = excluded.closed_day`,
});

/** The sums of a day, a piece at a time: a busy day takes longer than a statement may. */
async function sumDay(tx: Transaction, day: string, eventsAtOnce: number): Promise<DaySums[]> {
  const nextDay = addDays(day, 1);
  const startOfDay = (at: string) => ({ at, productId: -1, id: BEFORE_ALL_IDS, version: 0 });
  const sums = new Map<string, DaySums>();
  let isMore = true;
  for (let last: EventKey = startOfDay(day); isMore; ) {
    const found = await FIND_END.row(tx, [...valuesOf(last), nextDay, eventsAtOnce - 1]);
    const end = found ?? startOfDay(nextDay);
    for (const sum of await SUM_PIECE.rows(tx, [...valuesOf(last), ...valuesOf(end)])) {
      const { account } = sum;
      const { inCents = 0, outCents = 0, transfers = 0 } = sums.get(account) ?? {};
      sums.set(account, {
        account,
        inCents: inCents + sum.inCents,
        outCents: outCents + sum.outCents,
        transfers: transfers + sum.transfers,
      });
    }
    last = end;
    isMore = found !== undefined;
  }
  return [...sums.values()];
}

const valuesOf = ({ at, productId, id, version }: EventKey) => [at, productId, id, version];

/** Stores the sums of the next day that is over. @returns false if there is none */
async function closeNextDay(pool: pg.Pool, eventsAtOnce: number): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await LOCK_CLOSING.run(tx);
    const closing = await READ_CLOSED.row(tx, []);
    const next = await FIND_NEXT_DAY.row(tx, [closing?.closedDay ?? null]);
    if (!next?.day || !next.isOver) {
      return false;
    }
    await SAVE_DAY.run(tx, [...DAYS.values(await sumDay(tx, next.day, eventsAtOnce)), next.day]);
    await SET_CLOSED.run(tx, [next.day]);
    return true;
  });
}

/**
 * Stores the sums of all days that are over, and then their roots and their part of the record, unless another server
 * does.
 * @param ending ends it after the day at hand
 */
export async function closeLedgerDays(
  pool: pg.Pool,
  ending?: AbortSignal,
  eventsAtOnce = EVENTS_AT_ONCE,
): Promise<void> {
  try {
    while (!ending?.aborted && (await closeNextDay(pool, eventsAtOnce))) {}
    while (!ending?.aborted && (await recordNextDay(pool))) {}
  } catch (error) {
    if (!isLockTaken(error)) {
      throw error;
    }
  }
}

/** The periodic storing of the sums of days. */
export function ledgerMaintenance(pool: pg.Pool): Maintenance {
  return {
    work: (ending) => closeLedgerDays(pool, ending),
    everyMs: EVERY_MS,
    failure: 'the sums of a day of the ledger were not stored',
  };
}

/** The days since the last one with sums. It asks the deals of all products, for as long as a day or two. */
const SINCE = `event.at >= coalesce((select ${startOf('closed_day + 1')} from ledger_closing), '-infinity')`;

const READ_ACCOUNTS = statement({
  name: 'read-ledger-account-sums',
  text: `select account, ${SUMS}, sum(transfers)::int as transfers
         from (
           select account, in_cents, out_cents, transfers from ledger_days
           union all
           select account, in_cents, out_cents, 1 ${SIDES} where ${SINCE}
         ) as sums group by account`,
  row: SUMS_ROW,
});

const READ_DAYS = statement({
  name: 'read-ledger-days-of-account',
  text: `select ${DAY('day')} as day, ${SUMS}, sum(transfers)::int as transfers
         from (
           select day, in_cents, out_cents, transfers from ledger_days where account = $1 and day < $2::date
           union all
           select (at at time zone 'UTC')::date, in_cents, out_cents, 1 ${SIDES}
           where account = $1 and ${SINCE} and event.at < ${startOf('$2::date')}
         ) as sums
         group by day order by day desc limit $3`,
  row: { day: text, inCents: float8, outCents: float8, transfers: int4 },
});

const READ_DAY = statement({
  name: 'read-ledger-day-sums',
  text: `select account, ${SUMS}, sum(transfers)::int as transfers
         from (
           select account, in_cents, out_cents, transfers from ledger_days where day = $1::date
           union all
           select account, in_cents, out_cents, 1 ${SIDES}
           where ${SINCE} and event.at >= ${startOf('$1::date')} and event.at < ${startOf('$1::date + 1')}
         ) as sums group by account`,
  row: SUMS_ROW,
});

/** Sums of an account in cents, and the number of its transfers. */
export type AccountSums = RowOf<typeof READ_ACCOUNTS>;

/** The sums of a day of an account. The day is in UTC, such as 2026-11-26. */
export type SumsOfDay = RowOf<typeof READ_DAYS>;

/** The sums of each account with transfers, on a UTC day or of all days. */
export function readAccountSums(
  connection: pg.Pool | Transaction,
  day: string | null,
): Promise<AccountSums[]> {
  return day === null ? READ_ACCOUNTS.rows(connection, []) : READ_DAY.rows(connection, [day]);
}

/** Days of an account with transfers, newest first. @param before only days before this one */
export function readAccountDays(
  pool: pg.Pool,
  account: Account,
  before: string,
  limit: number,
): Promise<SumsOfDay[]> {
  return READ_DAYS.rows(pool, [account, before, limit]);
}

import { createHash, type Hash } from 'node:crypto';
import type pg from 'pg';
import { float8, int4, orNull, type RowOf, statement, text, uuid } from '../database/statement.js';
import { BEFORE_ALL_IDS } from '../database/time-ordered-id.js';
import type { Transaction } from '../database/transaction.js';

/** Keeps memory small on the busiest day. */
const ROWS_AT_ONCE = 5_000;

const BEFORE_ITS_END = `at < ($1::date + 1)::timestamp at time zone 'UTC'`;
/** With microseconds. */
const TIME = `to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`;

/** Each hash contains those of all earlier events of its deal. */
const READ_HASHES = statement({
  name: 'read-event-hashes-of-day',
  text: `select ${TIME} as at, product_id as "productId", deal_id as id, version, encode(hash, 'hex') as hash
         from deal_events
         where ${BEFORE_ITS_END} and at >= $2::timestamp at time zone 'UTC'
           and (at, product_id, deal_id, version) > ($2::timestamp at time zone 'UTC', $3::int4, $4::uuid, $5::int4)
         order by deal_events.at, product_id, deal_id, version limit $6`,
  row: { at: text, productId: int4, id: uuid, version: int4, hash: text },
});

const READ_ACTS = statement({
  name: 'read-acts-of-day',
  text: `select ${TIME} as at, id::float8, member, role, act, subject, before::text, after::text,
           request_id as "requestId"
         from desk_acts
         where ${BEFORE_ITS_END} and (at, id) > ($2::timestamp at time zone 'UTC', $3::bigint)
         order by desk_acts.at, id limit $4`,
  row: {
    at: text,
    id: float8,
    member: text,
    role: orNull(text),
    act: text,
    subject: text,
    before: orNull(text),
    after: orNull(text),
    requestId: orNull(text),
  },
});

const READ_ROOTS = statement({
  name: 'read-daily-roots',
  text: `select to_char(day, 'YYYY-MM-DD') as day, ledger, journal from daily_roots
         where day < $1::date order by daily_roots.day desc limit $2`,
  row: { day: text, ledger: text, journal: text },
});

const SAVE_ROOTS = statement({
  name: 'save-daily-roots',
  text: 'insert into daily_roots (day, ledger, journal) values ($1::date, $2, $3)',
});

/** The hashes of a UTC day, such as 2026-11-26, and of all days with roots before it, as hexadecimal digits. */
export type DailyRoots = RowOf<typeof READ_ROOTS>;

/** After all days. */
export const NO_DAY_YET = '9999-01-01';

/** The roots of the last days before one, newest first. */
export function readRoots(
  connection: pg.Pool | pg.ClientBase,
  before: string,
  limit: number,
): Promise<DailyRoots[]> {
  return READ_ROOTS.rows(connection, [before, limit]);
}

/** Saves the roots of a day whose steps and acts are all committed. */
export async function saveRoots(tx: Transaction, day: string): Promise<void> {
  const [previous] = await readRoots(tx, day, 1);
  const { ledger, journal } = await rootsOfDay(tx, day, previous ?? null);
  await SAVE_ROOTS.run(tx, [day, ledger, journal]);
}

/** The roots that follow from the rows of a day. @param previous those of the last day with roots */
export async function rootsOfDay(
  connection: pg.ClientBase,
  day: string,
  previous: DailyRoots | null,
): Promise<DailyRoots> {
  const ledger = opened(day, previous?.ledger);
  let event = { at: day, productId: -1, id: BEFORE_ALL_IDS, version: 0 };
  await forEachPage(
    () =>
      READ_HASHES.rows(connection, [day, event.at, event.productId, event.id, event.version, ROWS_AT_ONCE]),
    (row) => {
      event = row;
      add(ledger, row.hash);
    },
  );
  const journal = opened(day, previous?.journal);
  // The first one has all acts before.
  let last = { at: previous ? day : '-infinity', id: 0 };
  await forEachPage(
    () => READ_ACTS.rows(connection, [day, last.at, last.id, ROWS_AT_ONCE]),
    (row) => {
      last = row;
      const { id, at, member, role, act, subject, before, after, requestId } = row;
      add(journal, JSON.stringify([id, at, member, role, act, subject, before, after, requestId]));
    },
  );
  return { day, ledger: ledger.digest('hex'), journal: journal.digest('hex') };
}

async function forEachPage<Row>(read: () => Promise<Row[]>, take: (row: Row) => void): Promise<void> {
  let rows: Row[];
  do {
    rows = await read();
    rows.forEach(take);
  } while (rows.length === ROWS_AT_ONCE);
}

function opened(day: string, previous = ''): Hash {
  const hash = createHash('sha256');
  add(hash, previous);
  add(hash, day);
  return hash;
}

function add(hash: Hash, line: string): void {
  hash.update(`${line}\n`);
}

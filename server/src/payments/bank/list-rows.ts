import type pg from 'pg';
import { msOf } from '../../database/ms-of.js';
import { float8, int4, oneOf, orNull, type RowOf, statement, text } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import { REMITTANCE_STATES } from './remittance-rows.js';

/** `proposed`: waits for a second member. `released`: may leave. `withdrawn`: its money waits for another list. */
const LIST_STATES = ['proposed', 'released', 'withdrawn'] as const;
export type ListState = (typeof LIST_STATES)[number];

const COLUMNS = `list.number, list.state, list.version, list.created_by as "createdBy", list.decided_by as "decidedBy",
  ${msOf('list.created_at')} as "createdMs"`;
const ROW = {
  number: int4,
  state: oneOf(LIST_STATES),
  version: int4,
  createdBy: text,
  decidedBy: orNull(text),
  createdMs: float8,
};

const LOCK_LIST = statement({
  name: 'lock-bank-list',
  text: `select ${COLUMNS} from bank_lists as list where number = $1 for update`,
  row: ROW,
});

/** A list of outgoing money. Its version counts decisions and reports. */
export type ListRow = RowOf<typeof LOCK_LIST>;

const READ_LIST = statement({
  name: 'read-bank-list',
  text: `select ${COLUMNS} from bank_lists as list where number = $1`,
  row: ROW,
});

const READ_LISTS_BEFORE = statement({
  name: 'read-bank-lists-before',
  text: `select ${COLUMNS} from bank_lists as list where number < $1 order by number desc limit $2`,
  row: ROW,
});

const SUM_ENTRIES = statement({
  name: 'sum-bank-list-entries',
  text: `select list as number, state, count(*)::int as count, sum(amount_cents)::float8 as cents
         from bank_remittances where list = any($1::int4[]) group by list, state`,
  row: { number: orNull(int4), state: oneOf(REMITTANCE_STATES), count: int4, cents: orNull(float8) },
});

/** The entries of a list in one state. */
export type EntrySum = RowOf<typeof SUM_ENTRIES>;

const SUM_LISTED = statement({
  name: 'sum-listed-bank-remittances',
  text: `select list.state, count(*)::int as count, sum(remittance.amount_cents)::float8 as cents
         from bank_remittances as remittance
         join bank_lists as list on list.number = remittance.list
         where remittance.state = 'listed' group by list.state`,
  row: { state: oneOf(LIST_STATES), count: int4, cents: orNull(float8) },
});

const NEXT_VERSION = statement({
  name: 'count-change-of-bank-list',
  text: 'update bank_lists set version = version + 1 where number = $1',
});

const DECIDE = statement({
  name: 'decide-bank-list',
  text: 'update bank_lists set state = $2, decided_by = $3, version = version + 1 where number = $1',
});

const EMPTY = statement({
  name: 'empty-bank-list',
  text: `update bank_remittances
         set state = 'waiting', list = null, entry = null, holder = null, account = null, bank_code = null
         where list = $1`,
});

/** Null without such a list. It stays as it is until the transaction ends. */
export async function lockList(tx: Transaction, number: number): Promise<ListRow | null> {
  return (await LOCK_LIST.row(tx, [number])) ?? null;
}

export async function readListRow(pool: pg.Pool, number: number): Promise<ListRow | null> {
  return (await READ_LIST.row(pool, [number])) ?? null;
}

/** Above the numbers of all lists. */
export const ABOVE_ALL_LISTS = 2_147_483_647;

/** Lists with a number below this one, newest first. */
export function readListsBefore(
  pool: pg.Pool | Transaction,
  number: number,
  limit: number,
): Promise<ListRow[]> {
  return READ_LISTS_BEFORE.rows(pool, [number, limit]);
}

/** The entries of lists, summed by their states. */
export function sumEntries(connection: pg.Pool | Transaction, lists: readonly number[]): Promise<EntrySum[]> {
  return SUM_ENTRIES.rows(connection, [lists]);
}

/** The entries that have not left yet, by the state of their list. */
export async function sumListed(
  pool: pg.Pool,
): Promise<{ state: ListState; count: number; cents: number }[]> {
  return (await SUM_LISTED.rows(pool, [])).map((row) => ({ ...row, cents: row.cents ?? 0 }));
}

export async function nextVersion(tx: Transaction, number: number): Promise<void> {
  await NEXT_VERSION.run(tx, [number]);
}

/** Releases a locked proposal, or takes it back: its money then waits for another list. */
export async function decideList(
  tx: Transaction,
  number: number,
  state: Exclude<ListState, 'proposed'>,
  by: string,
): Promise<void> {
  await DECIDE.run(tx, [number, state, by]);
  if (state === 'withdrawn') {
    await EMPTY.run(tx, [number]);
  }
}

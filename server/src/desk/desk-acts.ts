import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { json, statement, text, timestamptz } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { memberOf } from '../http/require-member.js';

const ACTS = new RowSet<DeskAct>({
  act: [text, ({ act }) => act],
  subject: [text, ({ subject }) => subject],
  before: [json<object>(), ({ before }) => before && JSON.stringify(before)],
  after: [json<object>(), ({ after }) => after && JSON.stringify(after)],
});

const SAVE_ACTS = statement({
  name: 'save-desk-acts',
  text: `insert into desk_acts (at, member, role, request_id, ${ACTS.names})
         select now(), $1, $2, $3, act.* from ${ACTS.as('act', 3)}`,
});

const READ_LAST_ACT = statement({
  name: 'read-last-desk-act',
  text: 'select member, at from desk_acts where subject = $1 order by id desc limit 1',
  row: { member: text, at: timestamptz },
});

/** An act of a member that is no step of a deal. */
export interface DeskAct {
  readonly act:
    | 'book-statement'
    | 'book-line'
    | 'return-line'
    | 'propose-list'
    | 'release-list'
    | 'withdraw-list'
    | 'report-list'
    | 'change-checklist'
    | 'edit-product'
    | 'create-draft'
    | 'edit-draft'
    | 'discard-draft'
    | 'publish-draft'
    | 'import-products'
    | 'undo-import';
  /** Such as `list/12`. */
  readonly subject: string;
  /** The subject before and after the act, without names of users and accounts; null if it did not exist. */
  readonly before: object | null;
  readonly after: object | null;
}

/** Records an act of the member in the transaction that does it, for ever. */
export function recordAct(tx: Transaction, request: FastifyRequest, act: DeskAct): Promise<void> {
  return recordActs(tx, request, [act]);
}

/** Records several acts with one statement. */
export async function recordActs(
  tx: Transaction,
  request: FastifyRequest,
  acts: readonly DeskAct[],
): Promise<void> {
  const { name, role } = memberOf(request);
  await SAVE_ACTS.run(tx, [name, role, request.id, ...ACTS.values(acts)]);
}

/** The last act on a subject; null for none. */
export async function readLastEdit(
  client: pg.Pool | Transaction,
  subject: string,
): Promise<{ readonly by: string; readonly at: string } | null> {
  const row = await READ_LAST_ACT.row(client, [subject]);
  return row ? { by: row.member, at: row.at.toISOString() } : null;
}

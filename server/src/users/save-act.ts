import type { Role } from '@perkex/contract/roles.js';
import { RowSet } from '../database/row-set.js';
import { json, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** The actor. Acts of the operator, by a command, have neither a role nor a request. */
export interface ActBy {
  readonly member: string;
  readonly role: Role | null;
  readonly requestId: string | null;
}

/** An act, as the journal has it. */
export interface Act {
  readonly act: string;
  /** Such as `list/12`. */
  readonly subject: string;
  /** The subject before and after the act, without names of users and accounts; null if it did not exist. */
  readonly before: object | null;
  readonly after: object | null;
}

const ACTS = new RowSet<Act>({
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

/** Records an act in the transaction that does it, for ever. All acts come here. */
export function saveAct(tx: Transaction, by: ActBy, act: Act): Promise<void> {
  return saveActs(tx, by, [act]);
}

/** Records several acts with one statement. */
export async function saveActs(
  tx: Transaction,
  { member, role, requestId }: ActBy,
  acts: readonly Act[],
): Promise<void> {
  await SAVE_ACTS.run(tx, [member, role, requestId, ...ACTS.values(acts)]);
}

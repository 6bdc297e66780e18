import type { Role } from '@perkex/contract/roles.js';
import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

const SAVE_ACT = statement({
  name: 'save-desk-act',
  text: `insert into desk_acts (at, member, role, act, subject, before, after, request_id)
         values (now(), $1, $2, $3, $4, $5, $6, $7)`,
});

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

/** Records an act in the transaction that does it, for ever. All acts come here. */
export async function saveAct(
  tx: Transaction,
  { member, role, requestId }: ActBy,
  { act, subject, before, after }: Act,
): Promise<void> {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  await SAVE_ACT.run(tx, [member, role, act, subject, json(before), json(after), requestId]);
}

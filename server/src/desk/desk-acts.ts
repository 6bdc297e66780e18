import type { FastifyRequest } from 'fastify';
import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { memberOf } from '../http/require-member.js';

const SAVE_ACT = statement({
  name: 'save-desk-act',
  text: `insert into desk_acts (at, member, role, act, subject, before, after, request_id)
         values (now(), $1, $2, $3, $4, $5, $6, $7)`,
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
    | 'change-checklist';
  /** Such as `list/12`. */
  readonly subject: string;
  /** The subject before and after the act, without names of users and accounts; null if it did not exist. */
  readonly before: object | null;
  readonly after: object | null;
}

/** Records an act of the member in the transaction that does it, for ever. */
export async function recordAct(
  tx: Transaction,
  request: FastifyRequest,
  { act, subject, before, after }: DeskAct,
): Promise<void> {
  const { name, role } = memberOf(request);
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  await SAVE_ACT.run(tx, [name, role, act, subject, json(before), json(after), request.id]);
}

import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { statement, text, timestamptz } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { memberOf } from '../http/require-member.js';
import { type Act, type ActBy, saveActs } from '../users/save-act.js';

const READ_LAST_ACT = statement({
  name: 'read-last-desk-act',
  text: 'select member, at from desk_acts where subject = $1 order by at desc, id desc limit 1',
  row: { member: text, at: timestamptz },
});

/** An act of a member that is not a step of a deal. */
export interface DeskAct extends Act {
  readonly act:
    | 'block-user'
    | 'unblock-user'
    | 'limit-user'
    | 'defer-debt'
    | 'note-user'
    | 'book-statement'
    | 'book-line'
    | 'return-line'
    | 'correct-line'
    | 'propose-list'
    | 'release-list'
    | 'withdraw-list'
    | 'report-list'
    | 'change-checklist'
    | 'expect-verdict'
    | 'buy-label'
    | 'edit-product'
    | 'hide-product'
    | 'show-product'
    | 'merge-product'
    | 'create-draft'
    | 'edit-draft'
    | 'discard-draft'
    | 'publish-draft'
    | 'invite-member'
    | 'withdraw-invitation'
    | 'create-campaign'
    | 'edit-campaign'
    | 'remove-campaign'
    | 'add-alias'
    | 'edit-alias'
    | 'remove-alias'
    | 'import-products'
    | 'undo-import';
}

/** The member of a request, for the journal. */
function actorOf(request: FastifyRequest): ActBy {
  const { name, role } = memberOf(request);
  return { member: name, role, requestId: request.id };
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
  await saveActs(tx, actorOf(request), acts);
}

/** The last act on a subject; null for none. */
export async function readLastEdit(
  client: pg.Pool | Transaction,
  subject: string,
): Promise<{ readonly by: string; readonly at: string } | null> {
  const row = await READ_LAST_ACT.row(client, [subject]);
  return row ? { by: row.member, at: row.at.toISOString() } : null;
}

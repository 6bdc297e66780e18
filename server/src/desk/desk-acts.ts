import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/transaction.js';
import { memberOf } from '../http/require-member.js';
import { type Act, type ActBy, saveAct } from '../users/save-act.js';

/** An act of a member that is no step of a deal. */
export interface DeskAct extends Act {
  readonly act:
    | 'block-user'
    | 'unblock-user'
    | 'note-user'
    | 'book-statement'
    | 'book-line'
    | 'return-line'
    | 'propose-list'
    | 'release-list'
    | 'withdraw-list'
    | 'report-list';
}

/** The member of a request, for the journal. */
export function actorOf(request: FastifyRequest): ActBy {
  const { name, role } = memberOf(request);
  return { member: name, role, requestId: request.id };
}

/** Records an act of the member in the transaction that does it, for ever. */
export async function recordAct(tx: Transaction, request: FastifyRequest, act: DeskAct): Promise<void> {
  await saveAct(tx, actorOf(request), act);
}

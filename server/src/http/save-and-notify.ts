import type { ProblemCode } from '@perkex/contract/problems.js';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../database/transaction.js';
import type { Identity, SettingEvent } from '../users/identity.js';
import { lockUser } from '../users/lock-user.js';
import { isRefusal, type Refusal } from './problems.js';

/**
 * Saves a setting of a user, such as a card or a key, while their session is valid. The first one is reported to them,
 * too: it may be a thief's. The mail is queued with the change.
 * @param save returns false if nothing has changed
 */
export async function saveAndNotify<Problem extends ProblemCode = never>(
  tx: Transaction,
  identity: Pick<Identity, 'isStillSignedIn' | 'noteSettingChange'>,
  request: FastifyRequest,
  event: SettingEvent,
  save: () => Promise<boolean | Refusal<Problem>>,
): Promise<Refusal<Problem | 'not-signed-in'> | null> {
  if (!(await identity.isStillSignedIn(tx, request.headers))) {
    return { refused: 'not-signed-in' };
  }
  await lockUser(tx, request.userId);
  const saved = await save();
  if (isRefusal(saved)) {
    return saved;
  }
  if (saved) {
    await identity.noteSettingChange(tx, request, event);
  }
  return null;
}

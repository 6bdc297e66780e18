import type { ProblemCode } from '@perkex/contract/problems.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Transaction } from '../../database/transaction.js';
import { isRefusal, type Refusal } from '../../http/problems.js';
import { whileSignedIn } from '../../http/while-signed-in.js';
import type { Identity, SettingEvent } from '../../users/identity.js';
import { lockUser } from '../../users/lock-user.js';

export interface SetupOwners {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn' | 'noteSettingChange'>;
}

/**
 * Saves a user's card or account for payouts while their session is valid. The first one is reported to them, too: it
 * may be a thief's.
 * @param save returns false if nothing has changed
 */
export async function saveAndNotify<Problem extends ProblemCode = never>(
  { pool, identity }: SetupOwners,
  request: FastifyRequest & { readonly userId: string },
  event: SettingEvent,
  save: (tx: Transaction) => Promise<boolean | Refusal<Problem>>,
): Promise<Refusal<Problem | 'not-signed-in'> | null> {
  const saved = await whileSignedIn(pool, identity, request, async (tx) => {
    await lockUser(tx, request.userId);
    const result = await save(tx);
    return isRefusal(result)
      ? result
      : { notifyOwner: result ? await identity.noteSettingChange(tx, request, event) : null };
  });
  if (isRefusal(saved)) {
    return saved;
  }
  await saved.notifyOwner?.();
  return null;
}

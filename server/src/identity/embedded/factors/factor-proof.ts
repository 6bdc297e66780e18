import type pg from 'pg';
import { bool, statement } from '../../../database/statement.js';
import type { Transaction } from '../../../database/transaction.js';
import type { Refusal } from '../../../http/problems.js';

/** A session, and its user, whose factors it changes. */
export interface FactorOwner {
  readonly userId: string;
  readonly sessionId: string;
}

const FACTOR_STANDING = statement({
  name: 'identity-proof-to-change-factors',
  text: `select exists (select from identity_authenticator_apps where user_id = $1 and confirmed_at is not null)
             or exists (select from identity_phones where user_id = $1 and confirmed_at is not null) as "hasFactor",
           exists (select from identity_sessions where user_id = $1 and id = $2
                   and factor_proved_at > now() - interval '10 minutes') as "isProved"`,
  row: { hasFactor: bool, isProved: bool },
});

/**
 * Refuses a change of the second factors while one is on, unless this session has entered a code of it, or a recovery
 * code, within the last ten minutes. The password alone must not give anyone a factor. Decides for a change only in its
 * transaction, after the user is locked.
 */
export async function refuseUnprovedFactor(
  client: pg.Pool | Transaction,
  { userId, sessionId }: FactorOwner,
): Promise<Refusal<'PROOF_NEEDED'> | null> {
  const standing = await FACTOR_STANDING.row(client, [userId, sessionId]);
  return standing?.hasFactor && !standing.isProved ? FACTOR_PROOF_NEEDED : null;
}

const FACTOR_PROOF_NEEDED: Refusal<'PROOF_NEEDED'> = {
  refused: 'PROOF_NEEDED',
  detail: "Confirm it's you with a code of your second factor, or with a recovery code.",
};

const MARK_FACTOR_PROVED = statement({
  name: 'identity-mark-factor-proved',
  text: 'update identity_sessions set factor_proved_at = now() where id = $1',
});

/** Records that the session's user has entered a code of a factor that they turn on. For all else, it is not proof. */
export async function markFactorProved(tx: Transaction, sessionId: string): Promise<void> {
  await MARK_FACTOR_PROVED.run(tx, [sessionId]);
}

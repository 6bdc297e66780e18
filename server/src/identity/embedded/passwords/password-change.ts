import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { transaction } from '../../../database/transaction.js';
import type { AccountOwner, AccountOwners, OwnerAnswer } from '../account/account-owner.js';
import type { TellOwner } from '../account/owner-notices.js';
import type { KnownBrowsers } from '../limits/known-browsers.js';
import type { PasswordGate } from '../limits/password-gate.js';
import { lockUser } from '../lock-user.js';
import { answerOf, refuse, withCookies } from '../refusals.js';
import { hashOf } from '../tokens.js';
import { refuseGuessable } from './guessable-passwords.js';
import { passwordHashing } from './password-hash.js';
import { voidResetCodes } from './reset-codes.js';
import { readNewPassword } from './reset-fields.js';

export interface PasswordChangeOptions {
  readonly pool: pg.Pool;
  readonly owners: AccountOwners;
  readonly gate: PasswordGate;
  readonly knownBrowsers: KnownBrowsers;
  /** The trusted device's token of a browser; null without one. */
  readonly deviceOf: (request: FastifyRequest) => string | null;
  readonly tellOwner: TellOwner;
}

/**
 * A new password by the old one, {password, newPassword}. It ends all other sessions of the owner. Rejects with
 * GateFullError when too many passwords wait, and when the database fails.
 */
export function passwordChange(options: PasswordChangeOptions): OwnerAnswer {
  const { pool, owners, gate, knownBrowsers, deviceOf, tellOwner } = options;
  return async (owner, request) => {
    const { body, headers } = request;
    const read = readNewPassword(body);
    if ('refusal' in read) {
      return answerOf(read);
    }
    const guessable = refuseGuessable(read.password, owner.email);
    if (guessable) {
      return answerOf(guessable);
    }
    const refusal = await owners.refusePassword(owner, body);
    if (refusal) {
      return refusal;
    }
    const { address, email, userId } = owner;
    const isKnown = (await knownBrowsers.find(headers.cookie, email)) !== null;
    const hash = await gate.run({ isKnown: true, address, account: userId }, () =>
      passwordHashing.hash(read.password),
    );
    if (!(await setPassword(pool, owner, hash, deviceOf(request)))) {
      return CHANGED_MEANWHILE();
    }
    tellOwner(owner, 'password-changed');
    const done = Response.json({ status: true });
    return isKnown ? withCookies(done, await knownBrowsers.planted(email)) : done;
  };
}

const CHANGED_MEANWHILE = () =>
  refuse(409, 'PASSWORD_CHANGED', 'The password was changed meanwhile. Please log in with the new one.');

/**
 * Sets it if the old one still is the password, ends every other session, and forgets what the old one has begun: trust
 * in other browsers, sign-ins under way and links of reset mails.
 */
function setPassword(
  pool: pg.Pool,
  { userId, sessionId, passwordHash }: AccountOwner,
  newHash: string,
  ownDevice: string | null,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, userId);
    const { rowCount } = await tx.query(
      `update identity_logins set password = $3, updated_at = now()
       where user_id = $1 and provider_id = 'credential' and password = $2`,
      [userId, passwordHash, newHash],
    );
    if (rowCount !== 1) {
      return false;
    }
    await tx.query('delete from identity_sessions where user_id = $1 and id <> $2', [userId, sessionId]);
    await tx.query(
      'delete from identity_trusted_devices where user_id = $1 and token_hash is distinct from $2',
      [userId, ownDevice === null ? null : hashOf(ownDevice)],
    );
    await tx.query('delete from identity_challenges where user_id = $1', [userId]);
    await voidResetCodes(tx, userId);
    return true;
  });
}

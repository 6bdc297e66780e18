import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Transaction, transaction } from '../../../database/transaction.js';
import type { MarketOfUsers } from '../../identity.js';
import { type EventOrigin, noteEvent } from '../base/account-events.js';
import { lockUser, type UserRow } from '../base/users.js';
import { handOver } from '../mailbox/handover.js';
import type { GithubProfile } from './github-client.js';

/** Whom somebody at GitHub is here. */
export type GithubOwner =
  | { readonly type: 'known'; readonly userId: string }
  /** The e-mail has an account with a password, which has to be proved before the two are linked. */
  | { readonly type: 'password-account'; readonly userId: string }
  /** The e-mail's account belongs to another GitHub account. */
  | { readonly type: 'taken' }
  | { readonly type: 'unknown' };

/** Rejects when the database fails. */
export async function findGithubOwner(
  pool: pg.Pool,
  { id, name, email }: GithubProfile,
): Promise<GithubOwner> {
  const known = await pool.query<{ user_id: string }>({
    name: 'identity-find-github-login',
    text: `update identity_logins set display_name = $2
      where provider_id = 'github' and account_id = $1 returning user_id`,
    values: [id, name],
  });
  if (known.rows[0]) {
    return { type: 'known', userId: known.rows[0].user_id };
  }
  const { rows } = await pool.query<{ id: string; has_password: boolean; has_github: boolean }>({
    name: 'identity-find-owner-of-email',
    text: `select id,
        exists (select from identity_logins
          where user_id = identity_users.id and provider_id = 'credential' and password is not null)
          as has_password,
        exists (select from identity_logins
          where user_id = identity_users.id and provider_id = 'github') as has_github
      from identity_users where email = $1`,
    values: [email],
  });
  const [owner] = rows;
  if (!owner) {
    return { type: 'unknown' };
  }
  return owner.has_password && !owner.has_github
    ? { type: 'password-account', userId: owner.id }
    : { type: 'taken' };
}

/**
 * Makes the account of somebody at GitHub, whose e-mail GitHub has verified.
 * @returns the user's id, or null when somebody has taken the e-mail meanwhile
 */
export function createGithubUser(
  pool: pg.Pool,
  { id, name, email }: GithubProfile,
  origin: EventOrigin,
): Promise<string | null> {
  return transaction(pool, async (tx) => {
    const userId = randomUUID();
    const { rowCount } = await tx.query(
      `insert into identity_users (id, name, email, email_verified) values ($1, '', $2, true)
        on conflict do nothing`,
      [userId, email],
    );
    if (rowCount !== 1) {
      return null;
    }
    await tx.query(INSERT_LOGIN, [randomUUID(), userId, id, name]);
    await noteEvent(tx, userId, 'signed-up', origin, ['github']);
    return userId;
  });
}

const INSERT_LOGIN = `insert into identity_logins (id, user_id, provider_id, account_id, display_name)
  values ($1, $2, 'github', $3, $4)`;

/** Somebody's GitHub account, which waits for a password. */
export interface GithubAccount {
  readonly githubId: string;
  readonly githubName: string;
}

/**
 * Links a GitHub account with a user who is locked, and whose e-mail it proves. If nobody had proved it before, whoever
 * made the account may have been a stranger: then what was set up goes. The password and the second factor stay, since
 * this sign-in has just given them. @returns false when one of the two is linked with another by now
 */
export async function linkGithub(
  tx: Transaction,
  market: Pick<MarketOfUsers, 'forgetSettings'>,
  user: UserRow,
  { githubId, githubName }: GithubAccount,
): Promise<boolean> {
  const { rowCount } = await tx.query(`${INSERT_LOGIN} on conflict do nothing`, [
    randomUUID(),
    user.id,
    githubId,
    githubName,
  ]);
  if (rowCount === 1 && !user.email_verified) {
    await handOver(tx, user.id, market);
  }
  return rowCount === 1;
}

/** Takes a user's GitHub account away. @returns whether there was one */
export function unlinkGithub(pool: pg.Pool, userId: string, origin: EventOrigin): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, userId);
    const { rowCount } = await tx.query({
      name: 'identity-unlink-github',
      text: `delete from identity_logins where user_id = $1 and provider_id = 'github'`,
      values: [userId],
    });
    if (rowCount === 1) {
      await noteEvent(tx, userId, 'github-unlinked', origin);
    }
    return rowCount === 1;
  });
}

/** What the linked GitHub account is called here; null without one. */
export async function githubName(pool: pg.Pool, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'identity-github-name',
    text: `select coalesce(display_name, account_id) as name from identity_logins
      where user_id = $1 and provider_id = 'github' limit 1`,
    values: [userId],
  });
  return rows[0]?.name ?? null;
}

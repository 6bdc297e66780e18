import type pg from 'pg';
import { bool, statement, text } from '../../../database/statement.js';
import { transaction } from '../../../database/transaction.js';
import type { MarketOfUsers } from '../../../users/identity.js';
import type { NoteChange } from '../base/account-changes.js';
import { type EventOrigin, noteEvent } from '../base/account-events.js';
import type { SessionTransaction } from '../base/session-changes.js';
import { insertUser, lockUser, type UserRow } from '../base/users.js';
import { handOver } from '../mailbox/account-transfer.js';
import type { ProvenProfile } from './github-client.js';

const FIND_LOGIN = statement({
  name: 'identity-find-github-login',
  text: `update identity_logins set display_name = $2
         where provider_id = 'github' and account_id = $1 returning user_id`,
  row: { user_id: text },
});

const FIND_OWNER = statement({
  name: 'identity-find-owner-of-email',
  text: `select id,
           exists (select from identity_logins
             where user_id = identity_users.id and provider_id = 'credential' and password is not null)
             as has_password,
           exists (select from identity_logins
             where user_id = identity_users.id and provider_id = 'github') as has_github
         from identity_users where email = $1`,
  row: { id: text, has_password: bool, has_github: bool },
});

const INSERTION = `insert into identity_logins (id, user_id, provider_id, account_id, display_name)
  values (gen_random_uuid(), $1, 'github', $2, $3)`;
const INSERT_LOGIN = statement({ name: 'identity-insert-github-login', text: INSERTION });
const LINK = statement({ name: 'identity-link-github', text: `${INSERTION} on conflict do nothing` });

const UNLINK = statement({
  name: 'identity-unlink-github',
  text: `delete from identity_logins where user_id = $1 and provider_id = 'github'`,
});

const NAME_OF_LOGIN = statement({
  name: 'identity-github-name',
  text: `select coalesce(display_name, account_id) as name from identity_logins
         where user_id = $1 and provider_id = 'github' limit 1`,
  row: { name: text },
});

/** The account here that a GitHub account belongs to. */
export type GithubOwner =
  | { readonly type: 'known'; readonly userId: string }
  /** The e-mail has an account with a password, which must be given before the two are linked. */
  | { readonly type: 'password-account'; readonly userId: string }
  /** The e-mail's account is linked to another GitHub account. */
  | { readonly type: 'taken' }
  | { readonly type: 'unknown' };

/** Rejects when the database fails. */
export async function findGithubOwner(
  pool: pg.Pool,
  { id, name, email }: ProvenProfile,
): Promise<GithubOwner> {
  const known = await FIND_LOGIN.row(pool, [id, name]);
  if (known) {
    return { type: 'known', userId: known.user_id };
  }
  const owner = await FIND_OWNER.row(pool, [email]);
  if (!owner) {
    return { type: 'unknown' };
  }
  return owner.has_password && !owner.has_github
    ? { type: 'password-account', userId: owner.id }
    : { type: 'taken' };
}

/**
 * Creates the account of a GitHub user whose e-mail GitHub has verified.
 * @returns the user's id, or null when the e-mail was taken in the meantime
 */
export function createGithubUser(
  pool: pg.Pool,
  { id, name, email }: ProvenProfile,
  origin: EventOrigin,
): Promise<string | null> {
  return transaction(pool, async (tx) => {
    const user = await insertUser(tx, { name: '', email, isProved: true });
    if (!user) {
      return null;
    }
    await INSERT_LOGIN.run(tx, [user.id, id, name]);
    await noteEvent(tx, user.id, 'signed-up', origin, ['github']);
    return user.id;
  });
}

/** A GitHub account to be linked once the password is given. */
export interface GithubAccount {
  readonly githubId: string;
  readonly githubName: string;
}

/**
 * Links a GitHub account to a locked user, whose e-mail it verifies. If the e-mail was unverified before, a stranger
 * may have created the account, so earlier settings are erased. The password and the second factor stay, because this
 * sign-in has just used them. @returns false when either is linked to another account by now
 */
export async function linkGithub(
  tx: SessionTransaction,
  market: Pick<MarketOfUsers, 'forgetSettings'>,
  user: UserRow,
  { githubId, githubName }: GithubAccount,
): Promise<boolean> {
  const isLinked = (await LINK.run(tx, [user.id, githubId, githubName])) === 1;
  if (isLinked && !user.email_verified) {
    await handOver(tx, user.id, market);
  }
  return isLinked;
}

/** Unlinks a user's GitHub account. */
export function unlinkGithub(pool: pg.Pool, userId: string, note: NoteChange): Promise<void> {
  return transaction(pool, async (tx) => {
    await lockUser(tx, userId);
    if ((await UNLINK.run(tx, [userId])) === 1) {
      await note(tx, 'github-unlinked');
    }
  });
}

/** The name of the linked GitHub account; null without one. */
export async function githubName(pool: pg.Pool, userId: string): Promise<string | null> {
  return (await NAME_OF_LOGIN.row(pool, [userId]))?.name ?? null;
}

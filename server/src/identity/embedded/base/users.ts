import type pg from 'pg';
import { bool, orNull, type RowOf, statement, text, timestamptz } from '../../../database/statement.js';
import type { Transaction } from '../../../database/transaction.js';
import { hashOf } from './tokens.js';

/** The columns of a user. */
export const USER_COLUMNS = {
  id: text,
  name: text,
  email: text,
  email_verified: bool,
  image: orNull(text),
  created_at: timestamptz,
  updated_at: timestamptz,
};
const USER_LIST = 'id, name, email, email_verified, image, created_at, updated_at';

const FIND_BY_EMAIL = statement({
  name: 'identity-user-by-email',
  text: `select users.id, name, email, email_verified, image, users.created_at, users.updated_at, password
         from identity_users as users
         left join identity_logins as logins
           on logins.user_id = users.id and logins.provider_id = 'credential'
         where users.email = $1`,
  row: { ...USER_COLUMNS, password: orNull(text) },
});

const LOCK_USER = statement({
  name: 'identity-lock-user',
  text: `select ${USER_LIST} from identity_users where id = $1 for update`,
  row: USER_COLUMNS,
});

const INSERT_USER = statement({
  name: 'identity-insert-user',
  text: `insert into identity_users (id, name, email, email_verified) values (gen_random_uuid(), $1, $2, $3)
         on conflict do nothing returning ${USER_LIST}`,
  row: USER_COLUMNS,
});

const EMAIL_OF_USER = statement({
  name: 'identity-email-of-user',
  text: 'select email from identity_users where id = $1',
  row: { email: text },
});

const PROVED_EMAILS_OF_USERS = statement({
  name: 'identity-proved-emails-of-users',
  text: 'select id, email from identity_users where id = any($1::text[]) and email_verified',
  row: { id: text, email: text },
});

const PROVED_USER_BY_EMAIL = statement({
  name: 'identity-proved-user-by-email',
  text: 'select id from identity_users where email = $1 and email_verified',
  row: { id: text },
});

const PASSWORD_OF_USER = statement({
  name: 'identity-password-of-user',
  text: `select password from identity_logins where user_id = $1 and provider_id = 'credential'`,
  row: { password: orNull(text) },
});

const SET_PASSWORD = statement({
  name: 'identity-set-password',
  text: `insert into identity_logins (id, user_id, provider_id, account_id, password)
         values (gen_random_uuid(), $1, 'credential', $1, $2)
         on conflict on constraint identity_logins_account_unique do update
         set password = excluded.password, updated_at = now()`,
});

export type UserRow = RowOf<typeof LOCK_USER>;

/** E-mails are given in lower case. All functions reject when the database fails. */

/** The user with this e-mail, and their password hash; null without one. */
export function findUserByEmail(
  pool: pg.Pool | Transaction,
  email: string,
): Promise<(UserRow & { readonly password: string | null }) | undefined> {
  return FIND_BY_EMAIL.row(pool, [email]);
}

/** Null when the e-mail is taken. */
export async function insertUser(
  tx: Transaction,
  { name, email, isProved }: { name: string; email: string; isProved: boolean },
): Promise<UserRow | null> {
  return (await INSERT_USER.row(tx, [name, email, isProved])) ?? null;
}

/** Null when the user no longer exists. */
export async function emailOfUser(client: pg.Pool | Transaction, userId: string): Promise<string | null> {
  return (await EMAIL_OF_USER.row(client, [userId]))?.email ?? null;
}

/** By user, without deleted users and unverified e-mails. */
export async function provedEmailsOfUsers(
  client: pg.Pool | Transaction,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await PROVED_EMAILS_OF_USERS.rows(client, [userIds]);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** The id of the user with this e-mail, in lower case, once they have verified it. */
export async function provedUserByEmail(pool: pg.Pool, email: string): Promise<string | null> {
  return (await PROVED_USER_BY_EMAIL.row(pool, [email]))?.id ?? null;
}

/** Locks the user until the transaction ends, so that changes of one user are serialised; null for a deleted user. */
export async function lockUser(tx: Transaction, userId: string): Promise<UserRow | null> {
  return (await LOCK_USER.row(tx, [userId])) ?? null;
}

/** The password hash of this user; null without one. */
export async function passwordHashOf(client: pg.Pool | Transaction, userId: string): Promise<string | null> {
  return (await PASSWORD_OF_USER.row(client, [userId]))?.password ?? null;
}

/** Gives a user this password, instead of an earlier one. @param hash of the password */
export async function setPassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  await SET_PASSWORD.run(tx, [userId, hash]);
}

/** Identifies a version of a user's password, and grants no access. @param hash null for none */
export function passwordMark(hash: string | null): string {
  return hashOf(hash ?? '');
}

/** The mark of a user's password; defined for an unknown e-mail, too. */
export async function markOfEmail(pool: pg.Pool, email: string): Promise<string> {
  return passwordMark((await findUserByEmail(pool, email))?.password ?? null);
}

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { hashOf, newToken } from '../tokens.js';

const CODE_FORMAT = /^[\w-]{43}$/;
export const CODE_LIFETIME_MINUTES = 30;

/**
 * The codes of reset links, in identity_verifications. A user has one row, whose id is made of the user's: a new code
 * takes the place of the one before. Kept is a hash only, so that reading the table opens no account. All functions reject when the database fails.
 */

/** A new code for the user of this e-mail (in lower case), or null when there is none. */
export async function issueCode(
  pool: pg.Pool,
  email: string,
): Promise<{ readonly code: string; readonly email: string } | null> {
  const code = newToken();
  const { rows } = await pool.query<{ email: string }>({
    name: 'identity-issue-reset-code',
    text: `with known as (select id, email from identity_users where email = $1),
      issued as (
        insert into identity_verifications (id, identifier, value, expires_at)
        select 'reset-password:' || id, $2, id, now() + make_interval(mins => $3) from known
        on conflict (id) do update
        set identifier = excluded.identifier, expires_at = excluded.expires_at, updated_at = now())
      select email from known`,
    values: [email, identifierOf(code), CODE_LIFETIME_MINUTES],
  });
  return rows[0] ? { code, email: rows[0].email } : null;
}

/** Whether the code would work now: it saves the hashing of a password for one that does not. */
export async function isCodeGood(pool: pg.Pool, code: string): Promise<boolean> {
  if (!CODE_FORMAT.test(code)) {
    return false;
  }
  const { rowCount } = await pool.query({
    name: 'identity-find-reset-code',
    text: 'select 1 from identity_verifications where identifier = $1 and expires_at > now()',
    values: [identifierOf(code)],
  });
  return rowCount === 1;
}

/**
 * Uses the code up, which proves the e-mail, sets the password, ends every session of its user, and forgets what the
 * old password has begun and which devices were trusted, all or nothing: of two at once, one wins. The second factor
 * stays on, since whoever reads the mails does not have the phone; but one from before anybody had proved the e-mail may
 * be a stranger's, who signed up with it first, and would keep its owner out for good.
 * @returns the user's e-mail, or null when the code does not work
 */
export async function redeemCode(pool: pg.Pool, code: string, passwordHash: string): Promise<string | null> {
  const { rows } = await pool.query<{ email: string }>({
    name: 'identity-redeem-reset-code',
    text: `with used as (
        delete from identity_verifications where identifier = $1 and expires_at > now() returning value),
      owner as (
        select id, email, email_verified from identity_users where id in (select value from used)),
      stranger as (select id from owner where not email_verified),
      changed as (
        insert into identity_logins (id, user_id, provider_id, account_id, password)
        select $2, id, 'credential', id, $3 from owner
        on conflict on constraint identity_logins_account_unique do update
        set password = excluded.password, updated_at = now()),
      ended as (delete from identity_sessions where user_id in (select id from owner)),
      verified as (
        update identity_users set email_verified = true, updated_at = now()
        where id in (select id from owner)),
      given_up as (delete from identity_challenges where user_id in (select id from owner)),
      distrusted as (delete from identity_trusted_devices where user_id in (select id from owner)),
      apps as (delete from identity_authenticator_apps where user_id in (select id from stranger)),
      phones as (delete from identity_phones where user_id in (select id from stranger)),
      phone_codes as (delete from identity_phone_codes where user_id in (select id from stranger)),
      recovery_codes as (delete from identity_recovery_codes where user_id in (select id from stranger))
      select email from owner`,
    values: [identifierOf(code), randomUUID(), passwordHash],
  });
  return rows[0]?.email ?? null;
}

function identifierOf(code: string): string {
  return `reset-password:${hashOf(code)}`;
}

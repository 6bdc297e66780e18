import type { LoginSecurity } from '@perkex/contract/identity.js';
import type pg from 'pg';
import { openSessions } from '../sessions/open-sessions.js';
import type { AccountOwner } from './account-owner.js';

/** How the owner logs in, and where they are logged in. Rejects when the database fails. */
export async function loginSecurity(pool: pg.Pool, owner: AccountOwner): Promise<LoginSecurity> {
  const { userId, email, passwordHash, sessionId } = owner;
  const [factors, github, sessions] = await Promise.all([
    factorsOf(pool, userId),
    githubName(pool, userId),
    openSessions(pool, userId, sessionId),
  ]);
  return { email, hasPassword: passwordHash !== null, github, ...factors, sessions };
}

async function factorsOf(
  pool: pg.Pool,
  userId: string,
): Promise<Pick<LoginSecurity, 'app' | 'phone' | 'recoveryCodes'>> {
  const { rows } = await pool.query<{ app: boolean; phone: string | null; codes: number }>({
    name: 'identity-security-factors',
    text: `select
        exists (select 1 from identity_authenticator_apps where user_id = $1 and confirmed_at is not null) as app,
        (select ending from identity_phones where user_id = $1 and confirmed_at is not null) as phone,
        (select count(*)::int from identity_recovery_codes where user_id = $1) as codes`,
    values: [userId],
  });
  const { app = false, phone = null, codes = 0 } = rows[0] ?? {};
  return { app, phone, recoveryCodes: codes };
}

/** What the linked GitHub account is called here. */
async function githubName(pool: pg.Pool, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ name: string }>({
    name: 'identity-github-name',
    text: `select coalesce(display_name, account_id) as name from identity_logins where user_id = $1 and provider_id = 'github' limit 1`,
    values: [userId],
  });
  return rows[0]?.name ?? null;
}

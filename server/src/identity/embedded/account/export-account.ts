import type { AccountExport } from '@perkex/contract/user-export.js';
import type pg from 'pg';
import { bool, orNull, statement, text, timestamptz } from '../../../database/statement.js';
import { readEvents } from '../base/account-events.js';
import { openSessions } from '../base/sessions.js';
import { factorsOf } from '../factors/challenges.js';

const READ_USER = statement({
  name: 'identity-export-user',
  text: 'select name, email, email_verified as "isProved", created_at as since from identity_users where id = $1',
  row: { name: text, email: text, isProved: bool, since: timestamptz },
});

const READ_LOGINS = statement({
  name: 'identity-export-logins',
  text: `select provider_id as provider, display_name as name, created_at as since from identity_logins
         where user_id = $1 order by created_at, id`,
  row: { provider: text, name: orNull(text), since: timestamptz },
});

/** The identity data of a user, without secrets. Null for an unknown user. */
export async function exportAccount(pool: pg.Pool, userId: string): Promise<AccountExport | null> {
  const [user, logins, factors, sessions, events] = await Promise.all([
    READ_USER.row(pool, [userId]),
    READ_LOGINS.rows(pool, [userId]),
    factorsOf(pool, userId, null),
    openSessions(pool, userId, ''),
    readEvents(pool, userId),
  ]);
  if (!user) {
    return null;
  }
  return {
    name: user.name,
    email: user.email,
    isEmailProved: user.isProved,
    since: user.since.toISOString(),
    logins: logins.map(({ provider, name, since }) => ({
      provider: provider === 'credential' ? 'password' : provider,
      name,
      since: since.toISOString(),
    })),
    factors: { app: factors.has_app, phone: factors.phone, recoveryCodes: factors.recovery_codes },
    sessions: sessions.map(({ startedAt, userAgent, address }) => ({ startedAt, userAgent, address })),
    events: events.map(({ kind, proofs, happenedAt, userAgent, address }) => ({
      kind,
      proofs: [...proofs],
      at: happenedAt,
      userAgent,
      address,
    })),
  };
}

import type { SignInProof } from '@perkex/contract/account-events.js';
import type { OpenSession } from '@perkex/contract/identity.js';
import { SECOND_FACTORS } from '@perkex/contract/second-factors.js';
import type pg from 'pg';
import { bool, float8, int4, orNull, statement, text, timestamptz } from '../../../database/statement.js';
import type { Transaction } from '../../../database/transaction.js';
import { MEMBER_PROOF_HOURS, type MemberLogin, type SignedIn } from '../../../users/identity.js';
import { type EventOrigin, noteEvent, originOf } from './account-events.js';
import type { Asked } from './answering.js';
import type { IdentityCookies } from './cookies.js';
import { noteSessionsOf, type SessionChanges, type SessionTransaction } from './session-changes.js';
import { hashOf, newToken } from './tokens.js';
import { lockUser, USER_COLUMNS, type UserRow } from './users.js';

/** Maximum number of sessions per user. */
const MAX_SESSIONS = 50;
const SESSION_DAYS = 7;
const FORGETFUL_DAYS = 1;
/** A session in use is extended at most once a day. */
const REFRESHED_AFTER_DAYS = 1;

const FIND_SIGNED_IN = statement({
  name: 'identity-signed-in',
  text: `select users.id as user_id, users.email_verified,
           exists (select from identity_handovers where user_id = users.id and cleared_at is null)
             as is_being_cleared,
           sessions.used_at is null or sessions.used_at < now() - interval '5 minutes' as is_use_due,
           (extract(epoch from sessions.expires_at - now()) * 1000)::float8 as lasts_ms
         from identity_sessions as sessions join identity_users as users on users.id = sessions.user_id
         where sessions.token = $1 and sessions.expires_at > now()`,
  row: { user_id: text, email_verified: bool, is_being_cleared: bool, is_use_due: bool, lasts_ms: float8 },
});

const NOTE_USE = statement({
  name: 'identity-note-use-of-session',
  text: 'update identity_sessions set used_at = now() where token = $1',
});

/** A valid session: its user, and when it expires unless ended earlier. */
export interface FoundSession extends SignedIn {
  readonly lastsMs: number;
}

/** The session of a token, or null if it has expired or ended. Rejects when the database fails. */
export async function findSignedIn(pool: pg.Pool, token: string): Promise<FoundSession | null> {
  const row = await FIND_SIGNED_IN.row(pool, [token]);
  if (row?.is_use_due) {
    await NOTE_USE.run(pool, [token]);
  }
  return row
    ? {
        userId: row.user_id,
        isEmailProved: row.email_verified,
        isBeingCleared: row.is_being_cleared,
        lastsMs: row.lasts_ms,
      }
    : null;
}

const HOLD_SESSION = statement({
  name: 'identity-hold-session',
  text: 'select 1 as held from identity_sessions where token = $1 and expires_at > now() for key share',
  row: { held: orNull(int4) },
});

const HOLD_USER = statement({
  name: 'identity-hold-user',
  text: `select id from identity_users
         where id = (select user_id from identity_sessions where token = $1) for key share`,
  row: { id: text },
});

/**
 * Checks whether a session is valid. It stays valid until the transaction ends, because transactions that end it wait
 * for this one. Both lock the user first, since events reference the user's row.
 */
export async function holdSession(tx: Transaction, token: string): Promise<boolean> {
  await HOLD_USER.run(tx, [token]);
  return (await HOLD_SESSION.row(tx, [token])) !== undefined;
}

/** SQL condition on a session: its user gave a proof recently. */
export const FRESHLY_PROVED = `proved_at > now() - interval '10 minutes'`;

const IS_FRESHLY_PROVED = statement({
  name: 'identity-is-freshly-proved',
  text: `select id from identity_sessions where token = $1 and expires_at > now() and ${FRESHLY_PROVED}`,
  row: { id: text },
});

/** Checks whether the session's user gave a proof within the last ten minutes, at its start or later. */
export async function isFreshlyProved(tx: Transaction, token: string): Promise<boolean> {
  return (await IS_FRESHLY_PROVED.row(tx, [token])) !== undefined;
}

const FIND_MEMBER_LOGIN = statement({
  name: 'identity-member-login',
  text: `select user_id as "userId",
           coalesce(factor_proved_at > now() - make_interval(hours => $2), false) as "isProved",
           exists (select from identity_authenticator_apps as app
                   where app.user_id = session.user_id and confirmed_at is not null)
             or exists (select from identity_phones as phone
                        where phone.user_id = session.user_id and confirmed_at is not null) as "hasSecondFactor"
         from identity_sessions as session where token = $1 and expires_at > now()`,
  row: { userId: text, isProved: bool, hasSecondFactor: bool },
});

/** The login of a session as members need it; null if the session has expired or ended. */
export async function findMemberLogin(pool: pg.Pool, token: string): Promise<MemberLogin | null> {
  return (await FIND_MEMBER_LOGIN.row(pool, [token, MEMBER_PROOF_HOURS])) ?? null;
}

const MARK_PROVED = statement({
  name: 'identity-mark-session-proved',
  text: `update identity_sessions
         set proved_at = now(), factor_proved_at = case when $2 then now() else factor_proved_at end
         where id = $1 and expires_at > now()`,
});

/**
 * Records a proof by the session's user.
 * @param isByFactor true for a code of a second factor @returns whether the session is still valid
 */
export async function markSessionProved(pool: pg.Pool, id: string, isByFactor: boolean): Promise<boolean> {
  return (await MARK_PROVED.run(pool, [id, isByFactor])) === 1;
}

const END_SESSION = statement({
  name: 'identity-end-session',
  text: 'delete from identity_sessions where token = $1 returning user_id',
  row: { user_id: text },
});

/** Ends a session, if it still exists. Rejects when the database fails. */
export async function endSession(tx: SessionTransaction, token: string): Promise<void> {
  const ended = await END_SESSION.row(tx, [token]);
  if (ended) {
    noteSessionsOf(tx, ended.user_id);
  }
}

/** The browser of a session. */
export interface SessionBrowser extends EventOrigin {
  /** True if the session outlives the browser's session. */
  readonly remember: boolean;
  /** The token of the browser's previous session, which ends. */
  readonly replaces: string | null;
}

/** Checks whether a code of a second factor is among the proofs of a sign-in. */
const isByFactor = (proofs: readonly SignInProof[]) =>
  SECOND_FACTORS.some((factor) => proofs.includes(factor));

/** The browser that sent the request. */
export function browserOf({ request }: Asked, cookies: IdentityCookies, remember: boolean): SessionBrowser {
  return { ...originOf(request), remember, replaces: cookies.session.read(request.headers.cookie) };
}

const INSERT_SESSION = statement({
  name: 'identity-insert-session',
  text: `insert into identity_sessions (id, token, user_id, ip_address, user_agent, expires_at, factor_proved_at)
         values (gen_random_uuid(), $1, $2, $3, $4, now() + make_interval(days => $5), case when $6 then now() end)`,
});

/** Sessions in use stay, however many unused ones begin: knowing the password is no way to sign the owner out. */
const END_LEAST_USED = statement({
  name: 'identity-end-least-used-sessions',
  text: `delete from identity_sessions where id in (
           select id from identity_sessions where user_id = $1
           order by expires_at > now() desc, token = $2 desc,
             coalesce(used_at > now() - interval '15 minutes', false) desc,
             coalesce(used_at, created_at) desc, id offset $3)`,
});

/**
 * Starts a session of a user whose row is locked or new. Above the maximum, the least recently used one ends.
 * @param proofs what the user gave to sign in @returns its token
 */
export async function insertSession(
  tx: SessionTransaction,
  userId: string,
  { address, userAgent, remember, replaces }: SessionBrowser,
  proofs: readonly SignInProof[],
): Promise<string> {
  const token = newToken();
  if (replaces !== null) {
    await endSession(tx, replaces);
  }
  const days = remember ? SESSION_DAYS : FORGETFUL_DAYS;
  await INSERT_SESSION.run(tx, [token, userId, address, userAgent, days, isByFactor(proofs)]);
  if ((await END_LEAST_USED.run(tx, [userId, token, MAX_SESSIONS])) > 0) {
    noteSessionsOf(tx, userId);
  }
  return token;
}

/** A user in the format of these calls. */
export function userAnswer({ id, name, email, image, ...row }: UserRow) {
  return {
    id,
    name,
    email,
    emailVerified: row.email_verified,
    image,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const REFRESH_SESSION = statement({
  name: 'identity-refresh-session',
  text: `update identity_sessions set expires_at = now() + make_interval(days => $2), updated_at = now()
         where token = $1 and expires_at > now() and not $4
           and expires_at <= now() + make_interval(days => $3)`,
});

const DELETE_OVER = statement({
  name: 'identity-delete-session-that-is-over',
  text: 'delete from identity_sessions where token = $1 and expires_at <= now()',
});

const READ_SESSION = statement({
  name: 'identity-read-session',
  text: `select users.id, name, email, email_verified, image, users.created_at, users.updated_at,
           sessions.id as session_id, sessions.expires_at, sessions.ip_address, sessions.user_agent,
           sessions.created_at as begun_at, sessions.updated_at as refreshed_at
         from identity_sessions as sessions join identity_users as users on users.id = sessions.user_id
         where sessions.token = $1 and sessions.expires_at > now()`,
  row: {
    ...USER_COLUMNS,
    session_id: text,
    expires_at: timestamptz,
    ip_address: orNull(text),
    user_agent: orNull(text),
    begun_at: timestamptz,
    refreshed_at: timestamptz,
  },
});

/**
 * The session and its user, as `get-session` returns them. A session in use is extended, unless the browser is not to
 * be remembered. An expired session is deleted. @returns null for an expired session
 */
export async function readSession(pool: pg.Pool, token: string, isForgetful: boolean) {
  const refreshed = await REFRESH_SESSION.run(pool, [
    token,
    SESSION_DAYS,
    SESSION_DAYS - REFRESHED_AFTER_DAYS,
    isForgetful,
  ]);
  const row = await READ_SESSION.row(pool, [token]);
  if (!row) {
    await DELETE_OVER.run(pool, [token]);
    return null;
  }
  const session = {
    id: row.session_id,
    userId: row.id,
    token,
    expiresAt: row.expires_at.toISOString(),
    createdAt: row.begun_at.toISOString(),
    updatedAt: row.refreshed_at.toISOString(),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  };
  return { isRefreshed: refreshed > 0, answer: { session, user: userAnswer(row) } };
}

const OPEN_SESSIONS = statement({
  name: 'identity-open-sessions',
  text: `select id, created_at, user_agent, ip_address from identity_sessions
         where user_id = $1 and expires_at > now() order by created_at desc, id limit $2`,
  row: { id: text, created_at: timestamptz, user_agent: orNull(text), ip_address: orNull(text) },
});

/** The open sessions of a user, newest first, by id: their tokens are never returned. */
export async function openSessions(pool: pg.Pool, userId: string, currentId: string): Promise<OpenSession[]> {
  const rows = await OPEN_SESSIONS.rows(pool, [userId, MAX_SESSIONS]);
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === currentId,
    startedAt: row.created_at.toISOString(),
    userAgent: row.user_agent ?? '',
    address: row.ip_address ?? '',
  }));
}

const END_OWN_SESSION = statement({
  name: 'identity-end-own-session',
  text: 'delete from identity_sessions where id = $1 and user_id = $2',
});

const END_OTHER_SESSIONS = statement({
  name: 'identity-end-other-sessions',
  text: 'delete from identity_sessions where user_id = $1 and id <> $2',
});

const DISTRUST_OTHERS = statement({
  name: 'identity-distrust-other-devices',
  text: 'delete from identity_trusted_devices where user_id = $1 and token_hash is distinct from $2',
});

/**
 * Ends a session of this user, and the trust in all other browsers, since it is unknown which of them belongs to the
 * lost session. @param ownDevice the trusted-device token of this browser, which stays @returns whether it existed
 */
export function endOwnSession(
  sessions: SessionChanges,
  userId: string,
  id: string,
  { origin, ownDevice }: { readonly origin: EventOrigin; readonly ownDevice: string | null },
): Promise<boolean> {
  return sessions.transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await END_OWN_SESSION.run(tx, [id, userId])) !== 1) {
      return false;
    }
    noteSessionsOf(tx, userId);
    await distrustOthers(tx, userId, ownDevice);
    await noteEvent(tx, userId, 'session-ended', origin);
    return true;
  });
}

/** Ends every session of this user except the current one, and the trust in all other browsers. */
export async function endOtherSessions(
  tx: SessionTransaction,
  userId: string,
  currentId: string,
  ownDevice: string | null,
): Promise<void> {
  await END_OTHER_SESSIONS.run(tx, [userId, currentId]);
  noteSessionsOf(tx, userId);
  await distrustOthers(tx, userId, ownDevice);
}

async function distrustOthers(tx: Transaction, userId: string, ownDevice: string | null): Promise<void> {
  await DISTRUST_OTHERS.run(tx, [userId, ownDevice === null ? null : hashOf(ownDevice)]);
}

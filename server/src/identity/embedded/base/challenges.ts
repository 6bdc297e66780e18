import type pg from 'pg';
import { hashOf, newToken } from './tokens.js';

/** What a challenge is good for; a token of one purpose is worth nothing for another. */
export type ChallengePurpose = 'github' | 'github-link' | 'second-factor';

/** A sign-in that is under way, and what its browser has proved so far. */
export interface Challenge<Data> {
  /** The user whom it is about, once that is known. */
  readonly userId: string | null;
  readonly data: Data;
}

interface NewChallenge<Data> extends Challenge<Data> {
  readonly purpose: ChallengePurpose;
  readonly minutes: number;
}

/**
 * Sign-ins under way, in identity_challenges: kept on the server and bound to one browser by a random token, of which
 * the table has the hash. All functions reject when the database fails.
 */

/** Begins a challenge. @returns the token for the browser */
export async function openChallenge<Data extends object>(
  pool: pg.Pool,
  { purpose, userId, data, minutes }: NewChallenge<Data>,
): Promise<string> {
  const token = newToken();
  await pool.query({
    name: 'identity-open-challenge',
    text: `insert into identity_challenges (token_hash, purpose, user_id, data, expires_at)
      values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
    values: [hashOf(token), purpose, userId, JSON.stringify(data), minutes],
  });
  return token;
}

/** The challenge of a token, or null when there is none, it is over, or of another purpose. */
export function readChallenge<Data extends object>(
  pool: pg.Pool,
  purpose: ChallengePurpose,
  token: string | null,
): Promise<Challenge<Data> | null> {
  return challengeBy<Data>(pool, token, {
    name: 'identity-read-challenge',
    text: `select user_id, data from identity_challenges
      where token_hash = $1 and purpose = $2 and expires_at > now()`,
    values: [purpose],
  });
}

/**
 * Counts an attempt before it is judged, so that attempts at once are no way round the limit.
 * @returns the challenge, or null when it is not there or has had its attempts
 */
export function attemptChallenge<Data extends object>(
  pool: pg.Pool,
  { purpose, token, attemptsMost }: { purpose: ChallengePurpose; token: string | null; attemptsMost: number },
): Promise<Challenge<Data> | null> {
  return challengeBy<Data>(pool, token, {
    name: 'identity-attempt-challenge',
    text: `update identity_challenges set attempts = attempts + 1
      where token_hash = $1 and purpose = $2 and expires_at > now() and attempts < $3
      returning user_id, data`,
    values: [purpose, attemptsMost],
  });
}

/** Uses the challenge up: of two at once, one gets it and the other null. */
export function takeChallenge<Data extends object>(
  pool: pg.Pool,
  purpose: ChallengePurpose,
  token: string | null,
): Promise<Challenge<Data> | null> {
  return challengeBy<Data>(pool, token, {
    name: 'identity-take-challenge',
    text: `delete from identity_challenges
      where token_hash = $1 and purpose = $2 and expires_at > now()
      returning user_id, data`,
    values: [purpose],
  });
}

/** Notes what has come of it. The first note of a kind counts; a second one may be somebody else's. */
export async function amendChallenge(
  pool: pg.Pool,
  purpose: ChallengePurpose,
  token: string | null,
  note: object,
): Promise<void> {
  if (token === null) {
    return;
  }
  await pool.query({
    name: 'identity-amend-challenge',
    text: `update identity_challenges set data = $3::jsonb || data
      where token_hash = $1 and purpose = $2 and expires_at > now()`,
    values: [hashOf(token), purpose, JSON.stringify(note)],
  });
}

/** Asks for the row of a token, which is the query's `$1` as a hash. */
async function challengeBy<Data>(
  pool: pg.Pool,
  token: string | null,
  { values, ...query }: { name: string; text: string; values: readonly unknown[] },
): Promise<Challenge<Data> | null> {
  if (token === null) {
    return null;
  }
  const { rows } = await pool.query<{ user_id: string | null; data: Data }>({
    ...query,
    values: [hashOf(token), ...values],
  });
  return rows[0] ? { userId: rows[0].user_id, data: rows[0].data } : null;
}

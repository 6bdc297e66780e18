import type pg from 'pg';
import { json, orNull, type Statement, statement, text } from '../../../database/statement.js';
import { hashOf, newToken } from './tokens.js';

const IN_FORCE = 'token_hash = $1 and purpose = $2 and expires_at > now()';
const ROW = { user_id: orNull(text), data: json<object>() };

const OPEN = statement({
  name: 'identity-open-challenge',
  text: `insert into identity_challenges (token_hash, purpose, user_id, data, expires_at)
         values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
});

const READ = statement({
  name: 'identity-read-challenge',
  text: `select user_id, data from identity_challenges where ${IN_FORCE}`,
  row: ROW,
});

const ATTEMPT = statement({
  name: 'identity-attempt-challenge',
  text: `update identity_challenges set attempts = attempts + 1
         where ${IN_FORCE} and attempts < $3 returning user_id, data`,
  row: ROW,
});

const TAKE = statement({
  name: 'identity-take-challenge',
  text: `delete from identity_challenges where ${IN_FORCE} returning user_id, data`,
  row: ROW,
});

const AMEND = statement({
  name: 'identity-amend-challenge',
  text: `update identity_challenges set data = $3::jsonb || data where ${IN_FORCE} returning user_id, data`,
  row: ROW,
});

type Answered = Statement<{ readonly user_id: string | null; readonly data: object }>;

/** A sign-in in progress, and the proofs that its browser has given so far. */
export interface Challenge<Data> {
  /** The user who signs in, once known. */
  readonly userId: string | null;
  readonly data: Data;
}

/**
 * Sign-ins in progress, in identity_challenges. They are kept on the server and bound to one browser by a random token,
 * of which the table has the hash. A token is valid for one purpose only. All functions reject when the database fails,
 * and return null for an unknown or expired challenge.
 */
export class Challenges<Data extends object> {
  constructor(
    private readonly pool: pg.Pool,
    private readonly purpose: 'github' | 'github-link' | 'second-factor',
  ) {}

  /** Opens a challenge. @returns the token for the browser */
  async open(userId: string | null, data: Data, minutes: number): Promise<string> {
    const token = newToken();
    await OPEN.run(this.pool, [hashOf(token), this.purpose, userId, JSON.stringify(data), minutes]);
    return token;
  }

  read(token: string | null): Promise<Challenge<Data> | null> {
    return this.rowOf(READ, token);
  }

  /** Counts an attempt before it is checked, so that parallel attempts cannot get around the limit. */
  attempt(token: string | null, maxAttempts: number): Promise<Challenge<Data> | null> {
    return this.rowOf(ATTEMPT, token, maxAttempts);
  }

  /** Uses the challenge up: of two parallel calls, one gets it. */
  take(token: string | null): Promise<Challenge<Data> | null> {
    return this.rowOf(TAKE, token);
  }

  /** Adds a note to the challenge. The first note of a kind wins, because a second one may come from an attacker. */
  async amend(token: string | null, note: Partial<Data>): Promise<void> {
    await this.rowOf(AMEND, token, JSON.stringify(note));
  }

  private async rowOf(
    answered: Answered,
    token: string | null,
    ...values: unknown[]
  ): Promise<Challenge<Data> | null> {
    const row = token && (await answered.row(this.pool, [hashOf(token), this.purpose, ...values]));
    return row ? { userId: row.user_id, data: row.data as Data } : null;
  }
}

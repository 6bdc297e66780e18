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

/** A sign-in that is under way, and what its browser has proved so far. */
export interface Challenge<Data> {
  /** The user whom it is about, once that is known. */
  readonly userId: string | null;
  readonly data: Data;
}

/**
 * Sign-ins under way, in identity_challenges: kept on the server and bound to one browser by a random token, of which
 * the table has the hash. A token of one purpose is worth nothing for another. All functions reject when the database
 * fails; they answer null when there is no such challenge, or it is over.
 */
export class Challenges<Data extends object> {
  constructor(
    private readonly pool: pg.Pool,
    private readonly purpose: 'github' | 'github-link' | 'second-factor',
  ) {}

  /** Begins one. @returns the token for the browser */
  async open(userId: string | null, data: Data, minutes: number): Promise<string> {
    const token = newToken();
    await OPEN.run(this.pool, [hashOf(token), this.purpose, userId, JSON.stringify(data), minutes]);
    return token;
  }

  read(token: string | null): Promise<Challenge<Data> | null> {
    return this.rowOf(READ, token);
  }

  /** Counts an attempt before it is judged, so that attempts at once are no way round the limit. */
  attempt(token: string | null, attemptsMost: number): Promise<Challenge<Data> | null> {
    return this.rowOf(ATTEMPT, token, attemptsMost);
  }

  /** Uses it up: of two at once, one gets it. */
  take(token: string | null): Promise<Challenge<Data> | null> {
    return this.rowOf(TAKE, token);
  }

  /** Notes what has come of it. The first note of a kind counts; a second one may be somebody else's. */
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

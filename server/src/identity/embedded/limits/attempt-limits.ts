import { createHmac, createSecretKey } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

export const MINUTE_SECONDS = 60;
export const QUARTER_SECONDS = 15 * MINUTE_SECONDS;
export const HOUR_SECONDS = 60 * MINUTE_SECONDS;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Allows each key a number of attempts in a window that begins with the first one. */
export interface AttemptLimit {
  /**
   * Counts an attempt. Returns null when allowed, otherwise the seconds until the next one is. Rejects when the
   * database fails: an attempt that cannot be counted is not allowed.
   */
  take(key: string): Promise<number | null>;
  /** Takes back an attempt that should not count. Never rejects: in the worst case the attempt stays counted. */
  giveBack(key: string): Promise<void>;
}

/** Creates limits. Those with the same name count together, on every server of the database. */
export type LimitMaker = (name: string, max: number, windowSeconds: number) => AttemptLimit;

export interface LimitMakerOptions {
  readonly pool: pg.Pool;
  /** Keys are stored as hashes keyed with it. */
  readonly secret: string;
  /** If false, everything is allowed. */
  readonly isOn: boolean;
}

const UNLIMITED: AttemptLimit = { take: async () => null, giveBack: async () => {} };

/** Limits stored in identity_attempts. One statement counts and answers, so parallel attempts are all counted. */
export function limitMaker({ pool, secret, isOn }: LimitMakerOptions): LimitMaker {
  if (!isOn) {
    return () => UNLIMITED;
  }
  const hashKey = createSecretKey(secret, 'utf8');
  const hashOf = (key: string) =>
    createHmac('sha256', hashKey).update(`attempts of ${key}`).digest('base64url');

  return (name, max, windowSeconds) => {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'identity_attempts',
      tableCreated: true,
      // The sweeper deletes expired rows.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: max,
      duration: windowSeconds,
      // A used-up key is remembered in memory: a flood of refused attempts costs the database nothing.
      inMemoryBlockOnConsumed: max + 1,
    });
    return {
      async take(key) {
        try {
          await limiter.consume(hashOf(key));
          return null;
        } catch (refusal) {
          if (refusal instanceof RateLimiterRes) {
            return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
          }
          throw refusal;
        }
      },
      async giveBack(key) {
        await limiter.reward(hashOf(key)).catch(() => {});
      },
    };
  };
}

/** Counts an attempt in each limit, up to the first that is reached. @returns the seconds to wait, or null */
export async function takeAll(limits: readonly (readonly [AttemptLimit, string])[]): Promise<number | null> {
  for (const [limit, key] of limits) {
    const waitSeconds = await limit.take(key);
    if (waitSeconds !== null) {
      return waitSeconds;
    }
  }
  return null;
}

import { setTimeout as pause } from 'node:timers/promises';
import { isPassingFailure } from '../database/errors.js';

/**
 * Counts the open orders of users in all books; missing users have none.
 * @returns null if it cannot be known now
 */
export type CountInAll = (userIds: readonly string[]) => Promise<ReadonlyMap<string, number> | null>;

/** Longer than a count takes on a busy machine. */
const PATIENCE_MS = 2_000;

/**
 * A count for a distributed database, where only all machines together know it. If one does not answer, batches for the
 * products of others go on without it: the limit of a user in all books then holds for the numbers that this server
 * remembers, and that of each book always. Until a count succeeds again, no batch waits for one.
 */
export function countWhileAllAnswer(
  count: (userIds: readonly string[]) => Promise<ReadonlyMap<string, number>>,
  patienceMs = PATIENCE_MS,
): CountInAll {
  let isFailing = false;
  let isTrying = false;
  const tryToCount: CountInAll = async (userIds) => {
    isTrying = true;
    try {
      const counted = await count(userIds);
      isFailing = false;
      return counted;
    } catch (error) {
      isFailing = isPassingFailure(error);
      if (!isFailing) {
        throw error;
      }
      return null;
    } finally {
      isTrying = false;
    }
  };
  return async (userIds) => {
    if (isFailing) {
      if (!isTrying) {
        tryToCount(userIds).catch(() => {}); // the next batch that waits for it fails
      }
      return null;
    }
    const patience = new AbortController();
    const late = pause(patienceMs, null, { signal: patience.signal }).catch(() => null);
    const counted = await Promise.race([tryToCount(userIds), late]).finally(() => patience.abort());
    isFailing ||= counted === null;
    return counted;
  };
}

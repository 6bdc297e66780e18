import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** A server that was just killed may still hold it. */
const PATIENCE_MS = 2_000;
const RETRY_MS = 100;

/**
 * Makes this connection the one server's connection to the database until it closes.
 * @param lock the number of the server's advisory lock
 * @returns false if another server holds the lock for two seconds
 * @throws if the connection breaks
 */
export async function takeServerLock(client: pg.Client, lock: number): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lock,
    ]);
    if (rows[0]?.taken === true) {
      return true;
    }
    if (Date.now() > deadline) {
      return false;
    }
    await sleep(RETRY_MS);
  }
}

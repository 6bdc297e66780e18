import { setTimeout as pause } from 'node:timers/promises';
import { groupBy } from '@perkex/core/group-by.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../database/advisory-locks.js';
import { bool, int4, statement, text } from '../database/statement.js';
import type { Maintenance } from '../process/maintenance.js';
import type { MatchingEngine } from './matching-engine.js';
import { type BookKey, bookName, type SweepCommand } from './order-command.js';

/** An expired order is closed within a minute. */
const SWEEP_INTERVAL_MS = 10_000;
/** Keeps a batch short, so that other orders wait little. */
const ORDERS_AT_ONCE = 250;
/** Few enough to leave room in the queue for orders. */
const BOOKS_AT_ONCE = 20;
/** Lets another server continue. */
const MAX_READINGS = 1_000;

/** Less than the lock's connection may be idle. */
const MAX_PAUSE_MS = 20_000;

/** Otherwise the lock of a machine without power is held until TCP gives up, about two hours. */
const LIMIT_IDLENESS = statement({
  name: 'limit-idleness-of-sweep',
  text: `select set_config('idle_session_timeout', '60s', false) as "idleSessionTimeout"`,
  row: { idleSessionTimeout: text },
});

const TAKE_SWEEP = statement({
  name: 'take-sweep-of-orders',
  text: 'select pg_try_advisory_lock($1) as "isTaken"',
  row: { isTaken: bool },
});

const END_SWEEP = statement({
  name: 'end-sweep-of-orders',
  text: 'select pg_advisory_unlock($1) as "isEnded"',
  row: { isEnded: bool },
});

const NEXT_EXPIRED_ORDERS = statement({
  name: 'next-expired-orders',
  text: `select o.product_id as "productId", o.size, o.seq from orders as o
         where o.status = 'open' and o.expires_at <= now()
         order by o.expires_at, o.product_id, o.size, o.seq limit $1`,
  row: { productId: int4, size: text, seq: int4 },
});

/** Maintenance every ten seconds: closes expired orders, by one server at a time. */
export function expiredOrdersMaintenance(pool: pg.Pool, engine: Pick<MatchingEngine, 'submit'>): Maintenance {
  return {
    work: (ending) => closeExpiredOrders(pool, engine, ending),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'expired orders were not closed',
  };
}

/**
 * Closes expired orders through the matching engine, the earliest first, in a third of the time, unless another server
 * does. Each reading begins with the earliest again: a book with very many expired orders closes others than the named
 * ones.
 * @param ending ends it after the orders at hand
 */
export async function closeExpiredOrders(
  pool: pg.Pool,
  engine: Pick<MatchingEngine, 'submit'>,
  ending?: AbortSignal,
): Promise<void> {
  const client = await pool.connect();
  try {
    await LIMIT_IDLENESS.run(client);
    const isTaken = (await TAKE_SWEEP.row(client, [ADVISORY_LOCKS.sweepingOrders]))?.isTaken ?? false;
    if (isTaken) {
      await closeAll(client, engine, ending);
      await END_SWEEP.row(client, [ADVISORY_LOCKS.sweepingOrders]);
    }
  } finally {
    // The limit ends with the connection, and after a failure the lock, too.
    client.release(true);
  }
}

async function closeAll(
  client: pg.ClientBase,
  engine: Pick<MatchingEngine, 'submit'>,
  ending?: AbortSignal,
): Promise<void> {
  for (let readings = 0; readings < MAX_READINGS && !ending?.aborted; readings += 1) {
    const startMs = performance.now();
    const expired = await NEXT_EXPIRED_ORDERS.rows(client, [ORDERS_AT_ONCE]);
    if (expired.length === 0) {
      return;
    }
    for (const books of inPieces([...groupBy(expired, bookName).values()], BOOKS_AT_ONCE)) {
      await Promise.all(books.map((orders) => engine.submit(sweepOf(orders))));
      if (ending?.aborted) {
        return;
      }
      // The connection that has the lock is not idle.
      await LIMIT_IDLENESS.run(client);
    }
    const restMs = Math.min(2 * (performance.now() - startMs), MAX_PAUSE_MS);
    await pause(restMs, null, { signal: ending }).catch(() => null);
  }
}

/** @param orders of one book */
function sweepOf(orders: readonly (BookKey & { readonly seq: number })[]): SweepCommand {
  const { productId = 0, size = '' } = orders[0] ?? {};
  return { kind: 'sweep', productId, size, seqs: orders.map(({ seq }) => seq) };
}

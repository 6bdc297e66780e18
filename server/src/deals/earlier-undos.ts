import { UNDO_MS } from '@perkex/core/deals/clocks.js';
import { DAY_MS } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import { int4, statement } from '../database/statement.js';
import { leastIdAt } from '../database/time-ordered-id.js';

const COUNTED_MS = 30 * DAY_MS;

/** A trade can be undone in its first minutes only, and ids of trades sort by time. */
const COUNT_UNDOS = statement({
  name: 'count-undos-of-user',
  text: `select count(*)::int as undos
         from (
           select product_id, id from trades where buyer_id = $1 and undone_by = 'buyer' and id >= $2
           union all
           select product_id, id from trades where seller_id = $1 and undone_by = 'seller' and id >= $2
         ) as mine
         join deal_events as event on event.product_id = mine.product_id and event.deal_id = mine.id
         where event.event = 'undo' and event.at > to_timestamp($3::float8 / 1000)`,
  row: { undos: int4 },
});

/** How many trades a user has undone in the last 30 days. */
export async function countEarlierUndos(
  client: pg.Pool | pg.ClientBase,
  userId: string,
  nowMs: number,
): Promise<number> {
  const sinceMs = nowMs - COUNTED_MS;
  const row = await COUNT_UNDOS.row(client, [userId, leastIdAt(sinceMs - UNDO_MS), sinceMs]);
  return row?.undos ?? 0;
}

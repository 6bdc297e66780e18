import type { StepDetails, TimelineEntry } from '@perkex/contract/deals.js';
import type { Party } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import { EVENT, EVENT_ROW, openedDeal, stepAgain, storedEvent } from './deal-events.js';
import { nameOfDeal } from './deal-key.js';
import type { StoredDeal } from './deal-row.js';

const READ_EVENTS = statement({
  name: 'read-deal-events',
  text: `select ${EVENT}
         from deal_events where product_id = $1 and deal_id = $2 and version <= $3 order by version`,
  row: EVENT_ROW,
});

/**
 * The events that one party may see: their own, those that changed the state, and those that notified them. The events
 * are applied again, because only the table of transitions knows the state after each.
 */
export async function readTimeline(
  pool: pg.Pool,
  { key, opening, deal: current }: StoredDeal,
  party: Party,
  detailsByVersion: ReadonlyMap<number, StepDetails>,
): Promise<TimelineEntry[]> {
  const { terms } = opening;
  let deal = openedDeal(opening);
  const entries: TimelineEntry[] = [
    {
      version: 0,
      event: 'trade',
      by: terms.taker,
      state: deal.state,
      date: isoTime(terms.tradedAtMs),
      details: null,
    },
  ];
  for (const row of await READ_EVENTS.rows(pool, [key.productId, key.id, current.version])) {
    const recorded = storedEvent(row);
    const { version, event, actor, atMs } = recorded;
    const by = actor.kind;
    const result = stepAgain(deal, recorded);
    if (result.kind === 'refused') {
      throw new Error(`Version ${version} of ${nameOfDeal(key)} would be refused as ${result.code}.`);
    }
    const { state } = result.deal;
    const isOwn = by === party;
    if (isOwn || state !== deal.state || result.notifications.some(({ to }) => to === party)) {
      const details = (isOwn && detailsByVersion.get(version)) || null;
      entries.push({ version, event: event.type, by, state, date: isoTime(atMs), details });
    }
    deal = result.deal;
  }
  return entries;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

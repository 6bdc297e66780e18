import type { StepDetails, TimelineEntry } from '@perkex/contract/deals.js';
import type { Deal, Party } from '@perkex/core/deals/deal.js';
import { ACTOR_KINDS, type DealEvent } from '@perkex/core/deals/deal-event.js';
import { openDeal, step } from '@perkex/core/deals/step.js';
import type pg from 'pg';
import { float8, int4, json, oneOf, orNull, type RowOf, statement, text } from '../database/statement.js';
import { actorOfRecord } from './actor-record.js';
import { nameOfDeal } from './deal-key.js';
import { msOf, type StoredDeal } from './deal-row.js';
import { NO_HOLIDAYS } from './no-holidays.js';

const READ_EVENTS = statement({
  name: 'read-deal-events',
  text: `select version, event, data, actor_kind as "actorKind", actor_id as "actorId", ${msOf('at')} as "atMs",
           ${msOf('due_at')} as "dueAtMs"
         from deal_events where product_id = $1 and deal_id = $2 and version <= $3 order by version`,
  row: {
    version: int4,
    event: text,
    data: json<object>(),
    actorKind: oneOf(ACTOR_KINDS),
    actorId: orNull(text),
    atMs: float8,
    dueAtMs: orNull(float8),
  },
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
  const { terms, method, dueAtMs } = opening;
  let deal: Deal = { ...openDeal(terms, method, NO_HOLIDAYS), dueAtMs };
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
    const { version, actorKind: by, atMs } = row;
    const event = eventOf(row);
    const command = { event, actor: actorOfRecord({ kind: by, id: row.actorId }), seenVersion: null };
    const result = step(deal, command, { nowMs: atMs, holidays: NO_HOLIDAYS });
    if (result.kind === 'refused') {
      throw new Error(`Version ${version} of ${nameOfDeal(key)} would be refused as ${result.code}.`);
    }
    const { state } = result.deal;
    const isOwn = by === party;
    if (isOwn || state !== deal.state || result.notifications.some(({ to }) => to === party)) {
      const details = (isOwn && detailsByVersion.get(version)) || null;
      entries.push({ version, event: event.type, by, state, date: isoTime(atMs), details });
    }
    deal = { ...result.deal, dueAtMs: row.dueAtMs };
  }
  return entries;
}

function eventOf({ event, data }: RowOf<typeof READ_EVENTS>): DealEvent {
  return { type: event, ...data } as DealEvent;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

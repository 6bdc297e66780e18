import type { StepDetails, TimelineEntry } from '@perkex/contract/deals.js';
import type { Deal, Party } from '@perkex/core/deals/deal.js';
import type { ActorKind } from '@perkex/core/deals/deal-event.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { type RowWith, statement } from '../database/statement.js';
import { EVENT, EVENT_ROW, openedDeal, type StoredEvent, stepAgain, storedEvent } from './deal-events.js';
import { nameOfDeal } from './deal-key.js';
import type { StoredDeal } from './deal-row.js';

const READ_EVENTS = statement({
  name: 'read-deal-events',
  text: `select ${EVENT}
         from deal_events where product_id = $1 and deal_id = $2 and version <= $3 order by version`,
  row: EVENT_ROW,
});

/** An event of a deal, with the deal before it and the step that it was. */
export interface PastStep {
  readonly recorded: StoredEvent;
  readonly before: Deal;
  readonly after: Stepped;
}

/** All events of a deal, oldest first. */
export async function readPastSteps(pool: pg.Pool, stored: StoredDeal): Promise<PastStep[]> {
  const { key, deal } = stored;
  return pastSteps(stored, await READ_EVENTS.rows(pool, [key.productId, key.id, deal.version]));
}

/**
 * The events of a deal with the deals between them. They are applied again, because only the table of transitions knows
 * the state after each. @param rows those of the deal up to any version, in order
 */
export function pastSteps(
  { key, opening }: Pick<StoredDeal, 'key' | 'opening'>,
  rows: readonly RowWith<typeof EVENT_ROW>[],
): PastStep[] {
  let deal = openedDeal(opening);
  return rows.map((row) => {
    const recorded = storedEvent(row);
    const after = stepAgain(deal, recorded);
    if (after.kind === 'refused') {
      throw new Error(`Version ${recorded.version} of ${nameOfDeal(key)} would be refused as ${after.code}.`);
    }
    const before = deal;
    deal = after.deal;
    return { recorded, before, after };
  });
}

/** Checks whether a party may see an event: an own one, one that changed the state, or one that notified them. */
export function concerns(party: Party, by: ActorKind, before: Deal, after: Stepped): boolean {
  return (
    by === party || after.deal.state !== before.state || after.notifications.some(({ to }) => to === party)
  );
}

/**
 * The events that one party may see.
 * @param detailsByVersion without parcels from us that the other party gets
 */
export async function readTimeline(
  pool: pg.Pool,
  stored: StoredDeal,
  party: Party,
  detailsByVersion: ReadonlyMap<number, StepDetails>,
): Promise<TimelineEntry[]> {
  const { terms } = stored.opening;
  const entries: TimelineEntry[] = [
    {
      version: 0,
      event: 'trade',
      by: terms.taker,
      state: openedDeal(stored.opening).state,
      date: isoTime(terms.tradedAtMs),
      details: null,
    },
  ];
  for (const { recorded, before, after } of await readPastSteps(pool, stored)) {
    const { version, event, actor, atMs } = recorded;
    const by = actor.kind;
    const { state } = after.deal;
    const isOwn = by === party;
    if (concerns(party, by, before, after)) {
      const hasDetails = isOwn || by === 'member';
      const details = (hasDetails && detailsByVersion.get(version)) || null;
      entries.push({ version, event: event.type, by, state, date: isoTime(atMs), details });
    }
  }
  return entries;
}

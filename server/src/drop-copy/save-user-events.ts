import type { EventKind, UserEvent } from '@perkex/contract/events.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { RowSet } from '../database/row-set.js';
import { bool, float8, int4, json, orNull, statement, text, timestamptz } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** The part of an event that depends on its kind. */
type DataOf<Event> = Event extends UserEvent ? Omit<Event, 'number' | 'at' | 'kind'> : never;

/** An event to store. It gets its number when it is saved. */
export interface NewUserEvent {
  readonly userId: string;
  readonly kind: EventKind;
  readonly data: DataOf<UserEvent>;
  readonly atMs: number;
}

/** In one order, so that two transactions never wait for each other. */
const lockedHeads = (userIds: string) => `select head.user_id as "userId",
           exists (select from identity_handovers as handover
                   where handover.user_id = head.user_id and handover.cleared_at is null) as "isBeingCleared",
           (select (extract(epoch from handover.cleared_at) * 1000)::float8 from identity_handovers as handover
            where handover.user_id = head.user_id) as "clearedAtMs"
         from event_heads as head
         where head.user_id = any(${userIds})
           and not exists (select from departures where departures.user_id = head.user_id)
         order by head.user_id for no key update of head`;

const LOCK_HEADS = statement({
  name: 'lock-event-heads',
  text: lockedHeads('$1::text[]'),
  row: { userId: text, isBeingCleared: bool, clearedAtMs: orNull(float8) },
});

/** The users whose events are stored, each with the time until which the account may have been another person's. */
export type Heads = ReadonlyMap<string, number>;

/** Locks the numbers of these users until the end of the transaction. It has to be short. */
export async function lockHeads(tx: Transaction, userIds: Iterable<string>): Promise<Heads> {
  const rows = await LOCK_HEADS.rows(tx, [[...new Set(userIds)].sort()]);
  return new Map(
    rows.map(({ userId, isBeingCleared, clearedAtMs }) => [
      userId,
      isBeingCleared ? Number.POSITIVE_INFINITY : (clearedAtMs ?? Number.NEGATIVE_INFINITY),
    ]),
  );
}

interface PlacedEvent extends NewUserEvent {
  readonly place: number;
}

const EVENTS = new RowSet<PlacedEvent>({
  place: [int4, ({ place }) => place],
  user_id: [text, ({ userId }) => userId],
  kind: [text, ({ kind }) => kind],
  data: [json<object>(), ({ data }) => JSON.stringify(data)],
  happened_at: [timestamptz, ({ atMs }) => isoTime(atMs)],
});

/** Gives numbers to the rows of `shown`, whose heads are locked: nothing else gives them, and their time never goes back. */
const NUMBERED = `head as (
           update event_heads as head
           set last_number = head.last_number + counted.events,
             saved_at = greatest(head.saved_at, clock_timestamp())
           from (select user_id, count(*) as events from shown group by user_id) as counted
           where head.user_id = counted.user_id
           returning head.user_id, head.last_number - counted.events as before, head.saved_at
         )
         insert into user_events (user_id, number, kind, data, happened_at, saved_at)
         select shown.user_id, head.before + row_number() over (partition by shown.user_id order by shown.place),
           shown.kind, shown.data, shown.happened_at, head.saved_at
         from shown join head on head.user_id = shown.user_id`;

const SAVE_EVENTS = statement({
  name: 'save-user-events',
  text: `with shown as materialized (select * from ${EVENTS.as('made')}), ${NUMBERED}`,
});

/** Saves events in their order, of the users with `heads`. */
export async function saveEventsOf(
  tx: Transaction,
  heads: Heads,
  events: readonly NewUserEvent[],
): Promise<void> {
  const shown = events.filter(({ userId, atMs }) => atMs > (heads.get(userId) ?? Number.POSITIVE_INFINITY));
  if (shown.length > 0) {
    await SAVE_EVENTS.run(tx, EVENTS.values(placed(shown)));
  }
}

const placed = (events: readonly NewUserEvent[]) =>
  events.map((event, place): PlacedEvent => ({ ...event, place }));

/** Locks the heads and saves the events in one statement, which leaves with the commit. */
const SAVE_LAST_EVENTS = statement({
  name: 'save-last-user-events',
  text: `with locked as materialized (${lockedHeads(`$${EVENTS.size + 1}::text[]`)}), shown as materialized (
           select made.* from ${EVENTS.as('made')} join locked on locked."userId" = made.user_id
           where not locked."isBeingCleared"
             and extract(epoch from made.happened_at) * 1000 > coalesce(locked."clearedAtMs", '-infinity')
         ), ${NUMBERED}`,
});

/**
 * Saves events as the last work of a transaction (`saveAtEnd`): it locks the numbers of their users. Users without a drop
 * copy are left out.
 */
export async function saveUserEvents(tx: Transaction, events: readonly NewUserEvent[]): Promise<void> {
  if (events.length > 0) {
    const users = [...new Set(events.map(({ userId }) => userId))];
    await SAVE_LAST_EVENTS.send(tx, [...EVENTS.values(placed(events)), users]);
  }
}

const BEGIN_EVENTS = statement({
  name: 'begin-user-events',
  text: 'insert into event_heads (user_id) values ($1) on conflict do nothing',
});

/** Begins the drop copy of a user, unless it has begun. */
export async function beginUserEvents(client: pg.Pool | Transaction, userId: string): Promise<void> {
  await BEGIN_EVENTS.run(client, [userId]);
}

const FORGET_EVENTS = statement({
  name: 'forget-user-events',
  text: 'delete from user_events where user_id = $1',
});

const FORGET_HEAD = statement({
  name: 'forget-event-head',
  text: 'delete from event_heads where user_id = $1',
});

/** Deletes the drop copy of a user whose account is erased or transferred. */
export async function forgetUserEvents(tx: Transaction, userId: string): Promise<void> {
  // First the head, which gives the numbers.
  await FORGET_HEAD.run(tx, [userId]);
  await FORGET_EVENTS.run(tx, [userId]);
}

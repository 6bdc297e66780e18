import type { EventKind } from '@perkex/contract/event-kinds.js';
import type { UserEvent } from '@perkex/contract/events.js';
import type pg from 'pg';
import { isoTime } from '../clock/iso-time.js';
import { RowSet } from '../database/row-set.js';
import { int4, json, statement, text, timestamptz } from '../database/statement.js';
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
const lockedHeads = (userIds: string) => `from event_heads as head
         where head.user_id = any(${userIds})
           and not exists (select from departures where departures.user_id = head.user_id)
         order by head.user_id for no key update of head`;

const LOCK_HEADS = statement({
  name: 'lock-event-heads',
  text: `select head.user_id as "userId" ${lockedHeads('$1::text[]')}`,
  row: { userId: text },
});

/**
 * Locks the numbers of these users until the end of the transaction. It has to be short.
 * @returns those who have a drop copy
 */
export async function lockHeads(tx: Transaction, userIds: Iterable<string>): Promise<ReadonlySet<string>> {
  const rows = await LOCK_HEADS.rows(tx, [[...new Set(userIds)].sort()]);
  return new Set(rows.map(({ userId }) => userId));
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

/**
 * Until an account is cleared, it may have been another person's: those events are left out. The heads are locked, so
 * nothing else gives these numbers, and their time never goes back.
 */
const SAVE_EVENTS = statement({
  name: 'save-user-events',
  text: `with locked as materialized (
           select head.user_id, coalesce(
             (select coalesce(handover.cleared_at, 'infinity') from identity_handovers as handover
              where handover.user_id = head.user_id), '-infinity') as cleared_at
           ${lockedHeads(`$${EVENTS.size + 1}::text[]`)}
         ), shown as materialized (
           select made.* from ${EVENTS.as('made')} join locked on locked.user_id = made.user_id
           where made.happened_at > locked.cleared_at
         ), head as (
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
         from shown join head on head.user_id = shown.user_id`,
});

/**
 * Saves events in their order as the last work of a transaction (`saveAtEnd`): it locks the numbers of their users.
 * Users without a drop copy are left out.
 */
export async function saveUserEvents(tx: Transaction, events: readonly NewUserEvent[]): Promise<void> {
  if (events.length > 0) {
    const placed = events.map((event, place): PlacedEvent => ({ ...event, place }));
    const users = [...new Set(events.map(({ userId }) => userId))];
    await SAVE_EVENTS.send(tx, [...EVENTS.values(placed), users]);
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

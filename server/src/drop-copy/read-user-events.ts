import { EVENT_KINDS } from '@perkex/contract/event-kinds.js';
import { EVENT_DAYS, type UserEvent } from '@perkex/contract/events.js';
import type pg from 'pg';
import {
  float8,
  json,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
} from '../database/statement.js';
import type { Refusal } from '../http/problems.js';
import type { Maintenance } from '../process/maintenance.js';
import { sweeping } from '../process/sweep.js';
import { type ExportPart, listOf } from '../users/user-export.js';
import { beginUserEvents } from './save-user-events.js';

const READ_HEADS = statement({
  name: 'read-event-heads',
  text: `select user_id as "userId", last_number::float8 as last from event_heads where user_id = any($1::text[])`,
  row: { userId: text, last: float8 },
});

/** The number of the newest event of each of these users. */
export async function readLastNumbers(
  pool: pg.Pool,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await READ_HEADS.rows(pool, [userIds]);
  return new Map(rows.map(({ userId, last }) => [userId, last]));
}

const READ_EVENTS = statement({
  name: 'read-user-events',
  text: `select number::float8 as number, kind, data, happened_at as "happenedAt" from user_events
         where user_id = $1 and number > $2::bigint order by number limit $3`,
  row: { number: float8, kind: oneOf(EVENT_KINDS), data: json<object>(), happenedAt: timestamptz },
});

const FIND_OLDEST = statement({
  name: 'find-oldest-user-event',
  text: 'select min(number)::float8 as oldest from user_events where user_id = $1',
  row: { oldest: orNull(float8) },
});

export interface UserEvents {
  /** In order, without a gap. */
  readonly events: UserEvent[];
  /** The number of the newest event of all. */
  readonly last: number;
}

/**
 * The events of a user after a number. The first read begins their drop copy.
 * @param after null for the oldest event that is stored
 * @returns a refusal if the next event is deleted, or if there has never been one with that number
 */
export async function readUserEvents(
  pool: pg.Pool,
  userId: string,
  after: number | null,
  limit: number,
): Promise<UserEvents | Refusal<'events-gone'>> {
  // Before the events: each number up to it has been given.
  const lastBefore = (await readLastNumbers(pool, [userId])).get(userId);
  if (lastBefore === undefined) {
    await beginUserEvents(pool, userId);
  }
  const given = lastBefore ?? 0;
  const events = await readEvents(pool, userId, after ?? 0, limit);
  const isNext = events[0] === undefined ? after === given : events[0].number === (after ?? 0) + 1;
  if (after !== null && !isNext) {
    return { refused: 'events-gone', detail: await goneDetail(pool, userId, after, given) };
  }
  return { events, last: Math.max(given, events.at(-1)?.number ?? 0) };
}

async function readEvents(pool: pg.Pool, userId: string, after: number, limit: number): Promise<UserEvent[]> {
  return (await READ_EVENTS.rows(pool, [userId, after, limit])).map(userEventOf);
}

/** An event as its user gets it. */
export function userEventOf({ number, kind, data, happenedAt }: RowOf<typeof READ_EVENTS>): UserEvent {
  return { number, kind, at: happenedAt.toISOString(), ...data } as UserEvent;
}

async function goneDetail(pool: pg.Pool, userId: string, after: number, last: number): Promise<string> {
  if (after > last) {
    return `There is no event ${after} yet. The newest event is ${last}.`;
  }
  const oldest = (await FIND_OLDEST.row(pool, [userId]))?.oldest ?? last + 1;
  return `Event ${after + 1} is deleted: events are stored for ${EVENT_DAYS} days. The oldest event is ${oldest}.`;
}

const SWEEP_INTERVAL_MS = 10 * 60 * 1_000;

const DELETE_OLD = statement({
  name: 'delete-old-user-events',
  text: `delete from user_events as event using (
           select user_id, number from user_events where saved_at < now() - make_interval(days => $1)
           order by saved_at, number limit $2
         ) as old
         where event.user_id = old.user_id and event.number = old.number`,
});

/** Deletes old events, the lowest numbers of each user first. */
export function oldUserEventsMaintenance(pool: pg.Pool): Maintenance {
  return sweeping(pool, 'old events of users were not deleted', SWEEP_INTERVAL_MS, DELETE_OLD, EVENT_DAYS);
}

/** The drop copy of a user, for their export. */
export function userEventExport(pool: pg.Pool): ExportPart<'events'> {
  return async (userId) => ({
    events: listOf<UserEvent, UserEvent>(
      (last, limit) => readEvents(pool, userId, last?.number ?? 0, limit),
      (event) => event,
    ),
  });
}

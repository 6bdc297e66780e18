import type { Deal } from '@perkex/core/deals/deal.js';
import { ACTOR_KINDS, type DealEvent } from '@perkex/core/deals/deal-event.js';
import { type DealRefused, openDeal, type Stepped, step } from '@perkex/core/deals/step.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import { msOf } from '../database/ms-of.js';
import { float8, int4, json, oneOf, orNull, type RowWith, text } from '../database/statement.js';
import { actorOfRecord } from './actor-record.js';
import type { Opening, RecordedEvent } from './event-hash.js';

/** The columns of `deal_events` that say what happened, as a select list. */
export const EVENT = `version, event, data, actor_kind as "actorKind", actor_id as "actorId", ${msOf('at')} as "atMs",
           ${msOf('due_at')} as "dueAtMs"`;
export const EVENT_ROW = {
  version: int4,
  event: text,
  data: json<object>(),
  actorKind: oneOf(ACTOR_KINDS),
  actorId: orNull(text),
  atMs: float8,
  dueAtMs: orNull(float8),
};

/** An event without its transfers. */
export type StoredEvent = Omit<RecordedEvent, 'transfers'>;

export function storedEvent({
  version,
  event,
  data,
  actorKind: kind,
  actorId: id,
  atMs,
  dueAtMs,
}: RowWith<typeof EVENT_ROW>): StoredEvent {
  return { version, event: { type: event, ...data } as DealEvent, actor: { kind, id }, atMs, dueAtMs };
}

/** Only deadlines depend on holidays, and each event has recorded its own. */
const ANY_HOLIDAYS: Holidays = new Set();

/** A deal before its first event. */
export function openedDeal({ terms, method, dueAtMs }: Opening): Deal {
  return { ...openDeal(terms, method, ANY_HOLIDAYS), dueAtMs };
}

/** Applies a recorded event again. The deal of the result has the recorded deadline. */
export function stepAgain(deal: Deal, { event, actor, atMs, dueAtMs }: StoredEvent): Stepped | DealRefused {
  const command = { event, actor: actorOfRecord(actor), seenVersion: null };
  const result = step(deal, command, { nowMs: atMs, holidays: ANY_HOLIDAYS });
  return result.kind === 'stepped' ? { ...result, deal: { ...result.deal, dueAtMs } } : result;
}

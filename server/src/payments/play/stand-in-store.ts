import { DAY_MS } from '@perkex/core/figures/days.js';
import type pg from 'pg';
import { RowSet } from '../../database/row-set.js';
import { bool, float8, json, orNull, statement, text } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import { hashOf, type KeyedAnswer } from './remembered-answers.js';
import { missing } from './stand-in-error.js';
import type { Charge, Intent, Settlement, StandInObject } from './stand-in-objects.js';

export interface StandInSources {
  readonly nowMs: () => number;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** The address of the pages for users. */
  readonly pagesUrl: string;
  /** True if accounts of sellers need no form. */
  readonly completesAccounts: boolean;
  /** The limit of a transfer in cents. Stripe's balance has a payment only days after it. */
  readonly availableCents: number;
}

/** The part of a list that a request selects, the newest first. */
export interface ListRange {
  /** In seconds since 1970. */
  readonly createdFrom: number | null;
  /** The id of the object before the first one. */
  readonly after: string | null;
  readonly limit: number;
}

const OBJECT = { object: json<StandInObject>() };

const READ = statement({
  name: 'read-play-object',
  text: 'select object from play_objects where id = $1',
  row: OBJECT,
});

const LOCK = statement({
  name: 'lock-play-object',
  text: 'select object from play_objects where id = $1 for update',
  row: OBJECT,
});

const READ_PAYMENT = statement({
  name: 'read-play-payment',
  text: `select payment.object, (
           select charge.object from play_objects as charge where charge.id = payment.object->>'latest_charge'
         ) as charge
         from play_objects as payment where payment.id = $1 and payment.kind = 'payment_intent'`,
  row: { object: json<Intent>(), charge: orNull(json<Charge>()) },
});

const LIST = statement({
  name: 'list-play-objects',
  text: `select object from play_objects
         where kind = $1 and belongs_to = $2
           and ($3::float8 is null or created_at >= to_timestamp($3::float8))
           and ($4::text is null or seq < (select seq from play_objects where id = $4::text))
         order by seq desc limit $5`,
  row: OBJECT,
});

interface Saved {
  readonly object: StandInObject;
  /** When it succeeds or fails; null for an object that does not change, or not at another time. */
  readonly settlesAtMs: number | null;
  readonly willFail: boolean;
}

const OBJECTS = new RowSet<Saved>({
  id: [text, ({ object }) => object.id],
  kind: [text, ({ object }) => object.object],
  belongs_to: [text, ({ object }) => belongsTo(object)],
  object: [json<StandInObject>(), ({ object }) => JSON.stringify(object)],
  settles_at_ms: [float8, ({ settlesAtMs }) => settlesAtMs],
  will_fail: [bool, ({ willFail }) => willFail],
});

const EVENTS = new RowSet<object>({ event: [json<object>(), (event) => JSON.stringify(event)] });

const firstAfterRows = OBJECTS.size + EVENTS.size + 1;

/** Saves all that a request has changed: objects, events and the answer to its key. */
const SAVE_CHANGES = statement({
  name: 'save-play-changes',
  text: `with saved as (
           insert into play_objects as one (id, kind, belongs_to, created_at, object, settles_at, will_fail)
           select id, kind, belongs_to, to_timestamp($${firstAfterRows}::float8 / 1000), object,
             to_timestamp(settles_at_ms / 1000), will_fail
           from ${OBJECTS.as('changed')}
           on conflict (id) do update set object = excluded.object,
             settles_at = coalesce(excluded.settles_at, one.settles_at),
             will_fail = case when excluded.settles_at is null then one.will_fail else excluded.will_fail end
         ), answered as (
           update play_answers set status = $${firstAfterRows + 2}, answer = $${firstAfterRows + 3}
           where key_hash = $${firstAfterRows + 1}
         )
         insert into play_events (event) select event from ${EVENTS.as('reported', OBJECTS.size)}`,
});

/** Objects that another server is settling are skipped. */
const TAKE_DUE = statement({
  name: 'take-due-play-object',
  text: `with due as (
           select id from play_objects where settles_at <= to_timestamp($1::float8 / 1000)
           order by settles_at, seq limit 1 for update skip locked
         )
         update play_objects as one set settles_at = null
         from due where one.id = due.id
         returning one.object, one.will_fail as "willFail"`,
  row: { ...OBJECT, willFail: bool },
});

/**
 * The objects of the market's account at the stand-in. Changes are collected, and saved together at the end of a
 * request. A request that changes nothing needs no transaction.
 */
export class StandInStore {
  private readonly saved = new Map<string, Saved>();
  private readonly events: object[] = [];

  constructor(
    private readonly connection: pg.Pool | Transaction,
    readonly sources: StandInSources,
  ) {}

  /** The newest objects of a kind that belong to another object; to `''` if the kind belongs to none. */
  async list(kind: StandInObject['object'], belongsTo: string, range: ListRange): Promise<StandInObject[]> {
    const { createdFrom, after, limit } = range;
    const rows = await LIST.rows(this.connection, [kind, belongsTo, createdFrom, after, limit]);
    return rows.map(({ object }) => object);
  }

  /** An object; null for an unknown id. */
  async find<Found extends StandInObject>(kind: Found['object'], id: string): Promise<Found | null> {
    return this.saved.has(id)
      ? this.savedAs(kind, id)
      : objectOfKind(kind, await READ.row(this.connection, [id]));
  }

  async get<Found extends StandInObject>(kind: Found['object'], id: string): Promise<Found> {
    return known(id, await this.find<Found>(kind, id));
  }

  /** Reads an object for a change: requests that change it run one after the other. */
  async lock<Found extends StandInObject>(kind: Found['object'], id: string): Promise<Found> {
    const saved = this.savedAs<Found>(kind, id);
    return known(id, saved ?? objectOfKind<Found>(kind, await LOCK.row(this.connection, [id])));
  }

  /** A payment with its charge; null for an unknown id. */
  async findPayment(id: string): Promise<{ readonly object: Intent; readonly charge: Charge | null } | null> {
    return (await READ_PAYMENT.row(this.connection, [id])) ?? null;
  }

  save<Changed extends StandInObject>(object: Changed): Changed {
    const { settlesAtMs = null, willFail = false } = this.saved.get(object.id) ?? {};
    this.saved.set(object.id, { object, settlesAtMs, willFail });
    return object;
  }

  /** An object that was saved succeeds or fails after a few days. */
  settleLater(object: StandInObject, days: number, willFail: boolean): void {
    this.saved.set(object.id, { object, settlesAtMs: this.sources.nowMs() + days * DAY_MS, willFail });
  }

  /** Takes the next change that is due and locks its object; null without one. */
  async takeDue(): Promise<Settlement | null> {
    return (await TAKE_DUE.row(this.connection, [this.sources.nowMs()])) ?? null;
  }

  /** Adds the webhook of a change. */
  report(type: string, object: StandInObject): void {
    this.events.push({
      id: this.newId('evt'),
      object: 'event',
      created: this.nowSeconds(),
      type,
      data: { object },
    });
  }

  /** Saves what has changed, with the answer to the request's key if it has one. */
  async flush(answer: KeyedAnswer | null = null): Promise<void> {
    const { saved, events } = this;
    if (saved.size > 0 || events.length > 0 || answer) {
      await SAVE_CHANGES.send(this.connection, [
        ...OBJECTS.values([...saved.values()]),
        ...EVENTS.values(events),
        this.sources.nowMs(),
        answer && hashOf(answer.key),
        answer?.status,
        answer && JSON.stringify(answer.body),
      ]);
    }
  }

  newId(prefix: string): string {
    return `${prefix}_${this.sources.newId().replaceAll('-', '')}`;
  }

  nowSeconds(): number {
    return Math.floor(this.sources.nowMs() / 1_000);
  }

  private savedAs<Found extends StandInObject>(kind: Found['object'], id: string): Found | null {
    return objectOfKind<Found>(kind, this.saved.get(id));
  }
}

function objectOfKind<Found extends StandInObject>(
  kind: Found['object'],
  row: { readonly object: StandInObject } | undefined,
): Found | null {
  return row?.object.object === kind ? (row.object as Found) : null;
}

function known<Found>(id: string, found: Found | null): Found {
  if (!found) {
    throw missing(id);
  }
  return found;
}

function belongsTo(object: StandInObject): string {
  switch (object.object) {
    case 'payment_intent':
    case 'setup_intent':
      return object.customer;
    case 'charge':
    case 'refund':
    case 'dispute':
      return object.payment_intent;
    case 'transfer':
      return object.transfer_group ?? '';
    default:
      return '';
  }
}

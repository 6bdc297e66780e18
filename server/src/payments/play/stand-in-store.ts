import { bool, json, statement } from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import { addEvent } from './event-queue.js';
import { missing } from './stand-in-error.js';
import type { BalanceTransaction, Settlement, StandInObject } from './stand-in-objects.js';

const DAY_MS = 86_400_000;

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
  readonly createdBefore: number | null;
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
  text: 'select from play_objects where id = $1 for update',
  row: {},
});

const READ_MANY = statement({
  name: 'read-play-objects',
  text: 'select object from play_objects where id = any($1)',
  row: OBJECT,
});

const LIST = statement({
  name: 'list-play-objects',
  text: `select object from play_objects
         where kind = $1 and belongs_to = $2
           and ($3::float8 is null or created_at >= to_timestamp($3::float8))
           and ($4::float8 is null or created_at < to_timestamp($4::float8))
           and ($5::text is null or seq < (select seq from play_objects where id = $5::text))
         order by seq desc limit $6`,
  row: OBJECT,
});

const SAVE = statement({
  name: 'save-play-object',
  text: `insert into play_objects (id, kind, belongs_to, created_at, object)
         values ($1, $2, $3, to_timestamp($4::float8 / 1000), $5)
         on conflict (id) do update set object = excluded.object`,
});

const SETTLE_LATER = statement({
  name: 'settle-play-object-later',
  text: `update play_objects set settles_at = to_timestamp($2::float8 / 1000), will_fail = $3 where id = $1`,
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

/** The objects of the market's account at the stand-in, and the changes that take time, inside one transaction. */
export class StandInStore {
  constructor(
    private readonly tx: Transaction,
    readonly sources: StandInSources,
  ) {}

  /** The newest objects of a kind that belong to another object; to `''` if the kind belongs to none. */
  async list(kind: StandInObject['object'], belongsTo: string, range: ListRange): Promise<StandInObject[]> {
    const { createdFrom, createdBefore, after, limit } = range;
    const rows = await LIST.rows(this.tx, [kind, belongsTo, createdFrom, createdBefore, after, limit]);
    return rows.map(({ object }) => object);
  }

  /** An object; null for an unknown id. */
  async find<Found extends StandInObject>(kind: Found['object'], id: string): Promise<Found | null> {
    const object = (await READ.row(this.tx, [id]))?.object;
    return object?.object === kind ? (object as Found) : null;
  }

  async get<Found extends StandInObject>(kind: Found['object'], id: string): Promise<Found> {
    const found = await this.find<Found>(kind, id);
    if (!found) {
      throw missing(id);
    }
    return found;
  }

  /** Reads an object for a change: requests that change it run one after the other. */
  async lock<Found extends StandInObject>(kind: Found['object'], id: string): Promise<Found> {
    await LOCK.row(this.tx, [id]);
    return this.get<Found>(kind, id);
  }

  /** The objects with these ids, whatever their kind. */
  async getAll(ids: readonly string[]): Promise<ReadonlyMap<string, StandInObject>> {
    const rows = await READ_MANY.rows(this.tx, [ids]);
    return new Map(rows.map(({ object }) => [object.id, object]));
  }

  async save<Saved extends StandInObject>(object: Saved): Promise<Saved> {
    const { id, object: kind } = object;
    const { nowMs } = this.sources;
    await SAVE.run(this.tx, [id, kind, belongsTo(object), nowMs(), JSON.stringify(object)]);
    return object;
  }

  /** Saves a movement of the account's balance. */
  async recordMovement(
    type: BalanceTransaction['type'],
    amount: number,
    fee: number,
    source: { readonly id: string; readonly currency: string },
  ): Promise<void> {
    await this.save<BalanceTransaction>({
      id: this.newId('txn'),
      object: 'balance_transaction',
      amount,
      created: this.nowSeconds(),
      currency: source.currency,
      fee,
      net: amount - fee,
      source: source.id,
      type,
    });
  }

  /** An object succeeds or fails after some days. */
  async settleLater(id: string, days: number, willFail: boolean): Promise<void> {
    await SETTLE_LATER.run(this.tx, [id, this.sources.nowMs() + days * DAY_MS, willFail]);
  }

  /** Takes the next change that is due and locks its object; null without one. */
  async takeDue(): Promise<Settlement | null> {
    return (await TAKE_DUE.row(this.tx, [this.sources.nowMs()])) ?? null;
  }

  /** Adds the webhook of a change. */
  async report(type: string, object: StandInObject): Promise<void> {
    await addEvent(this.tx, {
      id: this.newId('evt'),
      object: 'event',
      created: this.nowSeconds(),
      type,
      data: { object },
    });
  }

  newId(prefix: string): string {
    return `${prefix}_${this.sources.newId().replaceAll('-', '')}`;
  }

  nowSeconds(): number {
    return Math.floor(this.sources.nowMs() / 1_000);
  }
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

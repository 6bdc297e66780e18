import { DAY_MS } from '@perkex/core/figures/days.js';
import { groupBy } from '@perkex/core/group-by.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import type pg from 'pg';
import { RowSet } from '../database/row-set.js';
import { int4, oneOf, orNull, type RowOf, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { EVENT, EVENT_ROW } from '../deals/deal-events.js';
import { DEAL_KEYS, type DealKey } from '../deals/deal-key.js';
import { DEAL, DEAL_ROW, storedDeal } from '../deals/deal-row.js';
import { pastSteps } from '../deals/deal-timeline.js';
import { RECORD_KINDS, type RecordFact, type RecordKind, recordFacts } from './record-facts.js';

const DEALS_AT_ONCE = 500;

const FIND_DEALS = statement({
  name: 'find-deals-of-record-day',
  text: `select distinct product_id as "productId", deal_id as id from deal_events
         where at >= $1::date::timestamp at time zone 'UTC' and at < ($1::date + 1)::timestamp at time zone 'UTC'`,
  row: { productId: int4, id: uuid },
});

const READ_DEALS = statement({
  name: 'read-deals-of-record-day',
  text: `select ${DEAL}
         from ${DEAL_KEYS.as('wanted')}
         join deals as deal on deal.product_id = wanted.product_id and deal.id = wanted.id
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id`,
  row: DEAL_ROW,
});

const READ_EVENTS = statement({
  name: 'read-events-of-record-day',
  text: `select wanted.id as "dealId", ${EVENT}
         from ${DEAL_KEYS.as('wanted')}
         join deal_events on deal_events.product_id = wanted.product_id and deal_events.deal_id = wanted.id
         order by wanted.id, version`,
  row: { dealId: uuid, ...EVENT_ROW },
});

type Counted = Pick<RecordFact, 'kind' | 'hours'> & { readonly count: number };

const COUNTS = new RowSet<Counted>({
  kind: [text, ({ kind }) => kind],
  hours: [int4, ({ hours }) => hours],
  count: [int4, ({ count }) => count],
});

const SAVE_DAY = statement({
  name: 'save-record-day',
  text: `insert into record_days (day, kind, hours, count)
         select $${COUNTS.size + 1}::date, kind, hours, count from ${COUNTS.as('counted')}`,
});

/** Counts what happened to deals on a UTC day that is over. It reads the deals of that day with all their steps. */
export async function saveRecordDay(tx: Transaction, day: string): Promise<void> {
  const startMs = Date.parse(day);
  const counts = new Map<string, Counted>();
  for (const keys of inPieces(await FIND_DEALS.rows(tx, [day]), DEALS_AT_ONCE)) {
    for (const { atMs, kind, hours } of await factsOf(tx, keys)) {
      if (atMs >= startMs && atMs < startMs + DAY_MS) {
        const name = `${kind} ${hours}`;
        counts.set(name, { kind, hours, count: (counts.get(name)?.count ?? 0) + 1 });
      }
    }
  }
  await SAVE_DAY.run(tx, [...COUNTS.values([...counts.values()]), day]);
}

async function factsOf(tx: Transaction, keys: readonly DealKey[]): Promise<RecordFact[]> {
  const values = DEAL_KEYS.values(keys);
  const eventsById = groupBy(await READ_EVENTS.rows(tx, values), ({ dealId }) => dealId);
  const deals = await READ_DEALS.rows(tx, values);
  return deals
    .map(storedDeal)
    .flatMap((stored) => recordFacts(pastSteps(stored, eventsById.get(stored.key.id) ?? [])));
}

/** Served by the primary key: a row for each kind and hour of a day. */
const READ_RECORD = statement({
  name: 'read-record',
  text: `select kind, hours, sum(count)::int as count from record_days
         where day > (select max(day) from daily_roots) - $1::int
         group by kind, hours order by kind, hours`,
  row: { kind: oneOf(RECORD_KINDS), hours: int4, count: int4 },
});

const READ_PERIOD = statement({
  name: 'read-period-of-record',
  text: `select to_char(greatest(min(day), max(day) - $1::int + 1), 'YYYY-MM-DD') as first,
           to_char(max(day), 'YYYY-MM-DD') as last
         from daily_roots`,
  row: { first: orNull(text), last: orNull(text) },
});

/** How often something happened, and the durations in hours with the number of deals, shortest first. */
export type RecordCounts = ReadonlyMap<
  RecordKind,
  readonly Pick<RowOf<typeof READ_RECORD>, 'hours' | 'count'>[]
>;

/** The last days that have been counted, up to this number, and their first and last day; null before the first one. */
export async function readRecord(
  pool: pg.Pool,
  days: number,
): Promise<{ readonly first: string; readonly last: string; readonly counts: RecordCounts } | null> {
  const period = await READ_PERIOD.row(pool, [days]);
  if (!period?.first || !period.last) {
    return null;
  }
  const rows = await READ_RECORD.rows(pool, [days]);
  return { first: period.first, last: period.last, counts: groupBy(rows, ({ kind }) => kind) };
}

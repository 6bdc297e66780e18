import { ACTOR_KINDS } from '@perkex/core/deals/deal-event.js';
import type pg from 'pg';
import { int4, oneOf, orNull, type RowOf, statement, text, uuid } from '../database/statement.js';
import { BEFORE_ALL_IDS } from '../database/time-ordered-id.js';
import type { DealKey } from '../deals/deal-key.js';

/** A line for each side of a transfer. */
export const SIDES = `from transfers as transfer
  join deal_events as event on event.product_id = transfer.product_id and event.deal_id = transfer.deal_id
    and event.version = transfer.version
  cross join lateral (values
    (transfer.to_account, transfer.amount_cents, 0), (transfer.from_account, 0, transfer.amount_cents)
  ) as side (account, in_cents, out_cents)`;

/** The UTC day of an event, such as 2026-11-26. */
const DAY = `to_char(at at time zone 'UTC', 'YYYY-MM-DD')`;

const READ_DEAL_ENTRIES = statement({
  name: 'read-ledger-deal',
  text: `select event.version, event.event, event.actor_kind as actor,
           to_char(event.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at,
           transfer.from_account as "from", transfer.to_account as "to", transfer.amount_cents as cents
         from deal_events as event
         left join transfers as transfer
           on transfer.product_id = event.product_id and transfer.deal_id = event.deal_id
             and transfer.version = event.version
         where event.product_id = $1 and event.deal_id = $2
         order by event.version, transfer.leg`,
  row: {
    version: int4,
    event: text,
    actor: oneOf(ACTOR_KINDS),
    at: text,
    from: orNull(text),
    to: orNull(text),
    cents: orNull(int4),
  },
});

const EVENTS_AT_ONCE = 1_000;

const READ_POSTINGS = statement({
  name: 'read-ledger-postings',
  text: `select page.product_id as "productId", page.deal_id as id, page.version, page.event, ${DAY} as day,
           transfer.from_account as "from", transfer.to_account as "to", transfer.amount_cents as cents
         from (
           select product_id, deal_id, version, event, at from deal_events as event
           where (product_id, deal_id, version) > ($1::int4, $2::uuid, $3::int4)
             and exists (
               select from transfers
               where transfers.product_id = event.product_id and transfers.deal_id = event.deal_id
                 and transfers.version = event.version
             )
           order by product_id, deal_id, version limit ${EVENTS_AT_ONCE}
         ) as page
         join transfers as transfer on transfer.product_id = page.product_id and transfer.deal_id = page.deal_id
           and transfer.version = page.version
         order by page.product_id, page.deal_id, page.version, transfer.leg`,
  row: {
    productId: int4,
    id: uuid,
    version: int4,
    event: text,
    day: text,
    from: text,
    to: text,
    cents: int4,
  },
});

export type DealEntry = RowOf<typeof READ_DEAL_ENTRIES>;
export type Posting = RowOf<typeof READ_POSTINGS>;

/** The events of a deal with their transfers. An event with several transfers has several entries. */
export function readDealEntries(pool: pg.Pool, { productId, id }: DealKey): Promise<DealEntry[]> {
  return READ_DEAL_ENTRIES.rows(pool, [productId, id]);
}

/** All transfers by deal and version, in pages that end with a whole event. */
export async function* readPostings(client: pg.ClientBase): AsyncGenerator<Posting[]> {
  let last = { productId: -1, id: BEFORE_ALL_IDS, version: 0 };
  for (;;) {
    const page = await READ_POSTINGS.rows(client, [last.productId, last.id, last.version]);
    const end = page.at(-1);
    if (!end) {
      return;
    }
    yield page;
    last = end;
  }
}

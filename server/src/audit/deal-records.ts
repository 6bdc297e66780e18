import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { Account, Transfer } from '@perkex/core/deals/accounts.js';
import { CALL_KINDS, type Party } from '@perkex/core/deals/deal.js';
import { MONEY_PLACES } from '@perkex/core/deals/own-money.js';
import { groupBy } from '@perkex/core/group-by.js';
import type pg from 'pg';
import {
  bool,
  int4,
  oneOf,
  orNull,
  type RowOf,
  type RowWith,
  statement,
  text,
  uuid,
} from '../database/statement.js';
import { BEFORE_ALL_IDS } from '../database/time-ordered-id.js';
import { EVENT, EVENT_ROW, storedEvent } from '../deals/deal-events.js';
import type { DealKey } from '../deals/deal-key.js';
import { DEAL, DEAL_ROW, type StoredDeal, storedDeal } from '../deals/deal-row.js';
import type { RecordedEvent } from '../deals/event-hash.js';

/** Deals have few records. */
const DEALS_AT_ONCE = 500;

const FLAGS_ROW = { hasOpenDeal: bool, undoneBy: orNull(oneOf<Party>(DEAL_PARTIES)) };

const READ_DEALS = statement({
  name: 'audit-deals',
  text: `select ${DEAL}, trade.has_open_deal as "hasOpenDeal", trade.undone_by as "undoneBy"
         from deals as deal
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         where (deal.product_id, deal.id) > ($1::int4, $2::uuid)
         order by deal.product_id, deal.id limit ${DEALS_AT_ONCE}`,
  row: { ...DEAL_ROW, ...FLAGS_ROW },
});

/** The records of deals after the first two parameters, up to the last two. */
const IN_PAGE = `(product_id, deal_id) > ($1::int4, $2::uuid) and (product_id, deal_id) <= ($3::int4, $4::uuid)`;

const READ_EVENTS = statement({
  name: 'audit-deal-events',
  text: `select deal_id as "dealId", ${EVENT},
           encode(previous_hash, 'hex') as "previousHash", encode(hash, 'hex') as hash
         from deal_events where ${IN_PAGE} order by product_id, deal_id, version`,
  row: { dealId: uuid, ...EVENT_ROW, previousHash: text, hash: text },
});

const READ_TRANSFERS = statement({
  name: 'audit-transfers',
  text: `select deal_id as "dealId", version, from_account as "from", to_account as "to", amount_cents as "amountCents"
         from transfers where ${IN_PAGE} order by product_id, deal_id, version, leg`,
  row: { dealId: uuid, version: int4, from: text, to: text, amountCents: int4 },
});

const READ_CALLS = statement({
  name: 'audit-provider-calls',
  text: `select deal_id as "dealId", version, kind, amount_cents as "amountCents",
           is_of_carried as "isOfCarried"
         from provider_calls where ${IN_PAGE} order by product_id, deal_id, version, kind`,
  row: {
    dealId: uuid,
    version: int4,
    kind: oneOf(CALL_KINDS),
    amountCents: int4,
    isOfCarried: bool,
  },
});

const READ_LINES = statement({
  name: 'audit-money-lines',
  text: `with line as materialized (
           select * from money_lines where deal_id = any($1::uuid[])
         ), parties as materialized (
           select distinct trade.product_id, trade.id, trade.buyer_id, trade.seller_id
           from line join trades as trade on trade.product_id = line.product_id and trade.id = line.deal_id
         )
         select line.deal_id as "dealId", line.kind, line.cents, line.place,
           case line.user_id when parties.buyer_id then 'buyer' when parties.seller_id then 'seller' else 'other' end
             as party
         from line
         left join parties on parties.product_id = line.product_id and parties.id = line.deal_id`,
  row: {
    dealId: uuid,
    kind: text,
    cents: int4,
    place: oneOf(MONEY_PLACES),
    party: oneOf(['buyer', 'seller', 'other']),
  },
});

/** A stored event with its transfers, and the hashes beside it. */
export interface EventRecord extends RecordedEvent {
  readonly previousHash: string;
  readonly hash: string;
}

/** A deal with all its records. */
export interface DealRecords {
  readonly stored: StoredDeal;
  /** The flags of its trade (`deal-flags.ts`). */
  readonly flags: RowWith<typeof FLAGS_ROW>;
  readonly events: readonly EventRecord[];
  /** All transfers, also any without an event. */
  readonly transfers: readonly Transfer[];
  readonly calls: readonly RowOf<typeof READ_CALLS>[];
  readonly moneyLines: readonly RowOf<typeof READ_LINES>[];
}

/** The least key. */
export const BEFORE_ALL_DEALS: DealKey = { productId: -1, id: BEFORE_ALL_IDS };

/** The next deals after a key, from one snapshot; empty after the last. */
export async function readDealRecords(snapshot: pg.ClientBase, after: DealKey): Promise<DealRecords[]> {
  const deals = (await READ_DEALS.rows(snapshot, [after.productId, after.id])).map((row) => ({
    stored: storedDeal(row),
    flags: { hasOpenDeal: row.hasOpenDeal, undoneBy: row.undoneBy },
  }));
  const last = deals.at(-1)?.stored.key ?? after;
  const page = [after.productId, after.id, last.productId, last.id];
  const events = groupBy(await READ_EVENTS.rows(snapshot, page), dealIdOf);
  const transfers = groupBy(await READ_TRANSFERS.rows(snapshot, page), dealIdOf);
  const calls = groupBy(await READ_CALLS.rows(snapshot, page), dealIdOf);
  const ids = deals.map(({ stored }) => stored.key.id);
  const moneyLines = groupBy(await READ_LINES.rows(snapshot, [ids]), dealIdOf);
  return deals.map(({ stored, flags }) => {
    const { id } = stored.key;
    const moved = (transfers.get(id) ?? []).map(transferOf);
    return {
      stored,
      flags,
      events: (events.get(id) ?? []).map((row) => eventOf(row, moved)),
      transfers: moved,
      calls: calls.get(id) ?? [],
      moneyLines: moneyLines.get(id) ?? [],
    };
  });
}

interface MovedTransfer extends Transfer {
  readonly version: number;
}

function transferOf({ version, from, to, amountCents }: RowOf<typeof READ_TRANSFERS>): MovedTransfer {
  return { version, from: from as Account, to: to as Account, amountCents };
}

function eventOf(row: RowOf<typeof READ_EVENTS>, transfers: readonly MovedTransfer[]): EventRecord {
  const { version, previousHash, hash } = row;
  return {
    ...storedEvent(row),
    transfers: transfers
      .filter((transfer) => transfer.version === version)
      .map(({ from, to, amountCents }) => ({ from, to, amountCents })),
    previousHash,
    hash,
  };
}

/** The ids of trades, and so of deals, are unique among all products. */
function dealIdOf({ dealId }: { readonly dealId: string }): string {
  return dealId;
}

import type { Account } from '@perkex/core/deals/accounts.js';
import type pg from 'pg';
import { msOf } from '../database/ms-of.js';
import { float8, int4, type RowOf, statement, text, uuid } from '../database/statement.js';
import { BEFORE_ALL_IDS } from '../database/time-ordered-id.js';

const READ_TRANSFERS = statement({
  name: 'read-transfers-of-day',
  text: `select event.product_id as "productId", event.deal_id as id, event.version, transfer.leg, event.event,
           ${msOf('event.at')} as "atMs", transfer.from_account as "from", transfer.to_account as "to",
           transfer.amount_cents as cents
         from deal_events as event
         join transfers as transfer on transfer.product_id = event.product_id and transfer.deal_id = event.deal_id
           and transfer.version = event.version
         where event.at >= $1::date::timestamp at time zone 'UTC'
           and event.at < ($1::date + 1)::timestamp at time zone 'UTC'
           and event.at >= to_timestamp($3::float8 / 1000)
           and (event.at, event.product_id, event.deal_id, event.version, transfer.leg)
             > (to_timestamp($3::float8 / 1000), $4::int4, $5::uuid, $6::int4, $7::int4)
           and ($2::text is null or $2 in (transfer.from_account, transfer.to_account))
         order by event.at, event.product_id, event.deal_id, event.version, transfer.leg limit $8`,
  row: {
    productId: int4,
    id: uuid,
    version: int4,
    leg: int4,
    event: text,
    atMs: float8,
    from: text,
    to: text,
    cents: int4,
  },
});

/** A transfer with the step of its deal. */
export type LedgerTransfer = RowOf<typeof READ_TRANSFERS>;

/** The place of a transfer among those of its day. Events have whole milliseconds. */
export type TransferPosition = Pick<LedgerTransfer, 'atMs' | 'productId' | 'id' | 'version' | 'leg'>;

const START: TransferPosition = {
  atMs: 0,
  productId: 0,
  id: BEFORE_ALL_IDS,
  version: 0,
  leg: 0,
};

/** The transfers of a UTC day. */
export interface TransfersQuery {
  /** Such as 2026-11-26. */
  readonly day: string;
  /** Null for all accounts. */
  readonly account: Account | null;
  /** Only transfers after this place; null for the first ones. */
  readonly after: TransferPosition | null;
  readonly limit: number;
}

/** A page of the transfers of a day, in their order. It asks the deals of all products for that day. */
export function readTransfers(
  pool: pg.Pool,
  { day, account, after, limit }: TransfersQuery,
): Promise<LedgerTransfer[]> {
  const { atMs, productId, id, version, leg } = after ?? START;
  return READ_TRANSFERS.rows(pool, [day, account, atMs, productId, id, version, leg, limit]);
}

export function nameOfPosition({ atMs, productId, id, version, leg }: TransferPosition): string {
  return [atMs, productId, id, version, leg].join('.');
}

/** @param name in the form of `nameOfPosition`; empty for none */
export function positionOf(name: string): TransferPosition | null {
  const [atMs, productId, id, version, leg] = name.split('.');
  return id === undefined
    ? null
    : { atMs: Number(atMs), productId: Number(productId), id, version: Number(version), leg: Number(leg) };
}

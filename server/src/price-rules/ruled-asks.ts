import { ORDER_STATUSES } from '@perkex/core/order-book/order.js';
import type { RuledAsk } from '@perkex/core/order-book/price-rule.js';
import type pg from 'pg';
import { isOpenNow } from '../books/open-order.js';
import { rowsInShards } from '../database/in-shards.js';
import { msOf } from '../database/ms-of.js';
import { RowSet } from '../database/row-set.js';
import {
  bool,
  float8,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  uuid,
} from '../database/statement.js';
import type { PriceRule } from './rule-rows.js';

type Place = Pick<PriceRule, 'userId' | 'productId' | 'size' | 'seq'>;

const PLACES = new RowSet<Place>({
  user_id: [text, ({ userId }) => userId],
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
  seq: [int4, ({ seq }) => seq],
});

/** On a distributed database, the products name the shards. */
const READ_ASKS = statement({
  name: 'read-ruled-asks',
  text: `select ask.product_id as "productId", ask.size, ask.seq, ask.order_id as "orderId", ask.status,
           ask.closed_seq as "closedSeq", ask.price_cents as "priceCents", (${isOpenNow('ask')}) as "isOpen",
           ${msOf('ask.accepted_at')} as "acceptedAtMs",
           ${msOf('now()')} as "nowMs",
           coalesce(rival.price_cents, 0) as "rivalCents", coalesce(rival.seq, 0) as "rivalSeq",
           coalesce(bid.price_cents, 0) as "bidCents", coalesce(newest.seq, 0) as "newestSeq"
         from ${rowsInShards(PLACES, 'placed')}
         join orders as ask on ask.product_id = placed.product_id and ask.product_id = any($5::int4[])
           and ask.size = placed.size and ask.seq = placed.seq and ask.user_id = placed.user_id
         left join lateral (
           select other.price_cents, other.seq from orders as other
           where other.product_id = placed.product_id and other.product_id = any($5::int4[])
             and other.size = placed.size and other.side = 'ask' and other.user_id <> placed.user_id
             and ${isOpenNow('other')}
           order by other.price_cents, other.seq limit 1
         ) as rival on true
         left join lateral (
           select other.price_cents from orders as other
           where other.product_id = placed.product_id and other.product_id = any($5::int4[])
             and other.size = placed.size and other.side = 'bid' and ${isOpenNow('other')}
           order by other.price_cents desc, other.seq limit 1
         ) as bid on true
         left join lateral (
           select other.seq from orders as other
           where other.product_id = placed.product_id and other.product_id = any($5::int4[])
             and other.size = placed.size and other.first_seq = coalesce(ask.first_seq, ask.seq) and other.seq > ask.seq
           order by other.seq desc limit 1
         ) as newest on true`,
  row: {
    productId: int4,
    size: text,
    seq: int4,
    orderId: uuid,
    status: oneOf(ORDER_STATUSES),
    closedSeq: orNull(int4),
    priceCents: int4,
    isOpen: bool,
    acceptedAtMs: float8,
    nowMs: float8,
    // Zero for none.
    rivalCents: int4,
    rivalSeq: int4,
    bidCents: int4,
    /** The newest ask in its place. */
    newestSeq: int4,
  },
});

type FoundAsk = RowOf<typeof READ_ASKS>;

/** The open ask of a rule, as its book is now. */
export interface OpenAsk extends Omit<RuledAsk, 'pricedAtMs' | 'floorCents'> {
  readonly orderId: string;
  readonly seq: number;
  readonly acceptedAtMs: number;
  /** The database's clock. */
  readonly nowMs: number;
}

interface Followed {
  readonly rule: PriceRule;
  readonly place: Place;
  /** The ask that this one must have changed. */
  readonly before: FoundAsk | null;
}

/** The client order id of an order that replaces one at another price. */
export type ChangedOrderId = (id: string, priceCents: number) => string;

/**
 * The open asks of rules: an ask whose price its seller or its rule has changed, or that another one replaces, is
 * followed. Null for one that is gone.
 */
export async function readRuledAsks(
  pool: pg.Pool,
  rules: readonly PriceRule[],
  changedOrderId: ChangedOrderId,
): Promise<ReadonlyMap<PriceRule, OpenAsk | null>> {
  const asks = new Map<PriceRule, OpenAsk | null>();
  let places: Followed[] = rules.map((rule) => ({ rule, place: rule, before: null }));
  while (places.length > 0) {
    const found = await readAsks(
      pool,
      places.map(({ place }) => place),
    );
    places = places.flatMap(({ rule, place, before }): Followed[] => {
      const ask = found.get(nameOf(place));
      const isSame =
        before === null ||
        (ask !== undefined &&
          (ask.orderId === changedOrderId(before.orderId, ask.priceCents) ||
            rule.successors.includes(ask.orderId)));
      if (ask && isSame && ask.newestSeq > 0) {
        return [{ rule, place: { ...place, seq: ask.newestSeq }, before: null }];
      }
      if (ask && isSame && ask.status === 'cancelled' && ask.closedSeq !== null) {
        // A change by an earlier version: the new ask comes just before the other's cancellation.
        return [{ rule, place: { ...place, seq: ask.closedSeq - 1 }, before: ask }];
      }
      asks.set(rule, ask && isSame && ask.isOpen ? openAsk(ask) : null);
      return [];
    });
  }
  return asks;
}

async function readAsks(pool: pg.Pool, places: readonly Place[]): Promise<Map<string, FoundAsk>> {
  const products = [...new Set(places.map(({ productId }) => productId))];
  const rows = await READ_ASKS.rows(pool, [...PLACES.values(places), products]);
  return new Map(rows.map((row) => [nameOf(row), row]));
}

function nameOf({ productId, size, seq }: Pick<Place, 'productId' | 'size' | 'seq'>): string {
  return `${productId}/${size}/${seq}`;
}

function openAsk({ rivalCents, rivalSeq, bidCents, ...ask }: FoundAsk): OpenAsk {
  return {
    ...ask,
    rival: rivalCents === 0 ? null : { priceCents: rivalCents, isEarlier: rivalSeq < ask.seq },
    highestBidCents: bidCents === 0 ? null : bidCents,
  };
}

import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { int4, orNull, statement, text, uuid } from '../database/statement.js';
import type { ExportPart } from '../users/user-export.js';

const EXPORT_PAIRS = statement({
  name: 'export-pairs-of-user',
  text: `select pair.id, product.id as "productId", product.name, pair.size, pair.price_cents as "priceCents",
           pair.acquired_on::text as date, pair.left_on::text as "leftOn"
         from collection_pairs as pair join products as product on product.id = pair.product_id
         where pair.user_id = $1 order by pair.acquired_on, pair.id`,
  row: {
    id: uuid,
    productId: int4,
    name: text,
    size: text,
    priceCents: int4,
    date: text,
    leftOn: orNull(text),
  },
});

const EXPORT_LEAVINGS = statement({
  name: 'export-left-purchases-of-user',
  text: `select trade_id as trade, left_on::text as "leftOn" from collection_left
         where user_id = $1 order by trade_id`,
  row: { trade: uuid, leftOn: orNull(text) },
});

/** The pairs that a user has added, oldest first, and the purchases that they have removed from their collection. */
export function collectionExport(pool: pg.Pool): ExportPart<'pairs' | 'leftPurchases'> {
  return async (userId) => {
    const pairs = await EXPORT_PAIRS.rows(pool, [userId]);
    return {
      pairs: pairs.map(({ priceCents, ...pair }) => ({ ...pair, price: centsToDollars(priceCents) })),
      leftPurchases: await EXPORT_LEAVINGS.rows(pool, [userId]),
    };
  };
}

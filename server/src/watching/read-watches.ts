import type { Hearts, Watch } from '@perkex/contract/watching.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { int4, orNull, type RowOf, statement, text, timestamptz } from '../database/statement.js';
import type { FollowedProducts } from '../finding/followed-products.js';
import { IS_SALE } from '../sales/sale-conditions.js';
import type { ExportPart } from '../users/user-export.js';
import { shownSize } from './watch-key.js';

/** Selects the last sale of a watched product or size from one of the two tables. */
function lastOf(table: 'trades' | 'past_sales'): string {
  const isSale = table === 'trades' ? IS_SALE : 'true';
  return `(select id, price_cents from ${table}
           where watch.size = '' and product_id = watch.product_id and ${isSale} order by id desc limit 1)
          union all
          (select id, price_cents from ${table}
           where watch.size <> '' and product_id = watch.product_id and size = watch.size and ${isSale}
           order by id desc limit 1)`;
}

/** The ids of sales sort by time. */
const READ_WATCHES = statement({
  name: 'read-watches',
  text: `with mine as materialized (
           select product_id, size, alert_cents, made_at from watches
           where user_id = $1 and ($2::int is null or product_id = $2)
         )
         select product.id, product.name, nullif(product.brand, '') as brand, product.thumbnail,
           product.release_date::text as "releaseDate", watch.size,
           watch.alert_cents as "alertCents",
           (select min(lowest_ask_cents) from books
            where product_id = watch.product_id and watch.size in ('', size)) as "askCents",
           (select max(highest_bid_cents) from books
            where product_id = watch.product_id and watch.size in ('', size)) as "bidCents",
           sale.cents[1] as "lastCents"
         from (
           select distinct book.product_id, mine.size, mine.alert_cents, mine.made_at
           from mine join books as book on book.product_id = mine.product_id
         ) as watch
         join products as product on product.id = watch.product_id
         cross join lateral (
           select array_agg(price_cents order by id desc) as cents from (
             ${lastOf('trades')} union all ${lastOf('past_sales')}
           ) as newest
         ) as sale
         order by watch.made_at desc, watch.product_id, watch.size`,
  row: {
    id: int4,
    name: text,
    brand: orNull(text),
    thumbnail: text,
    releaseDate: orNull(text),
    size: text,
    alertCents: orNull(int4),
    askCents: orNull(int4),
    bidCents: orNull(int4),
    lastCents: orNull(int4),
  },
});

const LIST_WATCHES = statement({
  name: 'list-watches',
  text: `select product.id, product.name, watch.size, watch.alert_cents as "alertCents", watch.made_at as "madeAt"
         from watches as watch
         join products as product on product.id = watch.product_id
         where watch.user_id = $1
         order by watch.made_at desc, watch.product_id, watch.size`,
  row: { id: int4, name: text, size: text, alertCents: orNull(int4), madeAt: timestamptz },
});

type WatchRow = RowOf<typeof READ_WATCHES>;

/** A user's watches, newest first (`GET /watches`). @param productId null for all products */
export async function readWatches(
  { pool, products }: { readonly pool: pg.Pool; readonly products: Pick<FollowedProducts, 'read'> },
  userId: string,
  productId: number | null,
): Promise<Watch[]> {
  const rows = await READ_WATCHES.rows(pool, [userId, productId]);
  const all = await products.read();
  return rows.map((row) => shownWatch(row, all.changeOfWeek(row.id, shownSize(row.size))));
}

/** A user's watches without prices, for the hearts. */
export async function listHearts(pool: pg.Pool, userId: string): Promise<Hearts['watches']> {
  const rows = await LIST_WATCHES.rows(pool, [userId]);
  return rows.map(({ id, size, alertCents }) => ({ id, size: shownSize(size), alert: alertOf(alertCents) }));
}

/** A user's watches for an export of their data. */
export function watchExport(pool: pg.Pool): ExportPart<'watches'> {
  return async (userId) => {
    const rows = await LIST_WATCHES.rows(pool, [userId]);
    const watches = rows.map(({ id, name, size, alertCents, madeAt }) => ({
      productId: id,
      name,
      size: shownSize(size),
      alert: alertOf(alertCents),
      since: madeAt.toISOString(),
    }));
    return { watches };
  };
}

function shownWatch(
  { id, name, brand, thumbnail, releaseDate, size, alertCents, lastCents, ...row }: WatchRow,
  change: number | null,
): Watch {
  return {
    id,
    name,
    brand,
    thumbnail,
    releaseDate,
    size: shownSize(size),
    alert: alertOf(alertCents),
    lowestAsk: centsToDollars(row.askCents ?? 0),
    highestBid: centsToDollars(row.bidCents ?? 0),
    lastSale: centsToDollars(lastCents ?? 0),
    change,
  };
}

function alertOf(cents: number | null): number | null {
  return cents === null ? null : centsToDollars(cents);
}

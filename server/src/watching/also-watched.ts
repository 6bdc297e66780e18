import { LEAST_USERS_TOGETHER, MAX_ALSO_WATCHED } from '@perkex/contract/watching.js';
import type pg from 'pg';
import { placedStatement } from '../database/citus.js';
import { int4 } from '../database/statement.js';
import { IS_SALE } from '../sales/sale-conditions.js';

/** Bounds the cost for a popular product: only the newest users count, and a few products of each. */
const USERS = 300;
const PRODUCTS_OF_USER = 50;

/**
 * A watch counts if its user has traded here, or once it is a week old. This excludes accounts created to find out what
 * one user watches. House accounts never count.
 */
const COUNTS = `(watches.made_at < now() - interval '7 days'
  or exists (select from trades where buyer_id = watches.user_id and ${IS_SALE})
  or exists (select from trades where seller_id = watches.user_id and ${IS_SALE}))`;

const FIND_ALSO_WATCHED = placedStatement({
  name: 'find-also-watched',
  text: `with fans as (
           select user_id from (
             (select user_id from (
                select user_id, made_at from watches where product_id = $1 order by made_at desc limit ${USERS}
              ) as watches where ${COUNTS})
             union
             (select buyer_id from (
                select buyer_id from trades where product_id = $1 and ${IS_SALE} order by id desc limit ${USERS}
              ) as newest)
           ) as either
           where not exists (select from accounts where accounts.user_id = either.user_id and is_house)
         )
         select other.product_id as id
         from fans
         cross join lateral (
           (select product_id from (
              select user_id, product_id, made_at from watches where user_id = fans.user_id order by made_at desc
              limit ${PRODUCTS_OF_USER}
            ) as watches where ${COUNTS})
           union
           (select product_id from (
              select product_id from trades where buyer_id = fans.user_id and ${IS_SALE} order by id desc
              limit ${PRODUCTS_OF_USER}
            ) as bought)
         ) as other
         where other.product_id <> $1
         group by other.product_id
         having count(*) >= ${LEAST_USERS_TOGETHER}
         order by count(*) desc, other.product_id limit ${MAX_ALSO_WATCHED}`,
  distributedText: `with watching as materialized (
           select user_id, made_at < now() - interval '7 days' as is_old from (
             select user_id, made_at from watches where product_id = $1 order by made_at desc limit ${USERS}
           ) as newest
         ), buying as materialized (
           select buyer_id as user_id from (
             select buyer_id from trades where product_id = $1 and ${IS_SALE} order by id desc limit ${USERS}
           ) as newest
         ), traders as materialized (
           select buyer_id as user_id from trades
           where buyer_id in (select user_id from watching union select user_id from buying) and ${IS_SALE}
           union
           select seller_id from trades
           where seller_id in (select user_id from watching union select user_id from buying) and ${IS_SALE}
         ), fans as materialized (
           select user_id from (
             select user_id from watching where is_old or user_id in (select user_id from traders)
             union select user_id from buying
           ) as either
           where not exists (select from accounts where accounts.user_id = either.user_id and is_house)
         ), bought as materialized (
           select user_id, product_id from (
             select trade.buyer_id as user_id, trade.product_id,
               row_number() over (partition by trade.buyer_id order by trade.id desc) as nth
             from fans join trades as trade on trade.buyer_id = fans.user_id and ${IS_SALE}
           ) as newest where nth <= ${PRODUCTS_OF_USER}
         ), watched as materialized (
           select user_id, product_id from (
             select watch.user_id, watch.product_id, watch.made_at,
               row_number() over (partition by watch.user_id order by watch.made_at desc) as nth
             from fans join watches as watch on watch.user_id = fans.user_id
           ) as newest
           where nth <= ${PRODUCTS_OF_USER}
             and (made_at < now() - interval '7 days' or user_id in (select user_id from traders))
         )
         select other.product_id as id
         from (select user_id, product_id from bought union select user_id, product_id from watched) as other
         where other.product_id <> $1
         group by other.product_id
         having count(*) >= ${LEAST_USERS_TOGETHER}
         order by count(*) desc, other.product_id limit ${MAX_ALSO_WATCHED}`,
  row: { id: int4 },
});

/**
 * The products that users who watch or have bought this one also watch or have bought. A minimum number of users per
 * product protects their privacy.
 */
export async function findAlsoWatched(pool: pg.Pool, productId: number): Promise<number[]> {
  return (await FIND_ALSO_WATCHED.on(pool).rows(pool, [productId])).map(({ id }) => id);
}

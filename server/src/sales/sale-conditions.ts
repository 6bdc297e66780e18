/** The condition that a trade is a sale, and not void. Every reader of trades as sales has it. */
export const IS_SALE = 'not is_void';

/** The condition that a sale of a table counts for figures. */
export const isUsual = (table: 'trades' | 'past_sales') =>
  `not exists (select from odd_sales where product_id = ${table}.product_id and id = ${table}.id)`;

/**
 * The last sale before another one in its size that counts for figures, as a part of a statement.
 * @param sale the other one: the SQL of its product, size and id
 */
export const countedSaleBefore = (sale: { productId: string; size: string; id: string }) => {
  const select = (table: 'trades' | 'past_sales', condition: string) =>
    `(select id, price_cents from ${table}
      where product_id = ${sale.productId} and size = ${sale.size} and id < ${sale.id} and ${condition}
      order by id desc limit 1)`;
  return `${select('trades', `${IS_SALE} and ${isUsual('trades')}`)}
   union all
   ${select('past_sales', isUsual('past_sales'))}
   order by id desc limit 1`;
};

/**
 * The newest sales of product `$1`, here and before this market, newest first, as a part of a statement.
 * @param condition of a row of each table @param limit a number or a parameter
 */
export const newestSales = (condition: string, limit: string) =>
  `(select id, size, price_cents as "priceCents", traded_at as "soldAt"
    from trades where product_id = $1 and ${condition} and ${IS_SALE} order by id desc limit ${limit})
   union all
   (select id, size, price_cents, sold_at
    from past_sales where product_id = $1 and ${condition} order by id desc limit ${limit})
   order by 1 desc limit ${limit}`;

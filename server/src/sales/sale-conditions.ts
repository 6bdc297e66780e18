/** The condition that a trade is a sale, and not void. Every reader of trades as sales has it. */
export const IS_SALE = 'not is_void';

/** The condition that a sale of a table counts for figures. */
export const isUsual = (table: 'trades' | 'past_sales') =>
  `not exists (select from odd_sales where product_id = ${table}.product_id and id = ${table}.id)`;

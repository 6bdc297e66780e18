import { EXAMPLES, statementCheck } from './check-result.js';

/** The orders of a product that was just hidden are open until its job has cancelled them. */
export const HIDDEN_PRODUCTS_CHECK = statementCheck(
  'the books of hidden products are closed and empty, and no others are closed',
  'products',
  {
    name: 'audit-hidden-products',
    text: `with under_way as materialized (
           select data ->> 'productId' as id from jobs where kind = 'hidden-product'
         ), wrong as (
           select product.id, 'a book is ' || case when book.is_closed then 'closed' else 'open' end as what
           from products as product join books as book on book.product_id = product.id
           where book.is_closed <> (product.hidden_at is not null)
           union all
           select product.id, 'an order is open'
           from products as product join books as book on book.product_id = product.id
           where product.hidden_at is not null and book.open_asks + book.open_bids > 0 and not exists (
             select from under_way where under_way.id = product.id::text
           )
           union all
           select product.id, 'it was merged into a product that does not exist'
           from products as product
           where product.merged_into is not null
             and not exists (select from products as other where other.id = product.merged_into)
         )
         select (select count(*) from products where hidden_at is not null)::int as checked,
           (select count(*) from wrong)::int as violations,
           (array_agg('product ' || id || ': ' || what order by id, what))[1:${EXAMPLES}] as examples
         from wrong`,
  },
);

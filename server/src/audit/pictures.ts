import { EXAMPLES, statementCheck } from './check-result.js';

/**
 * Checks products without pending pictures; a product keeps its old thumbnail until its pictures are fetched. A
 * thumbnail that looks like one of our pictures must be one of the product's.
 */
export const PICTURES_CHECK = statementCheck(
  'a product with pictures shows the first that could be had',
  'products',
  {
    name: 'audit-thumbnails',
    text: `with compared as (
           select product.id, product.thumbnail, first.hash,
             case when first.hash is null then product.thumbnail ~ '^/pictures/[0-9a-f]{32}-[0-9]+[.]jpg$'
               else product.thumbnail !~ ('^/pictures/' || first.hash || '-[0-9]+[.]jpg$') end as differs
           from products as product
           left join lateral (
             select hash from product_pictures
             where product_id = product.id and hash is not null order by position limit 1
           ) as first on true
           where not exists (
             select from product_pictures as waiting
             where waiting.product_id = product.id and waiting.hash is null and waiting.failure is null
           )
         )
         select count(*)::int as checked, (count(*) filter (where differs))::int as violations,
           (array_agg('product ' || id || ' shows ' || thumbnail order by id) filter (where differs))[1:${EXAMPLES}] as examples
         from compared`,
  },
);

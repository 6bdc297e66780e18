import { EXAMPLES, statementCheck } from './check-result.js';

/** Compares the rules of asks with the book. A rule whose ask is closed ends with its next look. */
export const PRICE_RULES_CHECK = statementCheck(
  'a rule that keeps an ask the lowest is for an ask of its seller',
  'rules',
  {
    name: 'audit-price-rules',
    text: `with rule as materialized (
           select * from price_rules
         ), placed as materialized (
           select o.product_id, o.size, o.seq, o.user_id, o.order_id, o.side, o.status
           from rule join orders as o on o.product_id = rule.product_id and o.size = rule.size and o.seq = rule.seq
         ), compared as (
           select rule.user_id, rule.order_id,
             not coalesce(placed.user_id = rule.user_id and placed.order_id = rule.order_id and placed.side = 'ask', false)
               as is_wrong
           from rule
           left join placed
             on placed.product_id = rule.product_id and placed.size = rule.size and placed.seq = rule.seq
         )
         select count(*)::int as checked, (count(*) filter (where is_wrong))::int as violations,
           (array_agg('rule for ask ' || order_id || ' of user ' || user_id order by user_id, order_id)
             filter (where is_wrong))[1:${EXAMPLES}] as examples
         from compared`,
  },
);

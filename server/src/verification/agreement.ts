import type { Verification } from '@perkex/contract/verification.js';
import type pg from 'pg';
import { int4, statement, text } from '../database/statement.js';

/** Pairs whose check goes on are left out: a member whose count rises would show that they have reviewed one. */
const READ_AGREEMENT = statement({
  name: 'read-agreement-of-members',
  text: `select min(review.member) as member, count(*)::int as reviewed, count(other.member)::int as compared,
           count(*) filter (where other.verdict = review.verdict)::int as agreed
         from pair_reviews as review
         join deals as deal on deal.product_id = review.product_id and deal.id = review.deal_id
         left join pair_reviews as other on other.product_id = review.product_id
           and other.deal_id = review.deal_id and other.number = 3 - review.number and not other.is_of_objection
         where review.at > now() - interval '90 days' and review.number < 3 and not review.is_of_objection
           and deal.state <> 'received'
         group by review.member order by review.member`,
  row: { member: text, reviewed: int4, compared: int4, agreed: int4 },
});

/** How often members who reviewed the same pair gave the same verdict. It asks the deals of all products. */
export function readAgreement(pool: pg.Pool): Promise<Verification['agreement']> {
  return READ_AGREEMENT.rows(pool);
}

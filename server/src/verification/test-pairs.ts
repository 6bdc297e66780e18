import type { TestResult } from '@perkex/contract/verification.js';
import { EXPECTED_VERDICTS, type ExpectedVerdict } from '@perkex/core/verification/second-review.js';
import type pg from 'pg';
import { int4, oneOf, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import { lockDeal } from '../deals/take-step.js';
import { isPartyOf } from '../deals/users-of-deal.js';
import type { Refusal } from '../http/problems.js';
import { listMembers, type Member } from '../users/members.js';
import { isDisputed, readReviews } from './pair-reviews.js';

const READ_EXPECTED = statement({
  name: 'read-expected-verdict',
  text: 'select expected, member from expected_verdicts where product_id = $1 and deal_id = $2',
  row: { expected: oneOf<ExpectedVerdict>(EXPECTED_VERDICTS), member: text },
});

const SAVE_EXPECTED = statement({
  name: 'save-expected-verdict',
  text: `insert into expected_verdicts (product_id, deal_id, expected, member, at) values ($1, $2, $3, $4, now())
         on conflict (product_id, deal_id)
         do update set expected = excluded.expected, member = excluded.member, at = excluded.at`,
});

/** Verdicts before the expectation were no test, and pairs whose check goes on are left out. */
const READ_RESULTS = statement({
  name: 'read-results-of-test-pairs',
  text: `select review.member, test.expected, count(*)::int as pairs,
           count(*) filter (where case test.expected when 'pass' then review.verdict = 'pass'
             else test.expected = any(review.reasons) end)::int as right
         from expected_verdicts as test
         join deals as deal on deal.product_id = test.product_id and deal.id = test.deal_id
         join pair_reviews as review on review.product_id = test.product_id and review.deal_id = test.deal_id
         where test.at > now() - interval '90 days' and deal.state <> 'received'
           and review.at > test.at and review.number < 3 and not review.is_of_objection
         group by review.member, test.expected order by review.member, test.expected`,
  row: { member: text, expected: oneOf<ExpectedVerdict>(EXPECTED_VERDICTS), pairs: int4, right: int4 },
});

/** The expectation of a test pair with its admin; null for any other pair. */
export async function readExpected(
  client: pg.Pool | pg.ClientBase,
  { productId, id }: DealKey,
): Promise<RowOf<typeof READ_EXPECTED> | null> {
  return (await READ_EXPECTED.row(client, [productId, id])) ?? null;
}

/**
 * Makes a pair a test of the members who check it: an admin, who has checked it in secret, says what they must find.
 * Any pair that waits for its check may be one, whether it was reviewed already or not, so that this reveals nothing.
 */
export async function expectVerdict(
  tx: Transaction,
  key: DealKey,
  { name, userId }: Member,
  expected: ExpectedVerdict,
): Promise<Refusal<'own-deal' | 'already-reviewed' | 'step-refused'> | null> {
  const deal = await lockDeal(tx, key);
  if (await isPartyOf(tx, key, userId)) {
    return { refused: 'own-deal' };
  }
  const reviews = await readReviews(tx, key);
  if (deal?.state !== 'received' || isDisputed(deal.state, reviews)) {
    return { refused: 'step-refused' };
  }
  if (reviews.some(({ member }) => member === name)) {
    return { refused: 'already-reviewed' };
  }
  await SAVE_EXPECTED.run(tx, [key.productId, key.id, expected, name]);
  return null;
}

/**
 * How often members found what was expected of test pairs in the last 90 days. Admins know the tests, so theirs do not
 * count. It asks the deals of all products.
 */
export async function readTestResults(pool: pg.Pool): Promise<TestResult[]> {
  const members = await listMembers(pool);
  const admins = members.filter(({ role }) => role === 'admin').map(({ name }) => name);
  return (await READ_RESULTS.rows(pool, [])).filter(({ member }) => !admins.includes(member));
}

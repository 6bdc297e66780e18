import type pg from 'pg';
import { int4, orNull, statement, texts } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { type AuditedBook, auditedBooks, CHECKS, type Check } from './checks.js';
import { auditNotices } from './notices.js';
import { auditPictures } from './pictures.js';
import { readProductRecords } from './product-records.js';
import { type CheckedDays, compareSaleDays } from './sale-days.js';

/** The result of one check over the whole market. */
export interface CheckResult {
  readonly title: string;
  readonly unit: string;
  readonly checked: number;
  readonly violations: number;
  /** The first few violations, each with its book. */
  readonly examples: string[];
}

const EXAMPLES = 5;

/**
 * Checks every invariant of the books and of what follows from them, product by product where that is much, so that
 * memory stays bounded. Each product is read from one snapshot: auditing a market that trades is sound.
 * @param onProduct told how many products are done, of how many
 */
export async function audit(
  pool: pg.Pool,
  onProduct: (done: number, total: number) => void = () => {},
): Promise<CheckResult[]> {
  const results = CHECKS.map(({ title, unit }) => newResult(title, unit));
  const days = newResult('the days of sales are what the sales say', 'days');
  const client = await pool.connect();
  try {
    const ids = await readProductIds(client);
    for (const [index, id] of ids.entries()) {
      await inSnapshot(client, async (snapshot) => {
        for (const book of auditedBooks(await readProductRecords(snapshot, id))) {
          for (const [number, check] of CHECKS.entries()) {
            addTo(results[number], check, book);
          }
        }
        addDays(days, await compareSaleDays(snapshot, id, EXAMPLES));
      });
      onProduct(index + 1, ids.length);
    }
    return [
      ...results,
      days,
      await ambiguousIds(client),
      ...(await auditNotices(client)),
      await auditPictures(client),
    ];
  } finally {
    client.release();
  }
}

/** Every product that anything of the books names, whether or not it exists. */
const READ_PRODUCT_IDS = statement({
  name: 'audit-product-ids',
  text: `select id from products union select product_id from orders union select product_id from trades
         union select product_id from cancellations order by 1`,
  row: { id: int4 },
});

async function readProductIds(client: pg.ClientBase): Promise<number[]> {
  return (await READ_PRODUCT_IDS.rows(client)).map(({ id }) => id);
}

async function inSnapshot(
  client: pg.ClientBase,
  read: (snapshot: Transaction) => Promise<void>,
): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  try {
    await read(client as Transaction);
  } finally {
    await client.query('commit');
  }
}

interface Result extends CheckResult {
  checked: number;
  violations: number;
}

function newResult(title: string, unit: string): Result {
  return { title, unit, checked: 0, violations: 0, examples: [] };
}

function addDays(result: Result, { checked, violations, examples }: CheckedDays): void {
  result.checked += checked;
  result.violations += violations;
  result.examples.push(...examples.slice(0, EXAMPLES - result.examples.length));
}

function addTo(result: Result | undefined, check: Check, book: AuditedBook): void {
  if (!result) {
    return;
  }
  const violations = check.violations(book);
  result.checked += check.unit === 'books' ? 1 : book[check.unit].length;
  result.violations += violations.length;
  result.examples.push(
    ...violations
      .slice(0, EXAMPLES - result.examples.length)
      .map((violation) => `${book.name}: ${violation}`),
  );
}

const FIND_AMBIGUOUS_IDS = statement({
  name: 'audit-ambiguous-ids',
  text: `with ids as (
           select user_id, order_id, count(*) as orders from orders group by user_id, order_id
           union all
           select refused.user_id, refused.order_id, 1 + count(o.seq)
           from refusals as refused left join orders as o
             on o.user_id = refused.user_id and o.order_id = refused.order_id
             and o.product_id = refused.product_id and o.size = refused.size
           group by refused.user_id, refused.order_id, refused.product_id
         )
         select count(*)::int as checked, (count(*) filter (where orders > 1))::int as violations,
           (array_agg('user ' || user_id || ', id ' || order_id) filter (where orders > 1))[1:${EXAMPLES}] as examples
         from ids`,
  row: { checked: int4, violations: int4, examples: orNull(texts) },
});

/** Of what a user's id was judged to be, a resend could get the one or the other. */
async function ambiguousIds(client: pg.ClientBase): Promise<CheckResult> {
  const { checked = 0, violations = 0, examples } = (await FIND_AMBIGUOUS_IDS.row(client)) ?? {};
  return {
    title: 'an id of a user names one order, accepted or refused by its book',
    unit: 'ids',
    checked,
    violations,
    examples: examples ?? [],
  };
}

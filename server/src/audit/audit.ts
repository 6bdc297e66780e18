import type pg from 'pg';
import { float8, int4, orNull, type RowOf, statement, texts } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { type AuditedBook, auditedBooks, CHECKS, type Check } from './checks.js';
import { auditDeals } from './deals.js';
import { auditFeed } from './feed.js';
import { auditFirstPartners } from './first-partners.js';
import { auditNotifications } from './notifications.js';
import { auditPictures } from './pictures.js';
import { readProductRecords } from './product-records.js';
import { type CheckedSales, compareOddSales, compareSaleDays } from './sale-days.js';

/** The result of one check over the whole market. */
export interface CheckResult {
  readonly title: string;
  readonly unit: string;
  readonly checked: number;
  readonly violations: number;
  /** Some violations, each with its book. */
  readonly examples: string[];
}

const EXAMPLES = 5;
/** Most products have few records, and reading each one separately would take longer than the checks. */
const PRODUCTS_AT_ONCE = 500;
const COMMANDS_AT_ONCE = 50_000;

/**
 * Checks every invariant of the books and of the data derived from them, in pieces so that memory stays bounded. Each
 * product is read from one snapshot, so auditing a live market is sound.
 * @param onProduct called with the number of products done and their total
 */
export async function audit(
  pool: pg.Pool,
  onProduct: (done: number, total: number) => void = () => {},
): Promise<CheckResult[]> {
  const results = CHECKS.map(({ title, unit }) => newResult(title, unit));
  const days = newResult('the days of sales are what the sales say', 'days');
  const odd = newResult('the odd sales are those that the rules call odd', 'sales');
  const client = await pool.connect();
  try {
    const products = await READ_PRODUCT_IDS.rows(client);
    let done = 0;
    for (const ids of chunksOf(products)) {
      await inSnapshot(client, async (snapshot) => {
        for (const book of (await readProductRecords(snapshot, ids)).flatMap(auditedBooks)) {
          for (const [number, check] of CHECKS.entries()) {
            addTo(results[number], check, book);
          }
        }
        addSales(days, await compareSaleDays(snapshot, ids, EXAMPLES));
        addSales(odd, await compareOddSales(snapshot, ids, EXAMPLES));
      });
      done += ids.length;
      onProduct(done, products.length);
    }
    return [
      ...results,
      days,
      odd,
      await auditFirstPartners(client),
      await ambiguousIds(client),
      ...(await auditNotifications(client)),
      ...(await auditDeals(client)),
      await auditFeed(client),
      await auditPictures(client),
    ];
  } finally {
    client.release();
  }
}

/** Every product that any record of the books names, existing or not, and the approximate number of its records. */
const READ_PRODUCT_IDS = statement({
  name: 'audit-product-ids',
  text: `select named.id, coalesce(sum(books.seq), 0)::float8 as commands
         from (
           select id from products union select product_id from orders union select product_id from trades
           union select product_id from cancellations
         ) as named
         left join books on books.product_id = named.id
         group by named.id order by named.id`,
  row: { id: int4, commands: float8 },
});

function chunksOf(products: readonly RowOf<typeof READ_PRODUCT_IDS>[]): number[][] {
  const chunks: number[][] = [];
  let room = 0;
  for (const { id, commands } of products) {
    const chunk = chunks.at(-1);
    if (chunk && chunk.length < PRODUCTS_AT_ONCE && commands <= room) {
      chunk.push(id);
    } else {
      chunks.push([id]);
      room = COMMANDS_AT_ONCE;
    }
    room -= commands;
  }
  return chunks;
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

function addSales(result: Result, { checked, violations, examples }: CheckedSales): void {
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

/** An id judged in several ways is ambiguous: a resend could get either answer. */
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

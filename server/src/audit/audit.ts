import type pg from 'pg';
import { inSnapshot } from '../database/in-snapshot.js';
import { float8, int4, type RowOf, statement } from '../database/statement.js';
import {
  addFindings,
  type CheckResult,
  EXAMPLES,
  newResult,
  type OpenResult,
  runChecks,
  statementCheck,
} from './check-result.js';
import { type AuditedBook, auditedBooks, CHECKS, type Check } from './checks.js';
import { auditDeals } from './deals.js';
import { DROP_COPIES_CHECK } from './drop-copies.js';
import { FEED_CHECK } from './feed.js';
import { FIRST_PARTNERS_CHECK } from './first-partners.js';
import { GROUPS_CHECK } from './groups.js';
import { HIDDEN_PRODUCTS_CHECK } from './hidden-products.js';
import { KEYS_CHECK } from './keys.js';
import { auditLedger } from './ledger.js';
import { auditNotifications } from './notifications.js';
import { auditPayments } from './payments.js';
import { PICTURES_CHECK } from './pictures.js';
import { PRICE_RULES_CHECK } from './price-rules.js';
import { readProductRecords } from './product-records.js';
import { compareOddSales, compareSaleDays } from './sale-days.js';
import { auditUserIndex } from './user-index.js';
import { VACATIONS_CHECK } from './vacations.js';
import { WEBHOOKS_CHECK } from './webhooks.js';

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
        addFindings(days, await compareSaleDays(snapshot, ids));
        addFindings(odd, await compareOddSales(snapshot, ids));
      });
      done += ids.length;
      onProduct(done, products.length);
    }
    return [
      ...results,
      days,
      odd,
      ...(await runChecks(client, [FIRST_PARTNERS_CHECK, AMBIGUOUS_IDS_CHECK, GROUPS_CHECK])),
      ...(await auditNotifications(client)),
      ...(await auditDeals(client)),
      ...(await auditLedger(client)),
      ...(await auditPayments(client)),
      ...(await runChecks(client, [FEED_CHECK, PICTURES_CHECK, HIDDEN_PRODUCTS_CHECK, KEYS_CHECK])),
      ...(await auditUserIndex(client)),
      ...(await runChecks(client, [DROP_COPIES_CHECK, WEBHOOKS_CHECK, VACATIONS_CHECK, PRICE_RULES_CHECK])),
    ];
  } finally {
    client.release();
  }
}

/** Every product that any record of the books names, existing or not, and the approximate number of its records. */
const READ_PRODUCT_IDS = statement({
  name: 'audit-product-ids',
  text: `with commanded as materialized (
           select product_id, sum(seq) as commands from books group by product_id
         )
         select named.id, coalesce(commanded.commands, 0)::float8 as commands
         from (
           select id from products union select product_id from orders union select product_id from trades
           union select product_id from cancellations
         ) as named
         left join commanded on commanded.product_id = named.id
         order by named.id`,
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

function addTo(result: OpenResult | undefined, check: Check, book: AuditedBook): void {
  if (result) {
    const violations = check.violations(book);
    addFindings(result, {
      checked: check.unit === 'books' ? 1 : book[check.unit].length,
      violations: violations.length,
      examples: violations.map((violation) => `${book.name}: ${violation}`),
    });
  }
}

/** An id judged in several ways is ambiguous: a resend could get either answer. */
const AMBIGUOUS_IDS_CHECK = statementCheck(
  'an id of a user names one order of a product, accepted or refused by its book',
  'ids',
  {
    name: 'audit-ambiguous-ids',
    text: `with ids as (
           select user_id, order_id, product_id, count(*) as orders from orders group by user_id, order_id, product_id
           union all
           select refused.user_id, refused.order_id, refused.product_id, 1 + count(o.seq)
           from refusals as refused left join orders as o
             on o.user_id = refused.user_id and o.order_id = refused.order_id
             and o.product_id = refused.product_id and o.size = refused.size
           group by refused.user_id, refused.order_id, refused.product_id
         )
         select count(*)::int as checked, (count(*) filter (where orders > 1))::int as violations,
           (array_agg('user ' || user_id || ', id ' || order_id || ', product ' || product_id)
             filter (where orders > 1))[1:${EXAMPLES}] as examples
         from ids`,
  },
);

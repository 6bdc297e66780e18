import { inPieces } from '@perkex/core/in-pieces.js';
import { int4, statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockConsumer } from '../feed/consumer.js';
import { rebuildFirstPartners } from './first-partners.js';
import { judgeAll, saveOddSales } from './judge-sales.js';
import { makeDays } from './make-days.js';
import { HISTORY_CONSUMER, KEYS_TO_ROLL_UP } from './trades-to-roll-up.js';

/**
 * The version of the rules: when it changes, all days are rebuilt. Increase it whenever the rules for odd sales or the
 * content of a day change.
 */
export const HISTORY_RULES = 2;

const LIST_PRODUCTS = statement({
  name: 'list-products-of-history',
  text: 'select id from products order by id',
  row: { id: int4 },
});

const REMOVE_DAYS = statement({
  name: 'remove-sale-days',
  text: 'delete from sale_days where product_id = any($1::int[])',
});

const FORGET_ODD_SALES = statement({
  name: 'forget-odd-sales',
  text: 'delete from odd_sales where product_id = any($1::int[])',
});

const FORGET_UNFOLDED_ODD_SALES = statement({
  name: 'forget-unfolded-odd-sales',
  text: `delete from odd_sales using (${KEYS_TO_ROLL_UP}) as unfolded
         where odd_sales.product_id = unfolded.product_id and odd_sales.id = unfolded.id`,
});

const MAKE_DAYS = statement({
  name: 'make-sale-days',
  text: makeDays((table) => `${table} where product_id = any($1::int[])`),
});

const READ_RULES = statement({
  name: 'read-rules-of-history',
  text: `select rules from feed_readers where reader = '${HISTORY_CONSUMER}'`,
  row: { rules: int4 },
});

const NOTE_RULES = statement({
  name: 'note-rules-of-history',
  text: `update feed_readers set rules = $1 where reader = '${HISTORY_CONSUMER}'`,
});

const PRODUCTS_AT_ONCE = 1_000;

/**
 * Judges the sales of some products again and rebuilds their days. No trade is rolled up before the end of the
 * transaction; trading and reading continue.
 * @returns the number of days
 */
export async function rebuildDaysOf(tx: Transaction, productIds: readonly number[]): Promise<number> {
  await lockConsumer(tx, HISTORY_CONSUMER);
  let days = 0;
  for (const ids of inPieces(productIds, PRODUCTS_AT_ONCE)) {
    await REMOVE_DAYS.run(tx, [ids]);
    await FORGET_ODD_SALES.run(tx, [ids]);
    for await (const verdicts of judgeAll(tx, ids)) {
      await saveOddSales(tx, verdicts);
    }
    // Afterwards, because trades may have been committed in the meantime. The consumer judges them.
    await FORGET_UNFOLDED_ODD_SALES.run(tx);
    days += await MAKE_DAYS.run(tx, [ids]);
  }
  return days;
}

/** Rebuilds the first partners of all users, and the days of all products. @returns the number of days */
export async function rebuildSaleDays(tx: Transaction): Promise<number> {
  await lockConsumer(tx, HISTORY_CONSUMER);
  await rebuildFirstPartners(tx);
  const products = await LIST_PRODUCTS.rows(tx);
  const days = await rebuildDaysOf(
    tx,
    products.map(({ id }) => id),
  );
  await NOTE_RULES.run(tx, [HISTORY_RULES]);
  return days;
}

/**
 * Rebuilds the days of a database if they follow the rules of another version. Concurrent processes wait for each
 * other.
 * @returns the number of days, null if nothing was due
 */
export async function renewHistory(tx: Transaction): Promise<number | null> {
  const isDue = async () => (await READ_RULES.row(tx))?.rules !== HISTORY_RULES;
  if (!(await isDue())) {
    return null;
  }
  await lockConsumer(tx, HISTORY_CONSUMER);
  return (await isDue()) ? rebuildSaleDays(tx) : null;
}

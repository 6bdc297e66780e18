import { addDays, type Day, startOfDayMs } from '@perkex/core/figures/days.js';
import { RowSet } from '../database/row-set.js';
import { date, int4, statement, uuid } from '../database/statement.js';
import { leastIdAt } from '../database/time-ordered-id.js';
import type { Transaction } from '../database/transaction.js';
import { keyOfSale, type Rejudged, saveOddSales } from './judge-sales.js';
import { makeDays } from './make-days.js';
import { readTradesToRollUp, SALE_KEYS } from './trades-to-roll-up.js';

/** A day of a product. */
export interface ProductDay {
  readonly productId: number;
  readonly day: Day;
}

/** Ids of sales sort by time. */
const DAYS = new RowSet<ProductDay>({
  product_id: [int4, ({ productId }) => productId],
  day: [date, ({ day }) => day],
  first_id: [uuid, ({ day }) => leastIdAt(startOfDayMs(day))],
  next_id: [uuid, ({ day }) => leastIdAt(startOfDayMs(addDays(day, 1)))],
});

const REMOVE_DAYS = statement({
  name: 'remove-days-of-products',
  text: `delete from sale_days using ${DAYS.as('wanted')}
         where sale_days.product_id = wanted.product_id and sale_days.day = wanted.day`,
});

const MAKE_DAYS = statement({
  name: 'make-days-of-products',
  text: makeDays(
    (table) => `${DAYS.as('wanted')} join ${table} on ${table}.product_id = wanted.product_id
        and ${table}.id >= wanted.first_id and ${table}.id < wanted.next_id
      where true`,
  ),
});

const FORGET_ODD_SALES = statement({
  name: 'forget-odd-sales-of-keys',
  text: `delete from odd_sales using ${SALE_KEYS.as('usual')}
         where odd_sales.product_id = usual.product_id and odd_sales.id = usual.id`,
});

/**
 * Records the verdicts of sales that have been rolled up with another one, and rebuilds the days of these and some
 * other sales. The caller holds the consumer of the history.
 * @param verdicts verdicts of any sales
 * @param others days with other changes
 * @returns the products with other verdicts
 */
export async function correctDays(
  tx: Transaction,
  verdicts: readonly Rejudged[],
  others: readonly ProductDay[] = [],
): Promise<number[]> {
  const differing = await rolledUp(
    tx,
    verdicts.filter(({ oddity, recorded }) => oddity !== recorded),
  );
  if (differing.length > 0) {
    await FORGET_ODD_SALES.run(tx, SALE_KEYS.values(differing));
    await saveOddSales(tx, differing);
  }
  const days = new Map([...differing, ...others].map((each) => [`${each.productId} ${each.day}`, each]));
  if (days.size > 0) {
    await REMOVE_DAYS.run(tx, DAYS.values([...days.values()]));
    await MAKE_DAYS.run(tx, DAYS.values([...days.values()]));
  }
  return [...new Set(differing.map(({ productId }) => productId))];
}

async function rolledUp(tx: Transaction, verdicts: readonly Rejudged[]): Promise<Rejudged[]> {
  if (verdicts.length === 0) {
    return [];
  }
  const unfolded = new Set((await readTradesToRollUp(tx)).map(keyOfSale));
  return verdicts.filter((verdict) => !unfolded.has(keyOfSale(verdict)));
}

import { groupBy } from '@perkex/core/group-by.js';
import type pg from 'pg';
import { BOOK_CHANGES } from '../books/book-changes.js';
import type { Transaction } from '../database/transaction.js';
import { consumeNext } from '../feed/consume.js';
import type { Consumer } from '../feed/consumer.js';
import type { FeedEntry } from '../feed/entry.js';
import { FeedStream } from '../feed/feed-stream.js';
import { FeedWriter, type WrittenFeed } from '../feed/feed-writer.js';
import { CHANGED_PRODUCTS } from '../products/changed-products.js';
import { addToFirstPartners } from './first-partners.js';
import { judgeSince, keyOfSale, type Rejudged, saveOddSales } from './judge-sales.js';
import { ODD_SALES } from './odd-sales.js';
import { rebuildDaysOf } from './rebuild-sale-days.js';
import { type RolledUpSale, rollUpSales } from './roll-up-sales.js';
import { HISTORY_CONSUMER, readTradesToRollUp, type SaleKey } from './trades-to-roll-up.js';

/**
 * A consumer that judges the trades of the feed, adds those that count to their days, each once, and reports odd ones
 * in the feed.
 */
export class HistoryConsumer implements Consumer {
  readonly name = HISTORY_CONSUMER;
  private readonly writer: FeedWriter;

  constructor(feed: WrittenFeed) {
    this.writer = new FeedWriter(feed);
  }

  wants({ changes }: FeedEntry): boolean {
    return BOOK_CHANGES.in(changes).some(({ trades }) => trades.length > 0);
  }

  async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
    const sales = entries.flatMap(salesOf);
    const isNew = new Set(sales.map(keyOfSale));
    const judgedAgain = await addToFirstPartners(tx, sales);
    const verdicts = await judgeSince(tx, firstOfEachProduct([...sales, ...judgedAgain]));
    const products = await this.productsJudgedOtherwise(tx, verdicts, isNew);
    await rebuildDaysOf(tx, products);
    const odd = verdicts.filter((verdict) => verdict.oddity !== null && isNew.has(keyOfSale(verdict)));
    await saveOddSales(tx, odd);
    const isOdd = new Set(odd.map(keyOfSale));
    await rollUpSales(
      tx,
      sales.filter((sale) => !isOdd.has(keyOfSale(sale))),
    );
    if (odd.length > 0 || products.length > 0) {
      await this.writer.write(tx, {
        ...ODD_SALES.of(odd.map(({ productId, size, id }) => ({ productId, size, id }))),
        ...CHANGED_PRODUCTS.of(products),
      });
    }
  }

  /**
   * The products with a recorded sale whose verdict changes because an earlier trade of another server arrives only
   * now.
   */
  private async productsJudgedOtherwise(
    tx: Transaction,
    verdicts: readonly Rejudged[],
    isNew: ReadonlySet<string>,
  ): Promise<number[]> {
    const differing = verdicts.filter(
      (verdict) => verdict.oddity !== verdict.recorded && !isNew.has(keyOfSale(verdict)),
    );
    if (differing.length === 0) {
      return [];
    }
    const unfolded = new Set((await readTradesToRollUp(tx)).map(keyOfSale));
    const folded = differing.filter((verdict) => !unfolded.has(keyOfSale(verdict)));
    return [...new Set(folded.map(({ productId }) => productId))];
  }
}

function salesOf({ changes }: FeedEntry): RolledUpSale[] {
  return BOOK_CHANGES.in(changes).flatMap(({ productId, size, atMs, trades }) =>
    trades.map(({ id, priceCents }) => ({ productId, size, priceCents, atMs, id })),
  );
}

function firstOfEachProduct(sales: readonly SaleKey[]): SaleKey[] {
  return [...groupBy(sales, ({ productId }) => productId).values()].map((ofProduct) =>
    ofProduct.reduce((first, sale) => (sale.id < first.id ? sale : first)),
  );
}

/**
 * Processes everything that is in the feed now. Servers learn of its entries when they next read the feed.
 * @param newId returns a new UUID
 */
export async function updateHistory(pool: pg.Pool, newId: () => string): Promise<void> {
  const consumer = new HistoryConsumer({ handOver() {}, newStream: () => new FeedStream(newId()) });
  for (let isMore: boolean | 'taken' = true; isMore === true; ) {
    isMore = await consumeNext(pool, consumer);
  }
}

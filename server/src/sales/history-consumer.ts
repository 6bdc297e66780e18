import type pg from 'pg';
import { BOOK_CHANGES } from '../books/book-changes.js';
import type { Transaction } from '../database/transaction.js';
import { consumeNext } from '../feed/consume.js';
import type { Consumer } from '../feed/consumer.js';
import type { FeedEntry } from '../feed/entry.js';
import { FeedStream } from '../feed/feed-stream.js';
import { FeedWriter, type WrittenFeed } from '../feed/feed-writer.js';
import { CHANGED_PRODUCTS } from '../products/changed-products.js';
import { correctDays } from './correct-days.js';
import { addToFirstPartners } from './first-partners.js';
import { judgeChanged, keyOfSale, saveOddSales } from './judge-sales.js';
import { ODD_SALES } from './odd-sales.js';
import { type RolledUpSale, rollUpSales } from './roll-up-sales.js';
import { HISTORY_CONSUMER } from './trades-to-roll-up.js';

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
    const verdicts = await judgeChanged(tx, sales, judgedAgain);
    const newVerdicts = verdicts.filter((verdict) => isNew.has(keyOfSale(verdict)));
    // An earlier trade of another server may arrive only now.
    const products = await correctDays(
      tx,
      verdicts.filter((verdict) => !isNew.has(keyOfSale(verdict))),
    );
    const odd = newVerdicts.filter(({ oddity }) => oddity !== null);
    await saveOddSales(tx, odd);
    // Void sales have no verdict.
    const counting = new Set(newVerdicts.filter(({ oddity }) => oddity === null).map(keyOfSale));
    await rollUpSales(
      tx,
      sales.filter((sale) => counting.has(keyOfSale(sale))),
    );
    if (odd.length > 0 || products.length > 0) {
      await this.writer.write(tx, {
        ...ODD_SALES.of(odd.map(({ productId, size, id }) => ({ productId, size, id }))),
        ...CHANGED_PRODUCTS.of(products),
      });
    }
  }
}

function salesOf({ changes }: FeedEntry): RolledUpSale[] {
  return BOOK_CHANGES.in(changes).flatMap(({ productId, size, atMs, trades }) =>
    trades.map(({ id, priceCents }) => ({ productId, size, priceCents, atMs, id })),
  );
}

/**
 * Processes everything that is in the feed now. Servers learn of its entries when they next read the feed.
 * @param newId returns a new UUID
 */
export async function updateHistory(pool: pg.Pool, newId: () => string): Promise<void> {
  const consumer = new HistoryConsumer({ handOver() {}, newStream: () => new FeedStream(newId()) });
  for (let isMore: boolean | 'taken' = true; isMore === true; ) {
    isMore = await consumeNext(pool, consumer, { isPatient: true });
  }
}

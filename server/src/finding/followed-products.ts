import { type Day, dayAt } from '@perkex/core/figures/days.js';
import { FindableProducts } from '@perkex/core/finding/findable-products.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import type pg from 'pg';
import type { Readings } from '../database/readings.js';
import type { Batch, BatchChanges } from '../feed/batch.js';
import type { Feed } from '../feed/feed.js';
import { listIdsAfter, readBooks, readFacts, readSales } from './read-findable.js';

/** Read at a time, so that the process does other things between them. */
const PRODUCTS_A_READING = 1_000;

/**
 * Every product of the market in memory, to be found in (decisions 52 and 58). Read when it is first wanted; from then on
 * it follows the feed: a batch of this process is in it before its orders are answered, one of another within 250 ms.
 */
export class FollowedProducts {
  private readonly products = new FindableProducts();
  private unfollow: (() => void) | null = null;
  /** What is still to be read; settled when nothing is. */
  private reading: Promise<void> = Promise.resolve();
  /** What of that nobody can do without. */
  private needed: Promise<void> = Promise.resolve();
  private readingCount = 0;
  /** What happened while something was being read, which may be older. */
  private meanwhile: BatchChanges[] = [];
  /** Up to which day its sales are counted; null before all of them were read. */
  private day: Day | null = null;

  constructor(
    private readonly readings: Pick<Readings, 'read'>,
    private readonly feed: Pick<Feed, 'follow'>,
    private readonly nowMs: () => number = Date.now,
  ) {}

  /**
   * The products as the feed has told of them. On a new day their sales are counted anew, product by product: nobody
   * waits for that.
   * @throws when they could not be read; who asks next has them read again
   */
  async read(): Promise<FindableProducts> {
    const today = dayAt(this.nowMs());
    const { day } = this;
    this.day = today;
    if (day === null) {
      this.need(() => this.readAll());
    } else if (day !== today) {
      void this.readBesides();
    }
    await this.needed;
    return this.products;
  }

  close(): void {
    this.unfollow?.();
  }

  private onBatch({ changes }: Batch): void {
    this.apply(changes);
    if (this.readingCount > 0) {
      this.meanwhile.push(changes);
    }
    const { products = [] } = changes;
    if (products.length > 0) {
      this.need(() => this.readProducts(products));
    }
  }

  private apply({ books, odd = [] }: BatchChanges): void {
    for (const book of books) {
      this.products.setBook(book);
      for (const { id, priceCents } of book.trades) {
        this.products.addSale(book.productId, { id, size: book.size, cents: priceCents, isOdd: false });
      }
    }
    for (const { productId, id } of odd) {
      this.products.setOdd(productId, id);
    }
  }

  private need(read: () => Promise<void>): void {
    this.needed = this.enqueue(read);
  }

  /** One reading after the other; one that fails has everything read again when somebody asks. */
  private enqueue(read: () => Promise<void>): Promise<void> {
    this.readingCount += 1;
    const done = this.reading
      .catch(() => {})
      .then(read)
      .catch((error: unknown) => {
        this.day = null;
        throw error;
      })
      .finally(() => {
        this.readingCount -= 1;
        if (this.readingCount === 0) {
          this.meanwhile = [];
        }
      });
    this.reading = done;
    // Whoever waits for it hears of a failure.
    done.catch(() => {});
    return done;
  }

  private async readAll(): Promise<void> {
    this.unfollow ??= await this.feed.follow({
      onBatch: (batch) => this.onBatch(batch),
      onMissed: () => this.need(() => this.readAll()),
    });
    for await (const ids of this.allIds()) {
      await this.readProducts(ids);
    }
  }

  /** Reads all again, and whatever is needed in between. What fails is read when it is needed. */
  private async readBesides(): Promise<void> {
    try {
      for await (const ids of this.allIds()) {
        await this.enqueue(() => this.readProducts(ids));
      }
    } catch {
      this.day = null;
    }
  }

  private async *allIds(): AsyncGenerator<number[]> {
    for (let ids = await this.idsAfter(0); ids.length > 0; ids = await this.idsAfter(ids.at(-1) ?? 0)) {
      yield ids;
    }
  }

  private idsAfter(id: number): Promise<number[]> {
    return this.readings.read((pool) => listIdsAfter(pool, id, PRODUCTS_A_READING));
  }

  private async readProducts(ids: readonly number[]): Promise<void> {
    for (const some of inPieces(ids, PRODUCTS_A_READING)) {
      const { facts, books, sales } = await this.readings.read((pool) => readSome(pool, some, this.nowMs()));
      for (const { product, sizes } of facts) {
        this.products.put(product, sizes);
      }
      for (const book of books) {
        this.products.setBook(book);
      }
      for (const { productId, past, recent } of sales) {
        this.products.setSales(productId, past, recent);
      }
      for (const changes of this.meanwhile) {
        this.apply(changes);
      }
    }
  }
}

async function readSome(pool: pg.Pool, ids: readonly number[], nowMs: number) {
  const [facts, books, sales] = await Promise.all([
    readFacts(pool, ids),
    readBooks(pool, ids),
    readSales(pool, ids, dayAt(nowMs)),
  ]);
  return { facts, books, sales };
}

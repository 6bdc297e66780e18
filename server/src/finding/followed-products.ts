import { type Day, dayAt } from '@perkex/core/figures/days.js';
import { FindableProducts } from '@perkex/core/finding/findable-products.js';
import { NO_SALES } from '@perkex/core/finding/sales-columns.js';
import { inPieces } from '@perkex/core/in-pieces.js';
import type pg from 'pg';
import { BOOK_CHANGES } from '../books/book-changes.js';
import type { Clock } from '../clock/clock.js';
import type { ReplicaReads } from '../database/replica-reads.js';
import type { EntryChanges } from '../feed/change-kind.js';
import type { FeedEntry } from '../feed/entry.js';
import type { Feed } from '../feed/feed.js';
import { CHANGED_PRODUCTS } from '../products/changed-products.js';
import { REPLACED_ALIASES, readSearchAliases } from '../products/search-aliases.js';
import { ODD_SALES } from '../sales/odd-sales.js';
import { KnownVoidSales } from '../sales/void-sales.js';
import { listIdsAfter, readBooks, readFacts, readSales } from './read-findable.js';

/** The number of products read at a time, so that the process can do other work in between. */
const PRODUCTS_A_READING = 1_000;

/**
 * The in-memory index of all products (decisions 52 and 58). It is loaded on first use and then follows the feed: a
 * batch of this process is included before its orders are answered, one of another process within 250 ms.
 */
export class FollowedProducts {
  private readonly products = new FindableProducts();
  private readonly voidSales = new KnownVoidSales();
  private unfollow: (() => void) | null = null;
  /** Pending reads; settles when there are none. */
  private reading: Promise<void> = Promise.resolve();
  /** The pending reads that callers must wait for. */
  private needed: Promise<void> = Promise.resolve();
  private replicaReadCount = 0;
  /** Changes that arrived during a read, whose result may be older. */
  private changesDuringRead: EntryChanges[] = [];
  /** The last day of the counted sales; null until all sales have been read. */
  private day: Day | null = null;

  constructor(
    private readonly replicaReads: Pick<ReplicaReads, 'read'>,
    private readonly feed: Pick<Feed, 'subscribe'>,
    private readonly clock: Pick<Clock, 'wallMs'>,
  ) {}

  /**
   * The products in their current state. On a new day their sales are counted again, product by product in the
   * background.
   * @throws if they could not be read; the next call reads them again
   */
  async read(): Promise<FindableProducts> {
    const today = dayAt(this.clock.wallMs());
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

  private onEntry({ changes }: FeedEntry): void {
    const withOlderSales = this.apply(changes);
    if (this.replicaReadCount > 0) {
      this.changesDuringRead.push(changes);
    }
    const products = [...CHANGED_PRODUCTS.in(changes), ...withOlderSales];
    if (products.length > 0) {
      this.need(() => this.readProducts(products));
    }
    if (REPLACED_ALIASES.in(changes).length > 0) {
      this.need(() => this.readAliases());
    }
  }

  /** @returns the products that have lost a sale of past days, which are known in total only */
  private apply(changes: EntryChanges): number[] {
    const withOlderSales: number[] = [];
    for (const { productId, id } of this.voidSales.add(changes)) {
      if (!this.products.removeSale(productId, id)) {
        withOlderSales.push(productId);
      }
    }
    for (const book of BOOK_CHANGES.in(changes)) {
      this.products.setBook(book);
      for (const { id, priceCents } of book.trades.filter((trade) => !this.voidSales.has(trade.id))) {
        this.products.addSale(book.productId, { id, size: book.size, cents: priceCents, isOdd: false });
      }
    }
    for (const { productId, id } of ODD_SALES.in(changes)) {
      this.products.setOdd(productId, id);
    }
    return withOlderSales;
  }

  private need(read: () => Promise<void>): void {
    this.needed = this.enqueue(read);
  }

  /** Queues a read. After a failed one, everything is read again on the next request. */
  private enqueue(read: () => Promise<void>): Promise<void> {
    this.replicaReadCount += 1;
    const done = this.reading
      .catch(() => {})
      .then(read)
      .catch((error: unknown) => {
        this.day = null;
        throw error;
      })
      .finally(() => {
        this.replicaReadCount -= 1;
        if (this.replicaReadCount === 0) {
          this.changesDuringRead = [];
        }
      });
    this.reading = done;
    // Callers that wait for it get the error.
    done.catch(() => {});
    return done;
  }

  private async readAll(): Promise<void> {
    this.unfollow ??= await this.feed.subscribe({
      onEntry: (entry) => this.onEntry(entry),
      onMissed: () => this.need(() => this.readAll()),
    });
    await this.readAliases();
    for await (const ids of this.allIds()) {
      await this.readProducts(ids);
    }
  }

  private async readAliases(): Promise<void> {
    this.products.setAliases(await this.replicaReads.read(readSearchAliases));
  }

  /**
   * Reads all products again in the background, interleaved with needed reads. After a failure they are read when
   * needed.
   */
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
    return this.replicaReads.read((pool) => listIdsAfter(pool, id, PRODUCTS_A_READING));
  }

  private async readProducts(ids: readonly number[]): Promise<void> {
    for (const some of inPieces(ids, PRODUCTS_A_READING)) {
      const { facts, books, sales } = await this.replicaReads.read((pool) =>
        readSome(pool, some, this.clock.wallMs()),
      );
      for (const { product, sizes } of facts) {
        this.products.put(product, sizes);
      }
      for (const book of books) {
        this.products.setBook(book);
      }
      const salesOf = new Map(sales.map(({ productId, ...ofProduct }) => [productId, ofProduct]));
      for (const { product } of facts) {
        const { past, recent } = salesOf.get(product.id) ?? { past: NO_SALES, recent: [] };
        this.products.setSales(product.id, past, recent);
      }
      for (const changes of this.changesDuringRead) {
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

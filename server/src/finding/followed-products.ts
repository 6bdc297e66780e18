import { type Day, dayAt } from '@perkex/core/figures/days.js';
import { FindableProducts } from '@perkex/core/finding/findable-products.js';
import { NO_SALES } from '@perkex/core/finding/product-sales.js';
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
  /** Changes that have arrived during the running read, whose result may be older; null without one. */
  private changesDuringRead: EntryChanges[] | null = null;
  private isClosed = false;
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
      void this.readSalesBesides();
    }
    await this.needed;
    return this.products;
  }

  close(): void {
    this.isClosed = true;
    this.unfollow?.();
  }

  private onEntry({ changes }: FeedEntry): void {
    this.changesDuringRead?.push(changes);
    this.readAgain([...CHANGED_PRODUCTS.in(changes), ...this.apply(changes)]);
    if (REPLACED_ALIASES.in(changes).length > 0) {
      this.need(() => this.readAliases());
    }
  }

  /** @returns the products whose sums of sales may lack a change */
  private apply(changes: EntryChanges): number[] {
    const unsure: number[] = [];
    const note = (productId: number, isApplied: boolean) => {
      if (!isApplied) {
        unsure.push(productId);
      }
    };
    for (const { productId, id } of this.voidSales.add(changes)) {
      note(productId, this.products.removeSale(productId, id));
    }
    for (const book of BOOK_CHANGES.in(changes)) {
      const { productId, size, atMs } = book;
      this.products.setBook(book);
      for (const { id, priceCents } of book.trades.filter((trade) => !this.voidSales.has(trade.id))) {
        note(
          productId,
          this.products.addSale(productId, { id, atMs, size, cents: priceCents, isOdd: false }),
        );
      }
    }
    for (const { productId, id } of ODD_SALES.in(changes)) {
      note(productId, this.products.setOdd(productId, id));
    }
    return unsure;
  }

  private readAgain(products: readonly number[]): void {
    if (products.length > 0) {
      this.need(() => this.readProducts([...new Set(products)]));
    }
  }

  private need(read: () => Promise<void>): void {
    this.needed = this.enqueue(read);
  }

  /** Queues a read. After a failed one, everything is read again on the next request. */
  private enqueue(read: () => Promise<void>): Promise<void> {
    const done = this.reading
      .catch(() => {})
      .then(read)
      .catch((error: unknown) => {
        this.day = null;
        throw error;
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
   * Counts all sales again for a new day in the background, interleaved with needed reads. After a failure everything
   * is read when needed.
   */
  private async readSalesBesides(): Promise<void> {
    try {
      for (const ids of inPieces(this.products.soldIds(), PRODUCTS_A_READING)) {
        await this.enqueue(() => this.readInto(ids, readSalesOnly));
      }
    } catch {
      this.day = null;
    }
  }

  private async *allIds(): AsyncGenerator<number[]> {
    for (let ids = await this.idsAfter(0); ids.length > 0; ids = await this.idsAfter(ids.at(-1) ?? 0)) {
      yield ids;
      if (this.isClosed) {
        return;
      }
    }
  }

  private idsAfter(id: number): Promise<number[]> {
    return this.replicaReads.read((pool) => listIdsAfter(pool, id, PRODUCTS_A_READING));
  }

  private async readProducts(ids: readonly number[]): Promise<void> {
    for (const some of inPieces(ids, PRODUCTS_A_READING)) {
      await this.readInto(some, readEverything);
    }
  }

  private async readInto(ids: readonly number[], read: typeof readEverything): Promise<void> {
    const during: EntryChanges[] = [];
    this.changesDuringRead = during;
    try {
      this.put(ids, await this.replicaReads.read((pool) => read(pool, ids, this.clock.wallMs())));
    } finally {
      this.changesDuringRead = null;
    }
    const unsure = new Set(during.flatMap((changes) => this.apply(changes)));
    this.readAgain(ids.filter((id) => unsure.has(id)));
  }

  private put(ids: readonly number[], { facts, books, sales }: ReadProducts): void {
    for (const { product, sizes } of facts) {
      this.products.put(product, sizes);
    }
    for (const book of books) {
      this.products.setBook(book);
    }
    const salesOf = new Map(sales.map(({ productId, ...productSales }) => [productId, productSales]));
    for (const id of ids) {
      const { past, newest } = salesOf.get(id) ?? { past: NO_SALES, newest: [] };
      this.products.setSales(id, past, newest);
    }
  }
}

interface ReadProducts {
  readonly facts: Awaited<ReturnType<typeof readFacts>>;
  readonly books: Awaited<ReturnType<typeof readBooks>>;
  readonly sales: Awaited<ReturnType<typeof readSales>>;
}

async function readEverything(pool: pg.Pool, ids: readonly number[], nowMs: number): Promise<ReadProducts> {
  const [facts, books, sales] = await Promise.all([
    readFacts(pool, ids),
    readBooks(pool, ids),
    readSales(pool, ids, nowMs),
  ]);
  return { facts, books, sales };
}

async function readSalesOnly(pool: pg.Pool, ids: readonly number[], nowMs: number): Promise<ReadProducts> {
  return { facts: [], books: [], sales: await readSales(pool, ids, nowMs) };
}

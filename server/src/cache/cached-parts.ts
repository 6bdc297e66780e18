import { BOOK_CHANGES } from '../books/book-changes.js';
import type { EntryChanges } from '../feed/change-kind.js';
import { CHANGED_PRODUCTS } from '../products/changed-products.js';

export interface PartsSource {
  /** The ids of the next products after one, in order; at most `most`. */
  readonly listIds: (after: number, most: number) => Promise<readonly number[]>;
  /** The parts of these products, in the order of their ids. */
  readonly readParts: (productIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

/** Changes made in the database by hand show after this time. */
const LIFE_MS = 60_000;
/** The number of products read at a time, so that the process can do other work in between. */
const PARTS_A_READING = 1_000;

/** The parts of a response about all products. Only those of changed products are read again. */
export class CachedParts {
  private parts = new Map<number, string>();
  private readonly changed = new Set<number>();
  private allReadAtMs = Number.NEGATIVE_INFINITY;
  /** The last read; each waits for the one before. */
  private reading: Promise<void> = Promise.resolve();

  /** @param isCurrent true while every change is reported */
  constructor(
    private readonly source: PartsSource,
    private readonly isCurrent: () => boolean,
    private readonly steadyMs: () => number,
  ) {}

  get bytes(): number {
    let bytes = 0;
    for (const part of this.parts.values()) {
      bytes += part.length;
    }
    return bytes;
  }

  /** The current parts by product, in the order of the ids. */
  async read(): Promise<ReadonlyMap<number, string>> {
    this.reading = this.reading.catch(() => {}).then(() => this.update());
    await this.reading;
    return this.parts;
  }

  invalidate(changes: EntryChanges): void {
    for (const { productId } of BOOK_CHANGES.in(changes)) {
      this.changed.add(productId);
    }
    if (CHANGED_PRODUCTS.in(changes).length > 0) {
      this.invalidateAll(); // there may be new products
    }
  }

  invalidateAll(): void {
    this.allReadAtMs = Number.NEGATIVE_INFINITY;
  }

  private update(): Promise<void> {
    const isWhole = this.isCurrent() && this.steadyMs() - this.allReadAtMs < LIFE_MS;
    return isWhole ? this.readChanged() : this.readAll();
  }

  private async readAll(): Promise<void> {
    const beganAtMs = this.steadyMs();
    this.changed.clear();
    this.allReadAtMs = beganAtMs; // later changes may be missing from the result
    try {
      const all = new Map<number, string>();
      const { listIds, readParts } = this.source;
      for (let ids = await listIds(0, PARTS_A_READING); ids.length > 0; ) {
        for (const [productId, part] of await readParts(ids)) {
          all.set(productId, part);
        }
        ids = await listIds(ids.at(-1) ?? 0, PARTS_A_READING);
      }
      this.parts = all;
    } catch (error) {
      this.invalidateAll();
      throw error;
    }
  }

  private async readChanged(): Promise<void> {
    const productIds = [...this.changed];
    this.changed.clear();
    if (productIds.length === 0) {
      return;
    }
    try {
      for (const [productId, part] of await this.source.readParts(productIds)) {
        this.parts.set(productId, part);
      }
    } catch (error) {
      for (const productId of productIds) {
        this.changed.add(productId);
      }
      throw error;
    }
  }
}

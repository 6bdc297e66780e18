import { BOOK_CHANGES } from '../books/book-changes.js';
import type { EntryChanges } from '../feed/change-kind.js';
import { CHANGED_PRODUCTS } from '../products/changed-products.js';

/** Reads the parts of these products, or of all for null, in order. */
export type ReadParts = (productIds: readonly number[] | null) => Promise<Map<number, string>>;

/** Changes made in the database by hand show after this time. */
const LIFE_MS = 60_000;

/** The parts of a response about all products. Only those of changed products are read again. */
export class CachedParts {
  private parts = new Map<number, string>();
  private readonly changed = new Set<number>();
  private allReadAtMs = Number.NEGATIVE_INFINITY;

  /** @param isCurrent true while every change is reported */
  constructor(
    private readonly readParts: ReadParts,
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

  /** The current parts. Call it from one reader at a time. */
  async read(): Promise<string[]> {
    const isWhole = this.isCurrent() && this.steadyMs() - this.allReadAtMs < LIFE_MS;
    await (isWhole ? this.readChanged() : this.readAll());
    return [...this.parts.values()];
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

  private async readAll(): Promise<void> {
    const beganAtMs = this.steadyMs();
    this.changed.clear();
    this.allReadAtMs = beganAtMs; // later changes may be missing from the result
    try {
      this.parts = await this.readParts(null);
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
      for (const [productId, part] of await this.readParts(productIds)) {
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

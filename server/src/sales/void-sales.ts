import * as z from 'zod/mini';
import { type ChangeKind, changeKind, type EntryChanges } from '../feed/change-kind.js';

/** A sale whose deal was undone, or ended without a payment. */
const voidSale = z.object({ productId: z.int(), size: z.string(), id: z.guid() });
export type VoidSale = z.infer<typeof voidSale>;

/** Earlier sales that have become void: they no longer count, anywhere. */
export const VOID_SALES: ChangeKind<VoidSale> = changeKind('void', voidSale);

/** The streams of two processes differ by less than a second. */
const REMEMBERED = 10_000;

/**
 * The last void sales that a subscriber has heard of. The entry of a trade may arrive after that of its end, from
 * another stream: such a trade is not a sale.
 */
export class KnownVoidSales {
  private readonly ids = new Set<string>();

  /** @returns the sales that have become void with these changes */
  add(changes: EntryChanges): readonly VoidSale[] {
    const voided = VOID_SALES.in(changes);
    for (const { id } of voided) {
      this.ids.add(id);
    }
    for (const id of this.ids) {
      if (this.ids.size <= REMEMBERED) {
        break;
      }
      this.ids.delete(id);
    }
    return voided;
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }
}

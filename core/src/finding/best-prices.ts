import { spreadPercent } from '../figures/product-figures.js';
import { Column, NumberedTexts } from './columns.js';
import type { BestOfBook } from './found.js';
import { PlaceSet } from './place-set.js';

/** The range of a matching ask in cents, both ends included. */
export interface AskBounds {
  /** Above 0, so that a missing ask is never within the range. */
  readonly minCents: number;
  readonly maxCents: number;
  /** The exclusive upper bound of each product's ask, by index; null for no bound. */
  readonly belowCents: Int32Array | null;
}

/** True if the ask of a product, 0 for none, is within bounds. */
export function isWithin(
  askCents: number,
  place: number,
  { minCents, maxCents, belowCents }: AskBounds,
): boolean {
  return (
    askCents >= minCents &&
    askCents <= maxCents &&
    (belowCents === null || askCents < (belowCents[place] ?? 0))
  );
}

/** The offsets of a book's fields and their count. The fields are adjacent because they are read together. */
const NEXT = 0;
const SIZE = 1;
const ASK = 2;
const BID = 3;
const FIELDS = 4;

/**
 * The best prices of all books. Each book has a number, from 1, and a link to the next book of its product. The books
 * of a product are mostly adjacent in memory, so reading all sizes costs about as much as reading one.
 */
export class BestPrices {
  private readonly sizesByNumber = new NumberedTexts();
  /** The first book of each product, by index; 0 for none. */
  private readonly first = new Column();
  /** Per book: the next book of the product, the number of its size, and its best prices in cents, 0 for none. */
  private readonly fields = new Column();
  /** The sequence number of each book's state. */
  private readonly seqs = new Column();
  private books = 0;
  /** The indexes of the products with an ask in each size. */
  private readonly asked: PlaceSet[] = [PlaceSet.empty()];
  /** The lowest ask of any size in cents; 0 for none. */
  readonly lowestAsk = new Column();
  /** The narrowest spread of a product in tenths of a per cent, plus one, so that 0 means none. */
  private readonly spread = new Column();

  /** Registers sizes that have a book, even one without orders. */
  addSizes(sizes: readonly string[]): void {
    for (const size of sizes) {
      this.numberOf(size);
    }
  }

  /** Stores the state of a book, unless a newer one is known. */
  set(place: number, { size, seq, lowestAskCents, highestBidCents }: Omit<BestOfBook, 'productId'>): void {
    const number = this.numberOf(size);
    const book = this.bookOf(place, number);
    if (seq < this.seqs.at(book)) {
      return;
    }
    this.seqs.set(book, seq);
    this.fields.set(book * FIELDS + ASK, lowestAskCents ?? 0);
    this.fields.set(book * FIELDS + BID, highestBidCents ?? 0);
    if (lowestAskCents === null) {
      this.asked[number]?.delete(place);
    } else {
      this.asked[number]?.add(place);
    }
    this.summarise(place);
  }

  /** The narrowest spread of a product in per cent; null for none. */
  spreadAt(place: number): number | null {
    const spread = this.spread.at(place);
    return spread === 0 ? null : (spread - 1) / 10;
  }

  hasSize(size: string): boolean {
    return this.sizesByNumber.find(size) > 0;
  }

  /** The sizes that have a book, in the order of their numbers, from 1. */
  sizes(): readonly string[] {
    return this.sizesByNumber.all();
  }

  /** The indexes of the products with an ask in any of these sizes. */
  askedIn(sizes: readonly string[]): PlaceSet {
    return PlaceSet.union(sizes.map((size) => this.asked[this.sizesByNumber.find(size)] ?? PlaceSet.empty()));
  }

  /** Flags these sizes by number, for `askAt`; null if there are none, which means any size. */
  flagsOf(sizes: readonly string[]): Uint8Array | null {
    if (sizes.length === 0) {
      return null;
    }
    const flags = new Uint8Array(this.sizesByNumber.size);
    for (const size of sizes) {
      flags[this.sizesByNumber.find(size)] = 1;
    }
    return flags;
  }

  /** A product's lowest ask in the flagged sizes (`flagsOf`), in cents; 0 for none. */
  askAt(place: number, isWanted: Uint8Array | null): number {
    if (isWanted === null) {
      return this.lowestAsk.cells[place] ?? 0;
    }
    let lowest = 0;
    for (let book = this.first.at(place); book > 0; book = this.field(book, NEXT)) {
      if (isWanted[this.field(book, SIZE)] === 1) {
        lowest = lesser(lowest, this.field(book, ASK));
      }
    }
    return lowest;
  }

  /** Counts the products with an ask within bounds in each size, by the number of the size. */
  countSizes(places: Int32Array, bounds: AskBounds): Int32Array {
    const counts = new Int32Array(this.sizesByNumber.size);
    for (const place of places) {
      for (let book = this.first.at(place); book > 0; book = this.field(book, NEXT)) {
        if (isWithin(this.field(book, ASK), place, bounds)) {
          const size = this.field(book, SIZE);
          counts[size] = (counts[size] ?? 0) + 1;
        }
      }
    }
    return counts;
  }

  private numberOf(size: string): number {
    const number = this.sizesByNumber.number(size);
    this.asked[number] ??= PlaceSet.empty();
    return number;
  }

  private bookOf(place: number, size: number): number {
    let last = 0;
    for (let book = this.first.at(place); book > 0; book = this.field(book, NEXT)) {
      if (this.field(book, SIZE) === size) {
        return book;
      }
      last = book;
    }
    this.books += 1;
    this.fields.set(this.books * FIELDS + SIZE, size);
    if (last === 0) {
      this.first.set(place, this.books);
    } else {
      this.fields.set(last * FIELDS + NEXT, this.books);
    }
    return this.books;
  }

  private field(book: number, field: number): number {
    return this.fields.cells[book * FIELDS + field] ?? 0;
  }

  private summarise(place: number): void {
    let lowest = 0;
    let narrowest = 0;
    for (let book = this.first.at(place); book > 0; book = this.field(book, NEXT)) {
      lowest = lesser(lowest, this.field(book, ASK));
      narrowest = lesser(narrowest, this.spreadOf(book));
    }
    this.lowestAsk.set(place, lowest);
    this.spread.set(place, narrowest);
  }

  /** A book's spread in the format of `spread`. */
  private spreadOf(book: number): number {
    const lowestAskCents = this.field(book, ASK);
    const highestBidCents = this.field(book, BID);
    const percent =
      lowestAskCents === 0 || highestBidCents === 0
        ? null
        : spreadPercent({ lowestAskCents, highestBidCents });
    return percent === null ? 0 : Math.round(percent * 10) + 1;
  }
}

/** The smaller of two numbers, where 0 means none. */
function lesser(one: number, other: number): number {
  return other > 0 && (one === 0 || other < one) ? other : one;
}

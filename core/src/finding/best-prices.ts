import { spreadPercent } from '../figures/product-figures.js';
import { Column, NumberedTexts } from './columns.js';
import type { BestOfBook } from './found.js';
import { PlaceSet } from './place-set.js';

/** Between which prices an ask has to be, both included, in cents. */
export interface AskBounds {
  /** Above 0, so that no ask is not within them. */
  readonly leastCents: number;
  readonly mostCents: number;
  /** Of each place, what its ask also has to be below; null for nothing. */
  readonly belowCents: Int32Array | null;
}

/** Whether the ask of a place, 0 for none, is within bounds. */
export function isWithin(
  askCents: number,
  place: number,
  { leastCents, mostCents, belowCents }: AskBounds,
): boolean {
  return (
    askCents >= leastCents &&
    askCents <= mostCents &&
    (belowCents === null || askCents < (belowCents[place] ?? 0))
  );
}

/** Where the fields of a book are, and how many there are: beside each other, as they are looked at together. */
const NEXT = 0;
const SIZE = 1;
const ASK = 2;
const BID = 3;
const FIELDS = 4;

/**
 * The best prices of the books of all products. A book has a number, from 1 on, and knows the next one of its product:
 * those of one product are mostly neighbours, so that all its sizes are looked at for the price of one.
 */
export class BestPrices {
  private readonly sizesByNumber = new NumberedTexts();
  /** The first book of each place; 0 for none. */
  private readonly first = new Column();
  /** Of each book: the next one of its product, the number of its size, its best prices in cents; 0 for none. */
  private readonly fields = new Column();
  /** The number of each book's state. */
  private readonly seqs = new Column();
  private books = 0;
  /** The places at which there is an ask in each size. */
  private readonly asked: PlaceSet[] = [PlaceSet.empty()];
  /** In cents, of any size; 0 for none. */
  readonly lowestAsk = new Column();
  /** Of the size in which it is narrowest, in tenths of a per cent and one more, so that 0 is none. */
  private readonly spread = new Column();

  /** Tells of sizes of which there are books, whether or not anything has happened in them. */
  addSizes(sizes: readonly string[]): void {
    for (const size of sizes) {
      this.numberOf(size);
    }
  }

  /** Tells how a book stands, unless something newer is known of it. */
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

  /** How far apart the best prices are, of the size in which that is least, in per cent; null for none. */
  spreadAt(place: number): number | null {
    const spread = this.spread.at(place);
    return spread === 0 ? null : (spread - 1) / 10;
  }

  hasSize(size: string): boolean {
    return this.sizesByNumber.find(size) > 0;
  }

  /** The sizes of which there are books, in the order of their numbers, which begin with 1. */
  sizes(): readonly string[] {
    return this.sizesByNumber.all();
  }

  /** The places at which there is an ask in any of some sizes. */
  askedIn(sizes: readonly string[]): PlaceSet {
    return PlaceSet.union(sizes.map((size) => this.asked[this.sizesByNumber.find(size)] ?? PlaceSet.empty()));
  }

  /** A 1 for the number of each of some sizes, for `askAt`; null for no size, where any will do. */
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

  /** The lowest ask at a place in any of some sizes, as `flagsOf` has them, in cents; 0 for none. */
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

  /** How many of some places have an ask within bounds in each size, by its number. */
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

  /** As `spread` keeps it. */
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

/** The lesser of two numbers of which 0 is none. */
function lesser(one: number, other: number): number {
  return other > 0 && (one === 0 || other < one) ? other : one;
}

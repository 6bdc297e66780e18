import { spreadPercent } from '../figures/product-figures.js';
import { Column } from './columns.js';
import type { BestOfBook } from './found.js';

/** The best prices of the book at each place in cents, 0 for none, and the book's number then. */
interface BooksOfSize {
  readonly asks: Column;
  readonly bids: Column;
  readonly seqs: Column;
}

/** The best prices of the books of all products, a column for each size. */
export class BestPrices {
  private readonly books = new Map<string, BooksOfSize>();
  /** In cents, of any size; 0 for none. */
  readonly lowestAsk = new Column();
  /** Of the size in which it is narrowest, in tenths of a per cent and one more, so that 0 is none. */
  private readonly spread = new Column();

  /** Tells of sizes of which there are books, whether or not anything has happened in them. */
  addSizes(sizes: readonly string[]): void {
    for (const size of sizes) {
      this.ofSize(size);
    }
  }

  /** Tells how a book stands, unless something newer is known of it. */
  set(place: number, { size, seq, lowestAskCents, highestBidCents }: Omit<BestOfBook, 'productId'>): void {
    const book = this.ofSize(size);
    if (seq < book.seqs.at(place)) {
      return;
    }
    const askBefore = book.asks.at(place);
    const spreadBefore = spreadAt(book, place);
    book.seqs.set(place, seq);
    book.asks.set(place, lowestAskCents ?? 0);
    book.bids.set(place, highestBidCents ?? 0);
    const all = () => [...this.books.values()];
    keepLeast(this.lowestAsk, place, {
      before: askBefore,
      now: lowestAskCents ?? 0,
      anew: () => all().map(({ asks }) => asks.at(place)),
    });
    keepLeast(this.spread, place, {
      before: spreadBefore,
      now: spreadAt(book, place),
      anew: () => all().map((each) => spreadAt(each, place)),
    });
  }

  /** How far apart the best prices are, of the size in which that is least, in per cent; null for none. */
  spreadAt(place: number): number | null {
    const spread = this.spread.at(place);
    return spread === 0 ? null : (spread - 1) / 10;
  }

  hasSize(size: string): boolean {
    return this.books.has(size);
  }

  /** The sizes of which there are books. */
  sizes(): string[] {
    return [...this.books.keys()];
  }

  /**
   * The lowest ask of each place in any of some sizes, 0 for none; in any size at all where there are none.
   * @param count how many places there are
   */
  asksOfSizes(sizes: readonly string[], count: number): Int32Array {
    const [first, ...others] = sizes.map((size) => this.ofSize(size).asks.cells);
    if (!first) {
      return this.lowestAsk.cells;
    }
    if (others.length === 0) {
      return first;
    }
    const lowest = new Int32Array(count);
    for (const cells of [first, ...others]) {
      for (let place = 0; place < lowest.length; place += 1) {
        const ask = cells[place] ?? 0;
        const before = lowest[place] ?? 0;
        if (ask > 0 && (before === 0 || ask < before)) {
          lowest[place] = ask;
        }
      }
    }
    return lowest;
  }

  private ofSize(size: string): BooksOfSize {
    let books = this.books.get(size);
    if (!books) {
      books = { asks: new Column(), bids: new Column(), seqs: new Column() };
      this.books.set(size, books);
    }
    return books;
  }
}

/** As `BestPrices` keeps it. */
function spreadAt({ asks, bids }: BooksOfSize, place: number): number {
  const lowestAskCents = asks.at(place);
  const highestBidCents = bids.at(place);
  const percent =
    lowestAskCents === 0 || highestBidCents === 0 ? null : spreadPercent({ lowestAskCents, highestBidCents });
  return percent === null ? 0 : Math.round(percent * 10) + 1;
}

interface Change {
  readonly before: number;
  readonly now: number;
  /** All of them, which are looked at only when the least has gone. */
  readonly anew: () => readonly number[];
}

/** Keeps the least of some numbers when one of them changes; 0 is none. */
function keepLeast(column: Column, place: number, { before, now, anew }: Change): void {
  const least = column.at(place);
  if (now !== 0 && (least === 0 || now <= least)) {
    column.set(place, now);
  } else if (before !== 0 && before === least) {
    column.set(
      place,
      anew().reduce((lowest, each) => (each !== 0 && (lowest === 0 || each < lowest) ? each : lowest), 0),
    );
  }
}

import type { BookFeedEvent } from './generated/calls.js';

export interface Level {
  /** Whole dollars. */
  readonly price: number;
  /** The number of orders, each of one pair. */
  readonly orders: number;
}

export interface Book {
  /** The number of its last change; 0 if it is not known. */
  readonly seq: number;
  /** Best first. */
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
}

/** A change of a book is missing: the events were not applied one by one. */
export class MissedChangeError extends Error {
  override readonly name = 'MissedChangeError';
}

interface OpenBook {
  seq: number;
  /** The price of each open order, by its number. */
  readonly ask: Map<number, number>;
  readonly bid: Map<number, number>;
}

/** Rebuilds all books from the events of the market feed. */
export class Books {
  private readonly books = new Map<string, OpenBook>();
  /** False until the first snapshot is complete. */
  isReady = false;

  /** @throws MissedChangeError if it is not the next change of its book */
  apply(event: BookFeedEvent): void {
    switch (event.type) {
      case 'reset':
        this.books.clear();
        this.isReady = false;
        return;
      case 'ready':
        this.isReady = true;
        return;
      case 'heartbeat':
        return;
      case 'book':
        this.books.set(keyOf(event.product, event.size), {
          seq: event.seq,
          ask: new Map(event.asks),
          bid: new Map(event.bids),
        });
        return;
      default: {
        const book = this.next(event);
        if (event.type === 'add') {
          book[event.side].set(event.seq, event.price);
        } else {
          book[event.side].delete(event.order);
        }
      }
    }
  }

  /** The levels of a book. One that is not known has no open order. */
  book(product: number, size: string): Book {
    const { seq = 0, ask, bid } = this.books.get(keyOf(product, size)) ?? {};
    return {
      seq,
      asks: levelsOf(ask).sort((one, other) => one.price - other.price),
      bids: levelsOf(bid).sort((one, other) => other.price - one.price),
    };
  }

  private next({ product, size, seq }: { product: number; size: string; seq: number }): OpenBook {
    const key = keyOf(product, size);
    const book = this.books.get(key) ?? { seq: seq - 1, ask: new Map(), bid: new Map() };
    if (seq !== book.seq + 1) {
      throw new MissedChangeError(`After change ${book.seq} of book ${key} came ${seq}.`);
    }
    book.seq = seq;
    this.books.set(key, book);
    return book;
  }
}

function keyOf(product: number, size: string): string {
  return `${product}/${size}`;
}

function levelsOf(prices: ReadonlyMap<number, number> = new Map()): Level[] {
  const orders = new Map<number, number>();
  for (const price of prices.values()) {
    orders.set(price, (orders.get(price) ?? 0) + 1);
  }
  return [...orders].map(([price, count]) => ({ price, orders: count }));
}

import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BOOK_CHANGES, type BookChange, type TradeMade } from '../books/book-changes.js';
import { ODD_SALES } from '../sales/odd-sales.js';
import { VOID_SALES } from '../sales/void-sales.js';
import type { EventStream } from './event-stream.js';
import { MarketStreams } from './market-streams.js';
import type { ProductNames } from './product-names.js';

/** The market's view of a stream, with the events sent to it. */
class Reader {
  events: { name: string; data: Record<string, unknown> }[] = [];
  /** The numbers of the ids in each chunk that was written. */
  readonly ids: number[][] = [];
  private leave = () => {};

  readonly stream = {
    send: (text: string | Buffer) => {
      this.ids.push([...String(text).matchAll(/^id: .*\/(\d+)$/gm)].map(([, number]) => Number(number)));
      for (const [, name = '', data = ''] of String(text).matchAll(/event: (.*)\ndata: (.*)\n\n/g)) {
        this.events.push({ name, data: JSON.parse(data) });
      }
    },
    reset: () => this.events.push({ name: 'reset', data: {} }),
    onClose: (callback: () => void) => {
      this.leave = callback;
    },
  } as unknown as EventStream;

  close(): void {
    this.leave();
  }

  of(name: string, field: string): unknown[] {
    return this.events.filter((event) => event.name === name).map(({ data }) => data[field]);
  }
}

/** One entry per read of levels; calling it completes that read. */
let replicaReads: (() => void)[] = [];
/** The sales that count, in the database. */
let sales: { id: string; priceCents: number }[] = [];
let readsOfSales = 0;
const pool = {
  async query({ name, values }: { name: string; values: unknown[] }) {
    if (name === 'read-price-before') {
      readsOfSales += 1;
      return { rows: sales.filter(({ id }) => id < String(values[2])).slice(-1) };
    }
    await new Promise<void>((resolve) => replicaReads.push(resolve));
    return { rows: [] };
  },
};

const products = { find: async ([id]: number[]) => [{ id, name: 'Runner', thumbnail: '', brand: null }] };

let streams: MarketStreams;

beforeEach(() => {
  vi.useFakeTimers();
  replicaReads = [];
  sales = [{ id: '0', priceCents: 10_000 }];
  readsOfSales = 0;
  streams = new MarketStreams(
    pool as unknown as pg.Pool,
    products as unknown as ProductNames,
    'process',
    (error) => {
      throw error;
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
});

function watch(...ids: number[]): Reader {
  const reader = new Reader();
  streams.open(reader.stream, { products: ids.length > 0 ? new Set(ids) : null, levelsOf: null }, undefined);
  return reader;
}

function watchLevels(productId: number, size: string): Reader {
  const reader = new Reader();
  const subscription = { products: new Set([productId]), levelsOf: { productId, size } };
  streams.open(reader.stream, subscription, undefined);
  return reader;
}

function happen(seq: number, more: Partial<BookChange> = {}): void {
  const change: BookChange = {
    productId: 1,
    size: '9',
    seq,
    lowestAskCents: 100 * seq,
    highestBidCents: null,
    openAsks: 1,
    openBids: 0,
    orders: [],
    trades: [],
    outbid: [],
    atMs: 0,
    ...more,
  };
  streams.onEntry({ stream: 'a', seq, changes: BOOK_CHANGES.of([change]) });
}

function trade(seq: number, priceCents = 11_000): TradeMade {
  const parties = { sellerId: 'ann', buyerId: 'bob', askSeq: seq - 1, bidSeq: seq };
  return { id: `${seq}`, seq, ...parties, priceCents };
}

it('sends a book at most four times a second, always in its newest state', () => {
  const reader = watch(1);
  for (let seq = 1; seq <= 100; seq += 1) {
    happen(seq);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1_000);
  expect(reader.of('book', 'seq')).toEqual([1, 25, 50, 75, 100]);
});

it('sends other books in the meantime, and never an older state after a newer one', () => {
  const reader = watch(1);
  happen(5);
  happen(1, { size: '10' });
  happen(7);
  happen(6);
  vi.advanceTimersByTime(260);
  expect(reader.of('book', 'seq')).toEqual([5, 1, 7]);
});

it('sends a new reader no earlier events', () => {
  const reader = watch(1);
  happen(1);
  const late = watch(1);
  vi.advanceTimersByTime(1_000);
  expect([reader.events.length, late.events.length]).toEqual([1, 0]);
});

it('makes readers refetch after a sale that could not be sent', async () => {
  const failures: unknown[] = [];
  const failing = { find: () => Promise.reject(new Error('no connection')) } as unknown as ProductNames;
  streams = new MarketStreams(pool as unknown as pg.Pool, failing, 'process', (error) =>
    failures.push(error),
  );
  const reader = watch(1);
  happen(2, { trades: [trade(2)] });
  await vi.advanceTimersByTimeAsync(0);
  expect([failures.length, reader.events.map(({ name }) => name)]).toEqual([1, ['book', 'reset']]);
});

it('sends every sale, with its change', async () => {
  const reader = watch(1);
  happen(2, { trades: [trade(1), trade(2, 12_100)] });
  happen(3, { trades: [trade(3)] });
  happen(1, { size: '10', trades: [trade(1, 9_000)] });
  await vi.runAllTimersAsync();
  expect(reader.of('sale', 'id')).toEqual(['1', '2', '3', '1']);
  expect(reader.of('sale', 'change')).toEqual([10, 10, -9.1, -10]);
  expect(reader.of('sale', 'price')).toEqual([110, 121, 110, 90]);
  expect(readsOfSales).toBe(2);
});

const hearOfOddSale = (id: string) =>
  streams.onEntry({ stream: 'b', seq: 1, changes: ODD_SALES.of([{ productId: 1, size: '9', id }]) });

it('compares a sale with the last one that counts', async () => {
  const reader = watch(1);
  happen(1, { trades: [trade(1, 99_000)] });
  hearOfOddSale('1');
  happen(2, { trades: [trade(2)] });
  happen(3, { trades: [trade(3, 99_000)] });
  sales.push({ id: '2', priceCents: 11_000 });
  hearOfVoidSale('3');
  happen(4, { trades: [trade(4, 12_100)] });
  hearOfOddSale('2');
  happen(5, { trades: [trade(5, 12_100)] });
  await vi.runAllTimersAsync();
  expect(reader.of('sale', 'id')).toEqual(['1', '2', '4', '5']);
  expect(reader.of('sale', 'change')).toEqual([890, 10, 10, 0]);
});

it('marks an odd sale after the sale itself', async () => {
  const reader = watch(1);
  happen(2, { trades: [trade(2)] });
  hearOfOddSale('2');
  await vi.runAllTimersAsync();
  expect(reader.of('odd', 'id')).toEqual(['2']);
  expect(reader.events.map(({ name }) => name)).toEqual(['book', 'sale', 'odd']);
});

const hearOfVoidSale = (id: string) =>
  streams.onEntry({ stream: 'b', seq: 1, changes: VOID_SALES.of([{ productId: 1, size: '9', id }]) });

it('sends the end of a sale after the sale', async () => {
  const reader = watch(1);
  happen(2, { trades: [trade(2)] });
  hearOfVoidSale('2');
  await vi.runAllTimersAsync();
  expect(reader.of('void', 'id')).toEqual(['2']);
  expect(reader.events.map(({ name }) => name).at(-1)).toBe('void');
});

it('sends no sale after its end, if the entry of its trade arrives later', async () => {
  const reader = watch(1);
  hearOfVoidSale('2');
  happen(2, { trades: [trade(1), trade(2)] });
  await vi.runAllTimersAsync();
  expect(reader.of('sale', 'id')).toEqual(['1']);
});

it('sends readers of everything the newest state of each book, fifty at a time, and the newest sales', async () => {
  const reader = watch();
  for (let book = 1; book <= 70; book += 1) {
    happen(1, { productId: book, trades: [trade(book)] });
  }
  await vi.advanceTimersByTimeAsync(250);
  expect(reader.of('book', 'product')).toHaveLength(50);
  expect(reader.of('sale', 'id').at(-1)).toBe('70');
  expect(reader.of('sale', 'id')).toHaveLength(20);
  await vi.advanceTimersByTimeAsync(250);
  expect(reader.of('book', 'product')).toHaveLength(70);
  expect(new Set(reader.of('book', 'product')).size).toBe(70);
});

it('sends nothing to a reader that has left', async () => {
  const reader = watch(1);
  reader.close();
  happen(1, { trades: [trade(1)] });
  await vi.runAllTimersAsync();
  expect(reader.events).toEqual([]);
});

it('resets all readers after a gap in the feed', () => {
  const reader = watch(1);
  happen(1);
  streams.onMissed();
  expect(reader.events.map(({ name }) => name)).toEqual(['book', 'reset']);
});

it('has the readers of a book read its levels again if they cannot be read', async () => {
  const failures: unknown[] = [];
  const failing = { query: () => Promise.reject(new Error('No answer.')) } as unknown as pg.Pool;
  streams = new MarketStreams(failing, products as unknown as ProductNames, 'process', (error) => {
    failures.push(error);
  });
  const reader = watchLevels(1, '9');
  await vi.advanceTimersByTimeAsync(0);
  expect([failures.length, reader.of('reset', '')]).toEqual([1, [undefined]]);
});

it('reads the levels of a book at most four times a second, one read at a time, for any number of readers', async () => {
  const first = watchLevels(1, '9');
  for (let count = 0; count < 100; count += 1) {
    watchLevels(1, '9').close();
    happen(count + 1);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(replicaReads).toHaveLength(1);
  replicaReads[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([replicaReads.length, first.of('levels', 'size')]).toEqual([2, ['9']]);
  replicaReads[1]?.();
  await vi.advanceTimersByTimeAsync(249);
  watchLevels(1, '9');
  expect(replicaReads).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(replicaReads).toHaveLength(3);
});

it('sends readers of everything no ids while books are waiting', () => {
  const reader = watch();
  for (let size = 1; size <= 60; size += 1) {
    happen(1, { size: `${size}` });
  }
  vi.advanceTimersByTime(255);
  happen(2, { size: '1' });
  vi.advanceTimersByTime(1_000);
  expect(reader.of('book', 'size')).toHaveLength(61);
  const [full = [], next = []] = reader.ids;
  expect(full).toEqual([]);
  expect(next).toEqual(next.toSorted((a, b) => a - b));
  expect(next).toHaveLength(11);
});

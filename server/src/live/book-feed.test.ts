import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BookFeed } from './book-feed.js';
import { FeedMessage } from './book-feed-events.js';
import type { EventStream } from './event-stream.js';
import { FeedPosition } from './feed-position.js';
import type { Cut, SnapshotPage } from './read-book-feed.js';

const STREAM = '00000000-0000-4000-8000-000000000001';

const positionAt = (seq: number) => new FeedPosition(1_000, new Map([[STREAM, seq]]), new Set([STREAM]));

const messageAt = (seq: number) =>
  new FeedMessage(STREAM, seq, 1, { type: 'add', product: 1, size: '9', seq, side: 'ask', price: 200 });

/** A market with one book, in which each entry adds an order. */
class Market {
  seq = 0;
  failure: Error | null = null;
  /** True if the next cut is one entry too large. */
  isGap = false;
  pages = 0;
  /** Lets a page wait. */
  pageReady: Promise<void> = Promise.resolve();

  position = async () => {
    this.check();
    return positionAt(this.seq);
  };

  async cut(after: FeedPosition): Promise<Cut | null> {
    this.check();
    if (this.isGap) {
      this.isGap = false;
      return null;
    }
    const from = after.seqByStream.get(STREAM) ?? 0;
    const messages = Array.from({ length: this.seq - from }, (_, index) => messageAt(from + index + 1));
    return { messages, position: positionAt(this.seq) };
  }

  resume = (after: FeedPosition) => this.cut(after);

  async page(): Promise<SnapshotPage> {
    this.check();
    this.pages += 1;
    const { seq } = this;
    await this.pageReady;
    const asks = Array.from({ length: seq }, (_, index): [number, number] => [index + 1, 200]);
    const book = { type: 'book' as const, product: 1, size: '9', seq, asks, bids: [] };
    return { position: positionAt(seq), changes: [], books: [book], lastProduct: null };
  }

  private check(): void {
    if (this.failure) {
      throw this.failure;
    }
  }
}

/** The feed's view of a stream, with the events sent to it. */
class Reader {
  events: string[] = [];
  lastId = '';
  private leave = () => {};

  readonly stream = {
    isReady: true,
    send: (text: string) => {
      for (const line of text.split('\n').filter((each) => each !== '')) {
        const { type, reason = '', seq = '', id } = JSON.parse(line);
        this.events.push(`${type} ${reason}${seq}`.trim());
        this.lastId = id ?? this.lastId;
      }
    },
    onClose: (callback: () => void) => {
      this.leave = callback;
    },
    end: () => {},
  };

  open(feed: BookFeed, after?: string): this {
    feed.open(this.stream as unknown as EventStream, null, 'lines', after);
    return this;
  }

  close(): void {
    this.leave();
  }

  /** The events since the last call. */
  take(): string[] {
    return this.events.splice(0);
  }
}

let market: Market;
let feed: BookFeed;
let failures: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  market = new Market();
  failures = [];
  feed = new BookFeed(market, (error) => failures.push(error), 5);
});

afterEach(() => {
  feed.close();
  vi.useRealTimers();
});

/** Adds orders and lets the feed look for them. */
async function add(orders: number): Promise<void> {
  market.seq += orders;
  feed.onMissed();
  await vi.advanceTimersByTimeAsync(200);
}

it('sends a snapshot and then each change once', async () => {
  market.seq = 2;
  const reader = new Reader().open(feed);
  await add(1);
  await add(2);
  expect(reader.take()).toEqual(['reset begin', 'book 3', 'ready', 'add 4', 'add 5']);
});

it('leaves out what a page has when the same entries arrive in a cut', async () => {
  const first = new Reader().open(feed);
  await add(1);
  const second = new Reader();
  market.seq += 2;
  second.open(feed);
  await add(1);
  expect(second.take()).toEqual(['reset begin', 'book 4', 'ready']);
  expect(first.take()).toEqual(['reset begin', 'book 1', 'ready', 'add 2', 'add 3', 'add 4']);
});

it('paces a slow reader, and lets one that is too slow begin again', async () => {
  const reader = new Reader().open(feed);
  await add(1);
  reader.take();
  reader.stream.isReady = false;
  await add(2);
  expect(reader.take()).toEqual([]);
  reader.stream.isReady = true;
  await add(1);
  expect(reader.take()).toEqual(['add 2', 'add 3', 'add 4']);
  reader.stream.isReady = false;
  await add(4);
  await add(4);
  reader.stream.isReady = true;
  await add(0);
  expect(reader.take()).toEqual(['reset too-slow', 'book 12', 'ready']);
});

it('begins again for all readers after a gap, even for one whose page is being read', async () => {
  const following = new Reader().open(feed);
  await add(1);
  following.take();
  let endPage = () => {};
  market.pageReady = new Promise((resolve) => {
    endPage = resolve;
  });
  const reading = new Reader().open(feed);
  await add(1);
  market.isGap = true;
  await add(1);
  endPage();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reading.take()).toEqual(['reset missed', 'book 3', 'ready']);
  expect(following.take()).toEqual(['add 2', 'reset missed', 'book 3', 'ready']);
});

it('resumes after an id, and repeats what a failure has prevented', async () => {
  const reader = new Reader().open(feed);
  await add(1);
  reader.close();
  market.seq += 2;
  market.failure = new Error('no database');
  const resumed = new Reader().open(feed, reader.lastId);
  await add(0);
  expect([resumed.take(), failures.length > 0]).toEqual([[], true]);
  market.failure = null;
  await add(1);
  await add(1);
  expect(resumed.take()).toEqual(['add 2', 'add 3', 'add 4', 'add 5']);
});

it('sends heartbeats with an id to those who have everything', async () => {
  const reader = new Reader().open(feed);
  await add(1);
  reader.take();
  const { lastId } = reader;
  market.seq += 1;
  await feed.heartbeat();
  expect(reader.take()).toEqual(['add 2', 'heartbeat']);
  expect(FeedPosition.of(reader.lastId, null)?.seqByStream.get(STREAM)).toBe(2);
  expect(FeedPosition.of(lastId, null)?.seqByStream.get(STREAM)).toBe(1);
});

it('reads nothing without readers', async () => {
  const reader = new Reader().open(feed);
  await add(1);
  reader.close();
  const { pages } = market;
  market.failure = new Error('read');
  await add(1);
  expect([failures, market.pages]).toEqual([[], pages]);
  expect(vi.getTimerCount()).toBe(0);
});

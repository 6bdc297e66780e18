import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, constants } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BOOK_CHANGES, type BookChange } from '../books/book-changes.js';
import type { EntryChanges } from '../feed/change-kind.js';
import type { Subscriber } from '../feed/feed.js';
import { pack } from '../http/compress.js';
import { invalidatedTags } from '../invalidated-tags.js';
import { NOTIFIED_USERS } from '../notifications/notified-users.js';
import { CHANGED_PRODUCTS } from '../products/changed-products.js';
import { ALL_BOOKS, booksOf, CATALOGUE, salesOf } from './cache-tags.js';
import { CachedResponse } from './cached-response.js';
import { CachedValue } from './cached-value.js';
import { type AnswerPlan, ResponseCache } from './response-cache.js';

/** A feed controlled by the test. */
class StandInFeed {
  isUp = true;
  subscriber: Subscriber | null = null;
  opened = Promise.resolve();
  polls = 0;
  onPoll = () => {};

  async subscribe(subscriber: Subscriber): Promise<() => void> {
    await this.opened;
    this.subscriber = subscriber;
    return () => {};
  }

  isUpToDate(): boolean {
    return this.isUp;
  }

  async poll(): Promise<void> {
    this.polls += 1;
    await new Promise(setImmediate);
    this.onPoll();
  }

  publish(changes: EntryChanges): void {
    this.subscriber?.onEntry({ stream: 'a', seq: 1, changes }, false);
  }
}

let feed: StandInFeed;
let responses: ResponseCache;
let turns: string[];
let nowMs = 0;

beforeEach(async () => {
  feed = new StandInFeed();
  turns = [];
  responses = open();
  await responses.follow();
});

function open(maxBytes?: number): ResponseCache {
  return new ResponseCache({
    processId: 'this',
    feed,
    invalidatedBy: invalidatedTags,
    limit: {
      runInSlot: (visitor, work) => {
        turns.push(visitor);
        return work();
      },
      maxMs: () => 0,
      isPressed: () => false,
      canRecompute: () => true,
    },
    clock: { steadyMs: () => nowMs, wallMs: () => 0 },
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
}

let count = 0;
let price = 100;

/** A response with the price at the time it is made. */
function plan(more: Partial<AnswerPlan> = {}): AnswerPlan {
  return {
    key: '/api/1',
    follows: [booksOf(1)],
    async make() {
      count += 1;
      return { type: 'text/plain', text: `${price} dollars` };
    },
    ...more,
  };
}

async function textOf(answer: Awaited<ReturnType<ResponseCache['read']>>): Promise<string> {
  return answer instanceof CachedResponse ? (await answer.form(null)).bytes.toString() : answer.refused;
}

const readText = async (more: Partial<AnswerPlan> = {}) =>
  textOf(await responses.read(plan(more), 'visitor'));

function change(productId: number, hasTrade = false): BookChange {
  const trade = {
    id: 'a',
    seq: 1,
    askSeq: 1,
    bidSeq: 2,
    sellerId: 'ann',
    buyerId: 'bob',
    priceCents: 1,
    priceBeforeCents: null,
  };
  return {
    productId,
    size: '9',
    seq: 1,
    lowestAskCents: 1,
    highestBidCents: null,
    openAsks: 1,
    openBids: 0,
    orders: [],
    trades: hasTrade ? [trade] : [],
    outbid: [],
    atMs: 0,
  };
}

describe('a cached response', () => {
  beforeEach(() => {
    count = 0;
    price = 100;
  });

  it('is made once for sixty-four readers, in the slot of the first', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => responses.read(plan(), `visitor ${index}`)),
    );
    expect(new Set(answers).size).toBe(1);
    expect([count, turns]).toEqual([1, ['visitor 0']]);
    expect(responses.ready('/api/1')).toBe(answers[0]);
  });

  it('is invalidated by changes to its tags only', async () => {
    await readText();
    price = 90;
    feed.publish(BOOK_CHANGES.of([change(2, true)]));
    expect(await readText()).toBe('100 dollars');
    feed.publish(BOOK_CHANGES.of([change(1)]));
    expect(await readText()).toBe('90 dollars');
    price = 80;
    feed.publish(CHANGED_PRODUCTS.of([1]));
    expect(await readText()).toBe('80 dollars');
    price = 70;
    feed.subscriber?.onMissed();
    expect(await readText()).toBe('70 dollars');
  });

  it.each([
    ['an order', BOOK_CHANGES.of([change(7)]), [true, true, false, false]],
    ['a trade', BOOK_CHANGES.of([change(7, true)]), [true, true, true, false]],
    ['the command line', CHANGED_PRODUCTS.of([7]), [true, true, true, true]],
    ['a notification', NOTIFIED_USERS.of(['ann']), [false, false, false, false]],
  ])('is invalidated by %s for the tags it affects', async (_what, changes, outdated) => {
    const cacheTags = [booksOf(7), ALL_BOOKS, salesOf(7), CATALOGUE];
    for (const cacheTag of cacheTags) {
      await readText({ key: cacheTag, follows: [cacheTag] });
    }
    feed.publish(changes);
    expect(cacheTags.map((cacheTag) => responses.ready(cacheTag) === null)).toEqual(outdated);
  });

  it('invalidated while it is made is made again for later readers', async () => {
    let finish = () => {};
    const slow = responses.read(
      plan({
        async make() {
          const text = `${price} dollars`;
          await new Promise<void>((done) => {
            finish = done;
          });
          return { type: 'text/plain', text };
        },
      }),
      'visitor',
    );
    await new Promise(setImmediate);
    price = 90;
    feed.publish(BOOK_CHANGES.of([change(1)]));
    const later = readText();
    finish();
    expect(await textOf(await slow)).toBe('100 dollars');
    expect(await later).toBe('90 dollars');
    expect(responses.ready('/api/1')).not.toBeNull();
  });

  it('recomputed without a difference keeps its encodings', async () => {
    const before = await responses.read(plan(), 'visitor');
    feed.publish(BOOK_CHANGES.of([change(1)]));
    expect(await responses.read(plan(), 'visitor')).toBe(before);
    expect(count).toBe(2);
  });

  it('is compressed quickly if it has just changed, and well once it has lasted', async () => {
    const words = (seed: number) =>
      Array.from({ length: 3_000 }, (_, index) => Math.floor(Math.abs(Math.sin(index + seed)) * 500)).join(
        ' ',
      );
    const packed = async (seed: number) => {
      feed.publish(BOOK_CHANGES.of([change(1)]));
      const make = async () => ({ type: 'text/plain', text: words(seed) });
      return (await ((await responses.read(plan({ make }), 'visitor')) as CachedResponse).form('br')).bytes;
    };
    const bytesOf = (seed: number, quality: number) =>
      brotliCompressSync(words(seed), {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: quality,
          [constants.BROTLI_PARAM_SIZE_HINT]: words(seed).length,
        },
      });
    expect(await packed(1)).toEqual(bytesOf(1, 4));
    nowMs += 4_999;
    expect(await packed(2)).toEqual(bytesOf(2, 1));
    expect(await packed(2)).toEqual(bytesOf(2, 1));
    nowMs += 5_000;
    expect(await packed(2)).toEqual(bytesOf(2, 4));
    nowMs += 5_000;
    expect(await packed(3)).toEqual(bytesOf(3, 4));
  });

  it('is reused if its producer finds the same basis', async () => {
    const make: AnswerPlan['make'] = async ({ last }) =>
      last?.basis === 'same' ? last : { type: 'text/html', text: `drawn ${++count}`, basis: 'same' };
    expect(await readText({ make })).toBe('drawn 1');
    feed.publish(BOOK_CHANGES.of([change(1)]));
    expect(await readText({ make })).toBe('drawn 1');
  });

  it('is not served while the feed is unavailable, and is again if nothing was missed', async () => {
    await readText();
    feed.isUp = false;
    price = 90;
    expect(responses.ready('/api/1')).toBeNull();
    expect(await readText()).toBe('90 dollars');
    price = 80;
    expect(await readText()).toBe('80 dollars');
    feed.isUp = true;
    expect(await readText()).toBe('80 dollars');
  });

  it('is not served before the feed is followed', async () => {
    let isOpened = () => {};
    feed.opened = new Promise((resolve) => {
      isOpened = resolve;
    });
    responses = open();
    expect(await readText()).toBe('100 dollars');
    expect(responses.ready('/api/1')).toBeNull();
    isOpened();
    await responses.follow();
    expect(responses.ready('/api/1'), 'made before').toBeNull();
    await readText();
    expect(responses.ready('/api/1')).not.toBeNull();
  });

  it('is never a refusal or a failure: neither is cached', async () => {
    expect(await readText({ make: async () => ({ refused: 'unknown-product' }) })).toBe('unknown-product');
    await expect(readText({ make: () => Promise.reject(new Error('away')) })).rejects.toThrow('away');
    expect(responses.size).toEqual({ answers: 0, bytes: 0 });
    expect(await readText()).toBe('100 dollars');
  });

  it('is invalidated with thirty thousand others at the cost of one', async () => {
    const invalidate = vi.spyOn(CachedValue.prototype, 'invalidate');
    for (let number = 0; number < 30_000; number += 1) {
      await readText({ key: `/api/?name=${number}`, follows: [ALL_BOOKS, CATALOGUE] });
    }
    feed.publish(BOOK_CHANGES.of([change(1)]));
    expect(invalidate).not.toHaveBeenCalled();
    const isReady = (number: number) => responses.ready(`/api/?name=${number}`) !== null;
    expect([0, 15_000, 29_999].map(isReady)).toEqual([false, false, false]);
    await readText({ key: '/api/?name=7', follows: [ALL_BOOKS, CATALOGUE] });
    expect([isReady(7), isReady(8)]).toEqual([true, false]);
  });

  it('has the tags of its newest plan', async () => {
    await readText({ follows: [booksOf(1)] });
    feed.publish(BOOK_CHANGES.of([change(1)]));
    await readText({ follows: [booksOf(2)] });
    feed.publish(BOOK_CHANGES.of([change(1)]));
    expect(responses.ready('/api/1')).not.toBeNull();
    feed.publish(BOOK_CHANGES.of([change(2)]));
    expect(responses.ready('/api/1')).toBeNull();
  });
});

describe('a response that may be stale', () => {
  const LAG_MS = 250;
  const lags: Partial<AnswerPlan> = { staleWhileRevalidateMs: () => LAG_MS };
  const exact = { ...lags, isExact: true };

  beforeEach(() => {
    count = 0;
    price = 100;
  });

  it('is never older than allowed, however often and whenever it changes', async () => {
    let changedAtMs: number | null = null;
    let random = 1;
    for (let step = 0; step < 3_000; step += 1) {
      random = (random * 48_271) % 2_147_483_647;
      nowMs += random % 60;
      if (random % 3 === 0) {
        price += 1;
        changedAtMs ??= nowMs;
        feed.publish(BOOK_CHANGES.of([change(1)]));
      }
      const ready = responses.ready('/api/1');
      const text = ready && (await textOf(ready));
      if (text !== null && text !== `${price} dollars`) {
        expect(nowMs - Number(changedAtMs)).toBeLessThan(LAG_MS);
      }
      if (ready === null) {
        expect(await readText(lags)).toBe(`${price} dollars`);
      }
      await new Promise(setImmediate);
      const cached = responses.ready('/api/1');
      changedAtMs = cached && (await textOf(cached)) === `${price} dollars` ? null : changedAtMs;
    }
    expect(count).toBeGreaterThan(100);
  });

  it('is not used once it is unknown when it changed', async () => {
    await readText(lags);
    feed.subscriber?.onMissed();
    expect(responses.ready('/api/1')).toBeNull();
    await readText(lags);
    for (let times = 0; times < 100; times += 1) {
      feed.publish(BOOK_CHANGES.of([change(1)]));
      nowMs += 100;
    }
    expect(responses.ready('/api/1')).toBeNull();
  });

  it('is fresh for a reader who may know of the change, without another read of the feed', async () => {
    await readText(lags);
    price = 90;
    feed.publish(BOOK_CHANGES.of([change(1)]));
    const polls = vi.spyOn(feed, 'poll');
    expect(responses.ready('/api/1', true)).toBeNull();
    expect(await readText({ ...lags, isFresh: true })).toBe('90 dollars');
    expect(polls).not.toHaveBeenCalled();
  });

  it('is fresh for an exact read, which all such readers share', async () => {
    await readText(lags);
    price = 90;
    feed.publish(BOOK_CHANGES.of([change(1)]));
    expect(await readText(lags)).toBe('100 dollars');
    const [first, second] = await Promise.all([readText(exact), readText(exact)]);
    expect([first, second, count]).toEqual(['90 dollars', '90 dollars', 2]);
    expect(await readText(exact)).toBe('90 dollars');
    expect(count).toBe(2);
  });

  it('has for an exact read what another server has committed before', async () => {
    await readText(lags);
    feed.onPoll = () => feed.publish(BOOK_CHANGES.of([change(1)]));
    price = 90;
    const during = readText(exact);
    const alsoDuring = readText(exact);
    expect([await during, await alsoDuring, feed.polls]).toEqual(['90 dollars', '90 dollars', 1]);
    const first = readText(exact);
    await new Promise((resolve) => queueMicrotask(() => resolve(null)));
    price = 80;
    expect([await first, await readText(exact)]).toEqual(['80 dollars', '80 dollars']);
    feed.isUp = false;
    price = 70;
    expect(await readText(exact)).toBe('70 dollars');
  });
});

/** Memory in use, after garbage collection. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('the memory of cached responses', () => {
  const MAX = 2_000_000;
  const content = (text: string) => async () => ({ type: 'text/plain', text });

  it('does not grow with twenty thousand addresses, and keeps those in use', async () => {
    responses = open(MAX);
    await responses.follow();
    await readText({ key: '/api/', make: content('popular'.repeat(1_000)) });
    let maxBytes = 0;
    for (let id = 0; id < 20_000; id += 1) {
      await responses.read(
        plan({ key: `/api/${id}/figures`, follows: [booksOf(id)], make: content('x') }),
        'a',
      );
      maxBytes = Math.max(maxBytes, responses.size.bytes);
      if (id % 100 === 0) {
        expect(responses.ready('/api/'), `after ${id} others`).not.toBeNull();
      }
    }
    expect(maxBytes).toBeLessThanOrEqual(MAX);
    expect(responses.size.answers).toBeLessThan(500);
  });

  it('is what is counted, even if each of twenty thousand addresses has its own tags', async () => {
    const most = 16_000_000;
    responses = open(most);
    await responses.follow();
    const before = usedBytes();
    for (let address = 0; address < 20_000; address += 1) {
      const follows = Array.from({ length: 48 }, (_, index) => booksOf(address * 48 + index));
      await responses.read(plan({ key: `/api/cards?ids=${address}`, follows, make: content('[]') }), 'a');
    }
    const { bytes } = responses.size;
    expect(bytes).toBeGreaterThan(most / 2);
    expect(bytes).toBeLessThanOrEqual(most);
    expect(usedBytes() - before).toBeLessThan(bytes * 1.1);
    expect(responses.size.bytes).toBe(bytes);
  });

  it('includes the encodings of a response', async () => {
    const answer = await responses.read(plan({ make: content('popular'.repeat(1_000)) }), 'visitor');
    const { bytes } = responses.size;
    const form = await (answer as CachedResponse).form('gzip');
    expect(responses.size.bytes).toBe(bytes + form.bytes.length);
    await (answer as CachedResponse).form('gzip');
    expect(responses.size.bytes).toBe(bytes + form.bytes.length);
  });

  it('is freed of a response that is being recomputed, and its readers still share one producer', async () => {
    responses = open(MAX);
    await responses.follow();
    await readText();
    feed.publish({ books: [change(1)] });
    count = 0;
    let finish = () => {};
    const make: AnswerPlan['make'] = async () => {
      count += 1;
      await new Promise<void>((done) => {
        finish = done;
      });
      return { type: 'text/plain', text: 'again' };
    };
    const first = readText({ make });
    for (let id = 0; id < 500; id += 1) {
      await readText({ key: `/api/${id}/figures`, make: content('x') });
    }
    const second = readText({ make });
    finish();
    expect([await first, await second, count]).toEqual(['again', 'again', 1]);
    expect(responses.ready('/api/1')).not.toBeNull();
  });

  it('excludes a response that would fill it', async () => {
    responses = open(MAX);
    await responses.follow();
    expect(await readText({ make: content('x'.repeat(MAX / 2)) })).toHaveLength(MAX / 2);
    expect(responses.size).toEqual({ answers: 0, bytes: 0 });
  });
});

describe('a client that has the response', () => {
  const answer = new CachedResponse({ type: 'text/plain', text: 'one' }, pack, () => {});
  const other = new CachedResponse({ type: 'text/plain', text: 'two' }, pack, () => {});

  it.each([answer.etag, answer.etag.slice(2), `${other.etag}, ${answer.etag}`, '*', `"a",${answer.etag}`])(
    'is recognised by if-none-match %s',
    (tag) => {
      expect(answer.isKnownBy(tag)).toBe(true);
    },
  );

  it.each([undefined, '', other.etag, answer.etag.slice(0, -1), `x${answer.etag}`, 'W/', '"*"'])(
    'is not recognised by if-none-match %s',
    (tag) => {
      expect(answer.isKnownBy(tag)).toBe(false);
    },
  );
});

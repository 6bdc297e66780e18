import { describe, expect, it } from 'vitest';
import { Books } from '../src/books.js';
import type { BookFeedEvent } from '../src/generated/calls.js';
import { streamClient } from './answers.js';

/** A feed that ends after these events. */
const lines =
  (...events: object[]) =>
  () =>
    new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
const wordOf = (event: BookFeedEvent) => ('seq' in event ? `${event.type} ${event.seq}` : event.type);

const add = (seq: number, id?: string) => ({
  type: 'add',
  product: 1,
  size: '9',
  seq,
  side: 'ask',
  price: 100 + seq,
  ...(id && { id }),
});
const reset = (reason: string) => ({ type: 'reset', reason });
const book = (seq: number) => ({ type: 'book', product: 1, size: '9', seq, asks: [[seq, 100]], bids: [] });
const ready = (id: string) => ({ type: 'ready', id });

describe('the feed of the books', () => {
  it('misses and repeats nothing when the connection breaks within events that belong together', async () => {
    const { client, positions, signal } = streamClient([
      lines(reset('begin'), book(1), ready('a'), add(2, 'b'), add(3), add(4)),
      lines(add(3), add(4)),
      lines(add(3), add(4), add(5, 'c')),
    ]);
    const books = new Books();
    const seen: string[] = [];
    for await (const event of client.feed({ signal })) {
      books.apply(event);
      seen.push(wordOf(event));
    }
    expect(seen).toEqual(['reset', 'book 1', 'ready', 'add 2', 'add 3', 'add 4', 'add 5']);
    // In a header, which may be longer than an address.
    expect(positions).toEqual([null, 'b', 'b', 'c']);
    expect(books.book(1, '9')).toMatchObject({ seq: 5, asks: { length: 5 } });
  });

  it('forgets events of an unfinished group at a reset, and gives those of a snapshot at once', async () => {
    const { client, signal } = streamClient([
      lines(add(8), add(9), reset('missed'), book(9), add(10), ready('d')),
    ]);
    const seen: string[] = [];
    for await (const event of client.feed({ after: 'c', signal })) {
      seen.push(wordOf(event));
    }
    expect(seen).toEqual(['reset', 'book 9', 'add 10', 'ready']);
  });

  it('begins again with a snapshot that broke off', async () => {
    const { client, positions, signal } = streamClient([
      lines(reset('begin'), book(1)),
      lines(reset('begin'), book(2), ready('a')),
    ]);
    const seen: string[] = [];
    for await (const event of client.feed({ signal })) {
      seen.push(wordOf(event));
    }
    expect(seen).toEqual(['reset', 'book 1', 'reset', 'book 2', 'ready']);
    expect(positions).toEqual([null, null, 'a']);
  });
});

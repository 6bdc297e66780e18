import type { BookFeedEvent, BookUpdate } from '@perkex/contract/book-feed.js';
import { groupBy } from '@perkex/core/group-by.js';
import { centsToDollars } from '@perkex/core/money.js';
import { oppositeOf } from '@perkex/core/order-book/order.js';
import type { BookChange } from '../books/book-changes.js';
import { isoTime } from '../clock/iso-time.js';
import { eventText } from './event-stream.js';

/** The changes of books that one entry of the feed reports. */
export interface BooksEntry {
  readonly stream: string;
  readonly seq: number;
  readonly books: readonly BookChange[];
}

/** An event of the feed, with the entry that caused it. */
export class FeedMessage {
  private readonly texts = new Map<FeedFormat, string>();

  constructor(
    readonly stream: string,
    readonly seq: number,
    readonly productId: number,
    private readonly event: BookFeedEvent,
  ) {}

  /** Serialised once for all readers. */
  textFor(format: FeedFormat): string {
    const text = this.texts.get(format) ?? feedText(format, this.event);
    this.texts.set(format, text);
    return text;
  }

  /** @param id the position after it */
  textWithId(format: FeedFormat, id: string): string {
    return feedText(format, this.event, id);
  }
}

export type FeedFormat = 'events' | 'lines';

/** An event in its wire format, with the id of the position after it. */
export function feedText(format: FeedFormat, event: BookFeedEvent, id?: string): string {
  if (format === 'events') {
    return eventText(event.type, event, id);
  }
  return `${JSON.stringify(id === undefined ? event : { ...event, id })}\n`;
}

/** Messages in their wire format, the last with the id of the position after all of them. */
export function messagesText(messages: readonly FeedMessage[], format: FeedFormat, id: string): string {
  const last = messages.at(-1);
  const others = messages.slice(0, -1).map((message) => message.textFor(format));
  return last ? others.join('') + last.textWithId(format, id) : '';
}

/** The messages of entries, and the books that have to be read because entries of an earlier version lack details. */
export interface CutMessages {
  readonly messages: readonly FeedMessage[];
  readonly incomplete: readonly IncompleteBook[];
}

export interface IncompleteBook {
  readonly productId: number;
  readonly size: string;
  /** The number of its last change. */
  readonly bookSeq: number;
  /** The entry of that change. */
  readonly stream: string;
  readonly seq: number;
}

/**
 * The messages of all entries between two snapshots of the database, each book's in the order of its numbers. Entries
 * of different streams may change one book.
 */
export function messagesOf(entries: readonly BooksEntry[]): CutMessages {
  const changes = entries.flatMap(({ stream, seq, books }) =>
    books.map((change) => ({ stream, seq, change, updates: updatesOf(change) })),
  );
  const byBook = groupBy(changes, ({ change }) => `${change.productId}/${change.size}`);
  const messages: FeedMessage[] = [];
  const incomplete: IncompleteBook[] = [];
  for (const bookChanges of byBook.values()) {
    const inOrder = bookChanges.sort((one, other) => one.change.seq - other.change.seq);
    const last = inOrder.at(-1);
    if (last && !areComplete(inOrder)) {
      const { stream, seq, change } = last;
      const { productId, size, seq: bookSeq } = change;
      incomplete.push({ productId, size, bookSeq, stream, seq });
      continue;
    }
    for (const { stream, seq, change, updates } of inOrder) {
      messages.push(...updates.map((update) => new FeedMessage(stream, seq, change.productId, update)));
    }
  }
  return { messages, incomplete };
}

/** True if the numbers of the updates have no gap and end with that of the book. */
function areComplete(
  changes: readonly { readonly change: BookChange; readonly updates: readonly BookUpdate[] }[],
): boolean {
  const seqs = changes.flatMap(({ updates }) => updates.map(({ seq }) => seq));
  const first = seqs[0] ?? 0;
  return (
    seqs.length > 0 &&
    changes.every(({ change, updates }) => updates.at(-1)?.seq === change.seq) &&
    seqs.every((seq, index) => seq === first + index)
  );
}

/** The effects of a change of a book on its open orders, in order of their numbers. */
function updatesOf({ productId, size, orders, trades, atMs }: BookChange): BookUpdate[] {
  const at = isoTime(atMs);
  const updates: BookUpdate[] = [];
  for (const { seq, side, priceCents, closedSeq } of orders) {
    if (priceCents !== undefined) {
      updates.push({ type: 'add', product: productId, size, seq, side, price: centsToDollars(priceCents) });
    } else if (closedSeq !== undefined) {
      updates.push({ type: 'cancel', product: productId, size, seq: closedSeq, order: seq, side });
    }
  }
  for (const { id, seq, askSeq, bidSeq, priceCents } of trades) {
    const arriving = askSeq === seq ? 'ask' : 'bid';
    const side = oppositeOf(arriving);
    const order = side === 'ask' ? askSeq : bidSeq;
    const price = centsToDollars(priceCents);
    updates.push({ type: 'trade', product: productId, size, seq, order, side, price, sale: id, at });
  }
  return updates.sort((one, other) => one.seq - other.seq);
}

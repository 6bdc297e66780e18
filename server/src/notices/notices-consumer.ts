import { isOfBestPlace, noticesOf, withoutRepeats } from '@perkex/core/notices/notices.js';
import type { Transaction } from '../database/transaction.js';
import type { Consumer } from '../feed/consumer.js';
import type { FeedEntry } from '../feed/entry.js';
import type { NoticeWriter } from './notice-writer.js';
import { readLastTold } from './save-notices.js';

/** The consumer that notifies users of their trades and orders. */
export class NoticesConsumer implements Consumer {
  readonly name = 'notices';

  constructor(private readonly writer: NoticeWriter) {}

  wants({ changes }: FeedEntry): boolean {
    return changes.books.some((change) => noticesOf(change).length > 0);
  }

  async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
    const all = entries.flatMap(({ changes }) => changes.books.flatMap(noticesOf));
    await this.writer.write(tx, withoutRepeats(all, await readLastTold(tx, all.filter(isOfBestPlace))));
  }
}

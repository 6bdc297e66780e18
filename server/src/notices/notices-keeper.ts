import { isOfBestPlace, type Notice, noticesOf, withoutRepeats } from '@perkex/core/notices/notices.js';
import type { Transaction } from '../database/transaction.js';
import type { Batch } from '../feed/batch.js';
import type { Keeper } from '../feed/keeper.js';
import type { NoticeWriter } from './notice-writer.js';
import { readLastTold } from './save-notices.js';

/** True if a batch may cause notifications. */
export function concernsSomebody({ changes }: Batch): boolean {
  return changes.books.some((change) => noticesOf(change).length > 0);
}

/** The consumer of the feed that stores the notifications caused by batches. */
export class NoticesKeeper implements Keeper {
  readonly reader = 'notices';

  constructor(private readonly writer: NoticeWriter) {}

  async keep(tx: Transaction, batches: readonly Batch[]): Promise<void> {
    await this.writer.write(tx, await this.newsOf(tx, batches));
  }

  onKept(): void {
    this.writer.committed();
  }

  private async newsOf(tx: Transaction, batches: readonly Batch[]): Promise<Notice[]> {
    const all = batches.flatMap(({ changes }) => changes.books.flatMap(noticesOf));
    return all.length === 0 ? all : withoutRepeats(all, await readLastTold(tx, all.filter(isOfBestPlace)));
  }
}

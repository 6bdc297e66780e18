import { databaseTime } from '../database/database-time.js';
import type { Transaction } from '../database/transaction.js';
import type { Batch, BookChange } from '../feed/batch.js';
import type { Keeper } from '../feed/keeper.js';
import type { NoticeWriter } from '../notices/notice-writer.js';
import { ALERTS_READER, type AskedBook, tellAlerts } from './tell-alerts.js';

/** True if a batch may change an alert. */
export function mayAlert({ changes }: Batch): boolean {
  return changes.books.some(hasOtherAsks);
}

function hasOtherAsks({ orders }: BookChange): boolean {
  return orders.some(({ side }) => side === 'ask');
}

/**
 * Notifies the users whose alerts are met. It reads the current books instead of the entries. So, after any crash,
 * users are notified of an ask that still exists and not of one that is gone.
 */
export class AlertsKeeper implements Keeper {
  readonly reader = ALERTS_READER;

  constructor(
    private readonly writer: NoticeWriter,
    private readonly now: (tx: Transaction) => Promise<number> = databaseTime,
  ) {}

  async keep(tx: Transaction, batches: readonly Batch[]): Promise<void> {
    const books = askedBooks(batches);
    if (books.length > 0) {
      await tellAlerts(tx, this.writer, books, await this.now(tx));
    }
  }

  onKept(): void {
    this.writer.committed();
  }
}

/** Removes duplicates. */
function askedBooks(batches: readonly Batch[]): AskedBook[] {
  const books = new Map<string, AskedBook>();
  for (const { changes } of batches) {
    for (const { productId, size } of changes.books.filter(hasOtherAsks)) {
      books.set(`${productId} ${size}`, { productId, size });
    }
  }
  return [...books.values()];
}

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { Batch, BatchChanges } from './batch.js';

const MARK_LANE = statement({
  name: 'mark-lane',
  text: `insert into lanes (lane, seen_at) values ($1, clock_timestamp())
         on conflict (lane) do update set seen_at = excluded.seen_at`,
});

const SAVE_BATCH = statement({
  name: 'save-batch',
  text: `insert into batches (lane, seq, product_id, changes, at) values ($1, $2, $3, $4, clock_timestamp())`,
});

/** How often a lane in use says that it is. */
const MARKED_FOR_MS = 10 * 60_000;
const HIGHEST_SEQ = 1_000_000_000;

/**
 * Where one connection writes what its batches did, numbered without gaps since they follow each other. After a commit
 * whose outcome is unknown, the next batch needs a lane of its own.
 */
export class Lane {
  private readonly id = randomUUID();
  private seq = 0;
  private markedAtMs = Number.NEGATIVE_INFINITY;

  get isFull(): boolean {
    return this.seq >= HIGHEST_SEQ;
  }

  has({ lane }: Batch): boolean {
    return lane === this.id;
  }

  /** The row that is the lane's next, once it is committed. */
  next(changes: BatchChanges): Batch {
    return { lane: this.id, seq: this.seq + 1, changes };
  }

  /**
   * Says that the lane is in use, in a transaction before that of its batch, which then writes only what belongs to its
   * products. A lane without batches does no harm.
   */
  async markWhenDue(client: pg.ClientBase): Promise<void> {
    if (this.isMarkDue()) {
      await MARK_LANE.run(client, [this.id]);
      this.markedAtMs = Date.now();
    }
  }

  /** Saves the row in the transaction of what it tells of. */
  async save(client: pg.ClientBase, { lane, seq, changes }: Batch): Promise<void> {
    const productId = changes.books[0]?.productId ?? 0;
    await Promise.all([
      this.isMarkDue() && MARK_LANE.run(client, [lane]),
      SAVE_BATCH.run(client, [lane, seq, productId, JSON.stringify(changes)]),
    ]);
  }

  /** The row has been committed. */
  committed({ seq }: Batch): void {
    if (this.isMarkDue()) {
      this.markedAtMs = Date.now();
    }
    this.seq = seq;
  }

  private isMarkDue(): boolean {
    return Date.now() - this.markedAtMs > MARKED_FOR_MS;
  }
}

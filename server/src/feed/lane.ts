import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { Batch, BatchChanges } from './batch.js';

/**
 * Writes nothing while the lane's row is recent. Only the database's clock counts: a server whose clock is wrong, or is put
 * right, must not be taken for one that is gone (`old-batches.ts`).
 */
const MARK_LANE = statement({
  name: 'mark-lane',
  text: `insert into lanes (lane, seen_at)
         select $1::uuid, clock_timestamp()
         where not exists (
           select from lanes where lane = $1::uuid and seen_at > clock_timestamp() - interval '10 minutes'
         )
         on conflict (lane) do update set seen_at = excluded.seen_at`,
});

const SAVE_BATCH = statement({
  name: 'save-batch',
  text: `insert into batches (lane, seq, product_id, changes, at) values ($1, $2, $3, $4, clock_timestamp())`,
});

const HIGHEST_SEQ = 1_000_000_000;

/**
 * Where one connection writes what its batches did, numbered without gaps since they follow each other. After a commit
 * whose outcome is unknown, the next batch needs a lane of its own.
 */
export class Lane {
  private readonly id = randomUUID();
  private seq = 0;

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
   * Records that the lane is in use, and writes its row again if it is missing: entries without it are read by nobody. A
   * lane without batches does no harm.
   */
  async mark(client: pg.ClientBase): Promise<void> {
    await MARK_LANE.run(client, [this.id]);
  }

  /** Saves the row in the transaction of what it tells of. The lane must be marked, in this transaction or just before it. */
  async saveMarked(client: pg.ClientBase, { lane, seq, changes }: Batch): Promise<void> {
    const productId = changes.books[0]?.productId ?? 0;
    await SAVE_BATCH.run(client, [lane, seq, productId, JSON.stringify(changes)]);
  }

  /** Marks the lane and saves the row, in the transaction of what it tells of. */
  async save(client: pg.ClientBase, batch: Batch): Promise<void> {
    await this.mark(client);
    await this.saveMarked(client, batch);
  }

  /** The row has been committed. */
  committed({ seq }: Batch): void {
    this.seq = seq;
  }
}

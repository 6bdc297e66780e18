import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { Batch, BatchChanges } from './batch.js';

/**
 * Writes nothing if the stream's row is recent. Only the database's clock is used: a server with a wrong or adjusted
 * clock must not be taken for one that has stopped (`old-batches.ts`).
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
 * The stream of one connection, numbered without gaps because its batches follow each other. After a commit with an
 * unknown outcome, the next batch needs a new stream.
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

  /** The next entry of the stream, once it is committed. */
  next(changes: BatchChanges): Batch {
    return { lane: this.id, seq: this.seq + 1, changes };
  }

  /**
   * Marks the stream as in use and restores its row if it is missing: entries without that row are never read. A stream
   * without entries does no harm.
   */
  async mark(client: pg.ClientBase): Promise<void> {
    await MARK_LANE.run(client, [this.id]);
  }

  /**
   * Saves an entry in the transaction that it reports. The stream must be marked, in this transaction or just before
   * it.
   */
  async saveMarked(client: pg.ClientBase, { lane, seq, changes }: Batch): Promise<void> {
    const productId = changes.books[0]?.productId ?? 0;
    await SAVE_BATCH.run(client, [lane, seq, productId, JSON.stringify(changes)]);
  }

  /** Marks the stream and saves the entry, in the transaction that it reports. */
  async save(client: pg.ClientBase, batch: Batch): Promise<void> {
    await this.mark(client);
    await this.saveMarked(client, batch);
  }

  /** Confirms that the entry was committed. */
  committed({ seq }: Batch): void {
    this.seq = seq;
  }
}

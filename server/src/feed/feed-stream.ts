import type pg from 'pg';
import { isDistributed } from '../database/citus.js';
import { inOrder } from '../database/in-order.js';
import { type ShardConnection, shardStatement } from '../database/shard-statement.js';
import { statement } from '../database/statement.js';
import type { EntryChanges } from './change-kind.js';
import type { FeedEntry } from './entry.js';

/**
 * Writes nothing if the stream's row is recent. Only the database's clock is used: a server with a wrong or adjusted
 * clock must not be taken for one that has stopped (`old-entries.ts`).
 */
const MARK_STREAM = statement({
  name: 'mark-feed-stream',
  text: `insert into lanes (lane, seen_at)
         select $1::uuid, clock_timestamp()
         where not exists (
           select from lanes where lane = $1::uuid and seen_at > clock_timestamp() - interval '10 minutes'
         )
         on conflict (lane) do update set seen_at = excluded.seen_at`,
});

const SAVE_ENTRY = shardStatement({
  name: 'save-feed-entry',
  text: ({ batches }) => `insert into ${batches} (lane, seq, product_id, traded_ids, changes, at)
         values ($1, $2, $3, $4, $5, clock_timestamp())`,
});

/** The products of enough entries for a reader that looks several times a second. */
const ANNOUNCED_PRODUCTS = 32;

const ANNOUNCE_ENTRY = statement({
  name: 'announce-feed-entry',
  text: `insert into feed_announcements as stream (lane, seq, products) values ($1, $2, array[$3::int4])
         on conflict (lane) do update set seq = excluded.seq, products = case
             when excluded.seq = stream.seq + 1
               then (stream.products || excluded.products)[greatest(cardinality(stream.products) + ${2 - ANNOUNCED_PRODUCTS}, 1):]
             else excluded.products
           end`,
});

const HIGHEST_SEQ = 1_000_000_000;

/**
 * The stream of one connection, numbered without gaps because its entries are committed one after the other. After a
 * commit with an unknown outcome, the next entry needs a new stream.
 */
export class FeedStream {
  private seq = 0;

  /** @param id a UUID that no other stream has */
  constructor(private readonly id: string) {}

  get isFull(): boolean {
    return this.seq >= HIGHEST_SEQ;
  }

  has({ stream }: FeedEntry): boolean {
    return stream === this.id;
  }

  /** The next entry of the stream, once it is committed. */
  next(changes: EntryChanges): FeedEntry {
    return { stream: this.id, seq: this.seq + 1, changes };
  }

  /**
   * Marks the stream as in use and restores its row if it is missing: entries without that row are never read. A stream
   * without entries does no harm.
   */
  async mark(client: pg.ClientBase): Promise<void> {
    await MARK_STREAM.run(client, [this.id]);
  }

  /**
   * Saves an entry in the transaction that it reports. The stream must be marked, in this transaction or just before
   * it.
   * @param place the product whose shard stores the entry, so that a batch changes one shard, and the products of its
   * trades
   */
  async saveMarked(
    connection: ShardConnection,
    { stream, seq, changes }: FeedEntry,
    { productId, tradedIds = [] }: { readonly productId: number; readonly tradedIds?: readonly number[] },
  ): Promise<void> {
    await SAVE_ENTRY.run(connection, [stream, seq, productId, tradedIds, JSON.stringify(changes)]);
  }

  /**
   * Tells the readers of a distributed database which product's shard may soon have the entry, on another connection.
   * This must be done before the commit, so that everything committed is announced. If the transaction is rolled back,
   * the next one may announce the same number again.
   */
  async announce(coordinator: pg.ClientBase, { stream, seq }: FeedEntry, productId: number): Promise<void> {
    await ANNOUNCE_ENTRY.run(coordinator, [stream, seq, productId]);
  }

  /** Marks the stream and saves the entry, in the transaction that it reports. */
  async save(client: pg.ClientBase, entry: FeedEntry): Promise<void> {
    const { stream, seq } = entry;
    await this.mark(client);
    await inOrder([
      isDistributed(client) && ANNOUNCE_ENTRY.run(client, [stream, seq, 0]),
      this.saveMarked({ client, tables: null }, entry, { productId: 0 }),
    ]);
  }

  /** Confirms that the entry was committed. */
  committed({ seq }: FeedEntry): void {
    this.seq = seq;
  }
}

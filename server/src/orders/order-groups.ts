import type pg from 'pg';
import { findShards, hasCitus, readPlacedTables } from '../database/citus.js';

/**
 * The groups of commands that may share a batch. If the tables are distributed, a group is a shard, so that a batch
 * commits on one machine in one phase; otherwise all products are one group.
 */
export interface Groups {
  /** True if the statements of a batch must stay within one shard. */
  readonly isInShard: boolean;
  /** The group of a product; undefined if `find` must be called first. */
  known(productId: number): string | undefined;
  /** @throws when the database does not answer */
  find(productId: number): Promise<string>;
  /**
   * Finds the groups of all known products again: a shard may have been split. A batch across both parts fails, and its
   * commands are matched one by one.
   * @throws when the database does not answer
   */
  findAllAgain(): Promise<void>;
}

/** One group for all: fewer batches share more. */
export const ONE_GROUP: Groups = {
  isInShard: false,
  known: () => 'all',
  find: async () => 'all',
  findAllAgain: async () => {},
};

/** The extreme case of shards, for tests: one per product. */
export const GROUP_OF_EACH_PRODUCT: Groups = {
  isInShard: true,
  known: String,
  find: async (productId) => String(productId),
  findAllAgain: async () => {},
};

/** The shards of a database that `perkex distribute` has distributed. */
export function shardGroups(
  findShardsOf: (productIds: readonly number[]) => Promise<ReadonlyMap<number, string>>,
): Groups {
  const shards = new Map<number, string>();
  async function read(productIds: readonly number[]): Promise<void> {
    for (const [productId, shard] of await findShardsOf(productIds)) {
      shards.set(productId, shard);
    }
  }
  return {
    isInShard: true,
    known: (productId) => shards.get(productId),
    async find(productId) {
      await read([productId]);
      return shards.get(productId) ?? '';
    },
    findAllAgain: () => read([...shards.keys()]),
  };
}

/** The groups for this database: its shards if it is distributed, otherwise by the setting. */
export async function groupsOf(pool: pg.Pool, setting: 'all' | 'product'): Promise<Groups> {
  if ((await hasCitus(pool)) && (await readPlacedTables(pool)).includes('books')) {
    return shardGroups((productIds) => findShards(pool, productIds));
  }
  return setting === 'product' ? GROUP_OF_EACH_PRODUCT : ONE_GROUP;
}

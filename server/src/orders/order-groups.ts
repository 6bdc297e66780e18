import type pg from 'pg';
import { findShard, hasCitus, readPlacedTables } from '../database/citus.js';

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
}

/** One group for all: fewer batches share more. */
export const ONE_GROUP: Groups = {
  isInShard: false,
  known: () => 'all',
  find: async () => 'all',
};

/** The extreme case of shards, for tests: one per product. */
export const GROUP_OF_EACH_PRODUCT: Groups = {
  isInShard: true,
  known: String,
  find: async (productId) => String(productId),
};

/** The shards of a database that `perkex distribute` has distributed. */
export function shardGroups(findShardOf: (productId: number) => Promise<string>): Groups {
  const shards = new Map<number, string>();
  return {
    isInShard: true,
    known: (productId) => shards.get(productId),
    async find(productId) {
      const shard = await findShardOf(productId);
      shards.set(productId, shard);
      return shard;
    },
  };
}

/** The groups for this database: its shards if it is distributed, otherwise by the setting. */
export async function groupsOf(pool: pg.Pool, setting: 'all' | 'product'): Promise<Groups> {
  if ((await hasCitus(pool)) && (await readPlacedTables(pool)).includes('books')) {
    return shardGroups((productId) => findShard(pool, productId));
  }
  return setting === 'product' ? GROUP_OF_EACH_PRODUCT : ONE_GROUP;
}

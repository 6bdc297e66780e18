import type pg from 'pg';
import { findShard, hasCitus, readPlacedTables } from '../database/citus.js';

/**
 * Which commands may share a batch: those of one group. Where the tables are distributed, a group is a shard, so that a
 * batch commits on one machine in one phase; elsewhere all products are one group.
 */
export interface Groups {
  /** Whether the statements of a batch must stay within one shard. */
  readonly isInShard: boolean;
  /** Undefined where `find` has to be asked first. */
  known(productId: number): string | undefined;
  /** @throws when the database does not answer */
  find(productId: number): Promise<string>;
}

/** One group for all: the fewer batches, the more each of them shares. */
export const ONE_GROUP: Groups = {
  isInShard: false,
  known: () => 'all',
  find: async () => 'all',
};

/** The hardest case of shards, for tests: each product has one of its own. */
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

/** The groups that this database asks for: its shards where it is distributed, otherwise those of the setting. */
export async function groupsOf(pool: pg.Pool, setting: 'all' | 'product'): Promise<Groups> {
  if ((await hasCitus(pool)) && (await readPlacedTables(pool)).includes('books')) {
    return shardGroups((productId) => findShard(pool, productId));
  }
  return setting === 'product' ? GROUP_OF_EACH_PRODUCT : ONE_GROUP;
}

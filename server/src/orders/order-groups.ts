import type pg from 'pg';
import {
  findShards,
  hasCitus,
  readPlacedTables,
  readShards,
  type Shard,
  ShardMovedError,
} from '../database/citus.js';

/**
 * The groups of commands that may share a batch. If the tables are distributed, a group is a shard, so that a batch
 * commits on one machine in one phase; otherwise all products are one group.
 */
export interface Groups {
  /** True if the statements of a batch must stay within one shard. */
  readonly isInShard: boolean;
  /**
   * The shard of a group that was found; null if the tables are not distributed.
   * @throws ShardMovedError if it was split in the meantime
   */
  shardOf(group: string): Shard | null;
  /** The group of a product; undefined if `find` must be called first. */
  known(productId: number): string | undefined;
  /** @throws when the database does not answer */
  find(productId: number): Promise<string>;
  /** The lane of a group: groups of the same lane follow each other, others do not wait for them. */
  laneOf(group: string): string;
  /**
   * Finds the groups of all known products and their machines again: a shard may have been moved or split. A batch
   * across both parts fails, and its commands are matched one by one.
   * @throws when the database does not answer
   */
  findAllAgain(): Promise<void>;
}

/** One group for all: fewer batches share more. */
export const ONE_GROUP: Groups = {
  isInShard: false,
  shardOf: () => null,
  known: () => 'all',
  find: async () => 'all',
  laneOf: () => 'all',
  findAllAgain: async () => {},
};

/** The extreme case of shards, for tests: one per product. */
export const GROUP_OF_EACH_PRODUCT: Groups = {
  isInShard: true,
  shardOf: () => null,
  known: String,
  find: async (productId) => String(productId),
  laneOf: () => 'all',
  findAllAgain: async () => {},
};

export interface ShardSources {
  /** The shards of products. */
  readonly shardsOf: (productIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** All shards, by their numbers. */
  readonly all: () => Promise<ReadonlyMap<string, Shard>>;
}

/** The shards of a database that `perkex distribute` has distributed. The shards of a machine have one lane. */
export function shardGroups({ shardsOf, all }: ShardSources): Groups {
  const shardOfProduct = new Map<number, string>();
  /** All commands of a product wait for the same answer, and go on in their order. */
  const finding = new Map<number, Promise<void>>();
  let shards: ReadonlyMap<string, Shard> = new Map();
  async function read(productIds: readonly number[]): Promise<void> {
    for (const [productId, shard] of await shardsOf(productIds)) {
      shardOfProduct.set(productId, shard);
    }
  }
  async function readShardsAgain(): Promise<void> {
    shards = await all();
  }
  async function findFirst(productId: number): Promise<void> {
    await Promise.all([read([productId]), shards.size === 0 && readShardsAgain()]);
    if (!shards.has(shardOfProduct.get(productId) ?? '')) {
      await readShardsAgain(); // it was split in the meantime
    }
  }
  return {
    isInShard: true,
    shardOf(group) {
      const shard = shards.get(group);
      if (!shard) {
        throw new ShardMovedError(`Shard ${group} no longer exists.`);
      }
      return shard;
    },
    known: (productId) => (finding.has(productId) ? undefined : shardOfProduct.get(productId)),
    async find(productId) {
      const found = finding.get(productId) ?? findFirst(productId).finally(() => finding.delete(productId));
      finding.set(productId, found);
      await found;
      return shardOfProduct.get(productId) ?? '';
    },
    laneOf(group) {
      const node = shards.get(group)?.node;
      return node ? `${node.host}:${node.port}` : '';
    },
    async findAllAgain() {
      await Promise.all([read([...shardOfProduct.keys()]), readShardsAgain()]);
    },
  };
}

/** The groups for a database that is distributed. */
export function shardsOfDatabase(pool: pg.Pool): Groups {
  return shardGroups({
    shardsOf: (productIds) => findShards(pool, productIds),
    all: () => readShards(pool),
  });
}

/** The groups for this database: its shards if it is distributed, otherwise by the setting. */
export async function groupsOf(pool: pg.Pool, setting: 'all' | 'product'): Promise<Groups> {
  if ((await hasCitus(pool)) && (await readPlacedTables(pool)).includes('books')) {
    return shardsOfDatabase(pool);
  }
  return setting === 'product' ? GROUP_OF_EACH_PRODUCT : ONE_GROUP;
}

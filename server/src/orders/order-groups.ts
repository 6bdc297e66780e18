import type pg from 'pg';
import { findNodes, findShards, hasCitus, readPlacedTables } from '../database/citus.js';

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
  /** The lane of a group: groups of the same lane follow each other, others do not wait for them. */
  laneOf(group: string): string;
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
  laneOf: () => 'all',
  findAllAgain: async () => {},
};

/** The extreme case of shards, for tests: one per product. */
export const GROUP_OF_EACH_PRODUCT: Groups = {
  isInShard: true,
  known: String,
  find: async (productId) => String(productId),
  laneOf: () => 'all',
  findAllAgain: async () => {},
};

/** Bounds the connections of a process. With more machines, some share a lane. */
const MAX_LANES = 8;
/** A shard that was moved is found again after this time, though no statement fails for it. */
const NODES_KNOWN_FOR_MS = 5_000;

export interface ShardSources {
  /** The shards of products. */
  readonly shardsOf: (productIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** The machine of each shard. */
  readonly nodes: () => Promise<ReadonlyMap<string, number>>;
  /** A monotonic clock in milliseconds. */
  readonly nowMs?: () => number;
}

/** The shards of a database that `perkex distribute` has distributed. The shards of a machine have one lane. */
export function shardGroups({ shardsOf, nodes, nowMs = () => performance.now() }: ShardSources): Groups {
  const shards = new Map<number, string>();
  /** All commands of a product wait for the same answer, and go on in their order. */
  const finding = new Map<number, Promise<void>>();
  let lanes: ReadonlyMap<string, string> = new Map();
  let lanesReadAtMs = Number.NEGATIVE_INFINITY;
  async function read(productIds: readonly number[]): Promise<void> {
    for (const [productId, shard] of await shardsOf(productIds)) {
      shards.set(productId, shard);
    }
  }
  async function readLanes(): Promise<void> {
    lanesReadAtMs = nowMs();
    lanes = lanesOf(await nodes());
  }
  async function findAllAgain(): Promise<void> {
    await Promise.all([read([...shards.keys()]), readLanes()]);
  }
  async function findFirst(productId: number): Promise<void> {
    await Promise.all([read([productId]), lanes.size === 0 && readLanes()]);
  }
  /** A statement through the coordinator reaches a shard in any lane, so nothing waits for this. */
  async function look(): Promise<void> {
    await readLanes();
    if ([...shards.values()].some((shard) => !lanes.has(shard))) {
      await read([...shards.keys()]);
    }
  }
  return {
    isInShard: true,
    known: (productId) => (finding.has(productId) ? undefined : shards.get(productId)),
    async find(productId) {
      const found = finding.get(productId) ?? findFirst(productId).finally(() => finding.delete(productId));
      finding.set(productId, found);
      await found;
      return shards.get(productId) ?? '';
    },
    laneOf(group) {
      if (nowMs() - lanesReadAtMs > NODES_KNOWN_FOR_MS) {
        look().catch(() => {}); // as long as the coordinator is away, no lane works
      }
      return lanes.get(group) ?? '0';
    },
    findAllAgain,
  };
}

function lanesOf(nodes: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  const order = [...new Set(nodes.values())].sort((a, b) => a - b);
  return new Map([...nodes].map(([shard, node]) => [shard, String(order.indexOf(node) % MAX_LANES)]));
}

/** The groups for a database that is distributed. */
export function shardsOfDatabase(pool: pg.Pool): Groups {
  return shardGroups({
    shardsOf: (productIds) => findShards(pool, productIds),
    nodes: () => findNodes(pool),
  });
}

/** The groups for this database: its shards if it is distributed, otherwise by the setting. */
export async function groupsOf(pool: pg.Pool, setting: 'all' | 'product'): Promise<Groups> {
  if ((await hasCitus(pool)) && (await readPlacedTables(pool)).includes('books')) {
    return shardsOfDatabase(pool);
  }
  return setting === 'product' ? GROUP_OF_EACH_PRODUCT : ONE_GROUP;
}

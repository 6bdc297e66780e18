import type pg from 'pg';
import { bool, statement } from '../database/statement.js';

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

/** The shards of a database that `perkex distribute` has distributed. Which of them a product is in never changes. */
export function shardGroups(pool: pg.Pool): Groups {
  const shards = new Map<number, string>();
  return {
    isInShard: true,
    known: (productId) => shards.get(productId),
    async find(productId) {
      // Only Citus has this function, so no test could have PostgreSQL describe the statement.
      const { rows } = await pool.query<{ shard: string }>(
        `select get_shard_id_for_distribution_column('books', $1::int4)::text as shard`,
        [productId],
      );
      const shard = rows[0]?.shard ?? '';
      shards.set(productId, shard);
      return shard;
    },
  };
}

const FIND_CITUS = statement({
  name: 'find-citus',
  text: `select exists (select from pg_extension where extname = 'citus') as "hasCitus"`,
  row: { hasCitus: bool },
});

/** Whether this PostgreSQL can distribute tables. */
export async function hasCitus(pool: pg.Pool | pg.ClientBase): Promise<boolean> {
  return (await FIND_CITUS.row(pool))?.hasCitus === true;
}

/** The groups that this database asks for: its shards where it is distributed, otherwise those of the setting. */
export async function groupsOf(pool: pg.Pool, setting: 'all' | 'product'): Promise<Groups> {
  if (await isDistributed(pool)) {
    return shardGroups(pool);
  }
  return setting === 'product' ? GROUP_OF_EACH_PRODUCT : ONE_GROUP;
}

/** Whether `perkex distribute` has distributed the tables. */
export async function isDistributed(pool: pg.Pool): Promise<boolean> {
  if (!(await hasCitus(pool))) {
    return false;
  }
  const { rows } = await pool.query(`select 1 from pg_dist_partition where logicalrelid = 'books'::regclass`);
  return rows.length > 0;
}

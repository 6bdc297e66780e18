import { groupBy } from '@perkex/core/group-by.js';
import type pg from 'pg';
import { inOrder } from './in-order.js';
import { type ShardTables, TABLES_OF_SHARD } from './shard-statement.js';
import { bool, type Columns, type RowWith, Statement, statement } from './statement.js';

/**
 * Functions and tables of the extension Citus. Other databases lack them, so a test cannot compare these statements
 * with the schema.
 */

const FIND_CITUS = statement({
  name: 'find-citus',
  text: `select exists (select from pg_extension where extname = 'citus') as "hasCitus"`,
  row: { hasCitus: bool },
});

type Connection = pg.Pool | pg.ClientBase;

/** True if this database can distribute tables. */
export async function hasCitus(connection: Connection): Promise<boolean> {
  return (await FIND_CITUS.row(connection))?.hasCitus === true;
}

/** The tables that are distributed or copied to every machine. */
export async function readPlacedTables(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    'select logicalrelid::text as name from pg_dist_partition',
  );
  return rows.map(({ name }) => name);
}

/** On the connection, so that a proxy of it has it, too. */
const DISTRIBUTED = Symbol('distributed');

type Marked = Connection & { [DISTRIBUTED]?: true };

/**
 * Finds out whether the tables of a database are distributed. Afterwards `isDistributed` knows it of its pools and
 * their connections; of others it says no.
 */
export async function recognizeDistribution(...pools: readonly [pg.Pool, ...pg.Pool[]]): Promise<boolean> {
  const [first] = pools;
  if (!(await hasCitus(first)) || !(await readPlacedTables(first)).includes('books')) {
    return false;
  }
  for (const pool of pools) {
    markDistributed(pool);
    pool.on('acquire', markDistributed);
  }
  return true;
}

function markDistributed(connection: Marked): void {
  connection[DISTRIBUTED] = true;
}

/** True if this is a pool, or a connection of one, that was recognized as distributed. */
export function isDistributed(connection: Connection): boolean {
  return (connection as Marked)[DISTRIBUTED] === true;
}

/** A statement with a text for each kind of database, where one text cannot be right or fast on both. */
export interface PlacedStatement<Row extends object> {
  readonly plain: Statement<Row>;
  readonly distributed: Statement<Row>;
  /** The statement for the database of a connection. */
  on(connection: Connection): Statement<Row>;
}

/** Declares both statements; that for a distributed database has the name with `-distributed`. */
export function placedStatement<OfColumns extends Columns = Record<never, never>>({
  name,
  text,
  distributedText,
  row,
}: {
  readonly name: string;
  readonly text: string;
  readonly distributedText: string;
  readonly row?: OfColumns;
}): PlacedStatement<RowWith<OfColumns>> {
  const rows = row === undefined ? {} : { row };
  const plain = statement<OfColumns>({ name, text, ...rows });
  const inShards = statement<OfColumns>({ name: `${name}-distributed`, text: distributedText, ...rows });
  return {
    plain,
    distributed: inShards,
    on: (connection) => (isDistributed(connection) ? inShards : plain),
  };
}

/**
 * Runs a statement that locks rows of products. A distributed database locks within one shard, so there it runs for one
 * product after the other.
 */
export async function byProduct<Key, Row>(
  connection: Connection,
  keys: readonly Key[],
  productOf: (key: Key) => number,
  run: (keys: readonly Key[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (!isDistributed(connection)) {
    return run(keys);
  }
  const rows: Row[] = [];
  for (const productKeys of groupBy(keys, productOf).values()) {
    rows.push(...(await run(productKeys)));
  }
  return rows;
}

/** The shards of products, by their ids. They change if a shard is split. */
export async function findShards(
  connection: Connection,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await connection.query<{ id: number; shard: string }>(
    `select product.id, get_shard_id_for_distribution_column('books', product.id)::text as shard
     from unnest($1::int4[]) as product (id)`,
    [productIds],
  );
  return new Map(rows.map(({ id, shard }) => [id, shard]));
}

/** A machine of a distributed database, as its coordinator knows it. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** A shard of the market. */
export interface Shard {
  /** The number of the shard of its books. */
  readonly id: string;
  readonly node: NodeAddress;
  readonly tables: ShardTables;
}

/** The shards of the market, by their numbers. The machine changes if a shard is moved. */
export async function readShards(connection: Connection): Promise<ReadonlyMap<string, Shard>> {
  const { rows } = await connection.query<{ id: string; host: string; port: number; tables: ShardTables }>(
    `select home.shardid::text as id, node.nodename as host, node.nodeport::int4 as port,
       jsonb_object_agg(part.logicalrelid::text, shard_name(part.logicalrelid, part.shardid)) as tables
     from pg_dist_shard as home
     join pg_dist_placement as placement on placement.shardid = home.shardid
     join pg_dist_node as node on node.groupid = placement.groupid and node.noderole = 'primary'
     join pg_dist_shard as part on part.shardminvalue = home.shardminvalue or part.shardminvalue is null
     where home.logicalrelid = 'books'::regclass and part.logicalrelid::text = any($1)
     group by home.shardid, node.nodename, node.nodeport`,
    [TABLES_OF_SHARD],
  );
  return new Map(rows.map(({ id, host, port, tables }) => [id, { id, node: { host, port }, tables }]));
}

const SHARE_LOCK = 5;

const HOLD_SHARD = new Statement(
  'hold-shard',
  `select lock_shard_metadata(${SHARE_LOCK}, array[$1::bigint])::text as held`,
  {},
);

const IS_SHARD_HERE = new Statement<{ readonly isHere: boolean }>(
  'is-shard-here',
  `select exists (
     select from pg_dist_placement
     where shardid = $1::bigint and groupid = (select groupid from pg_dist_local_group)
   ) as "isHere"`,
  {},
);

const IS_SHARD_THERE = new Statement<{ readonly isThere: boolean }>(
  'is-shard-there',
  `select exists (
     select from pg_dist_placement as placement
     join pg_dist_node as node on node.groupid = placement.groupid and node.noderole = 'primary'
     where placement.shardid = $1::bigint and node.nodename = $2 and node.nodeport = $3
   ) as "isThere"`,
  {},
);

/** The shard was moved or split, or its machine replaced, and is found again. */
export class ShardMovedError extends Error {
  override readonly name = 'ShardMovedError';
}

/**
 * Keeps a shard on this machine until the end of the transaction: a move or split waits for it. Everybody who writes a
 * shard by its own name must hold it.
 * @param coordinator knows if another machine has taken the place of this one
 * @throws ShardMovedError if it is elsewhere
 */
export async function holdShard(
  client: pg.ClientBase,
  coordinator: pg.ClientBase,
  { id, node: { host, port } }: Shard,
): Promise<void> {
  const [, here, there] = await inOrder([
    HOLD_SHARD.run(client, [id]),
    IS_SHARD_HERE.row(client, [id]),
    IS_SHARD_THERE.row(coordinator, [id, host, port]),
  ]);
  if (!here?.isHere || !there?.isThere) {
    throw new ShardMovedError(`Shard ${id} is no longer on ${host}:${port}.`);
  }
}

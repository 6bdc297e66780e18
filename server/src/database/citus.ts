import type pg from 'pg';
import { bool, statement } from './statement.js';

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

/** The shard of a product; it never changes. */
export async function findShard(connection: Connection, productId: number): Promise<string> {
  const { rows } = await connection.query<{ shard: string }>(
    `select get_shard_id_for_distribution_column('books', $1::int4)::text as shard`,
    [productId],
  );
  return rows[0]?.shard ?? '';
}

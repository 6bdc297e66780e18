import type pg from 'pg';

/**
 * Sorts more than fits in its memory, so that PostgreSQL must write a temporary file next to its tables; nothing
 * remains. Sent as one message, so the connection's time limit applies once.
 */
const WRITE_TEMPORARY_FILE = `
  begin;
  set local work_mem = '64kB';
  select current_setting('transaction_read_only') = 'on' as "isReadOnly", count(*) as sorted
    from (select number from generate_series(1, 8000) as number order by -number offset 0) as numbers;
  rollback`;

interface Checked {
  readonly isReadOnly?: boolean;
}

/**
 * Checks if the database can write, as far as possible without a permanent write.
 * @throws the database's error, or an Error if it is read-only
 */
export async function checkWriting(pool: pg.Pool): Promise<void> {
  // pg returns one result per statement of a message.
  const results = (await pool.query<Checked>(WRITE_TEMPORARY_FILE)) as unknown as pg.QueryResult<Checked>[];
  if (results.some(({ rows }) => rows[0]?.isReadOnly === true)) {
    throw new Error('The database may only be read.');
  }
}

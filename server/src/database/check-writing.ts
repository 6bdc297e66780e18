import type pg from 'pg';

/**
 * Sorts more than its memory holds, so that PostgreSQL has to write a temporary file where its tables are; that leaves
 * nothing behind. Sent as one message: the time limit of the connection is one for all of it.
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
 * Finds out whether the database can write, as far as that can be known without writing anything that stays.
 * @throws what the database says, or an Error where it may only be read
 */
export async function checkWriting(pool: pg.Pool): Promise<void> {
  // pg gives a result for each statement of a message that has several.
  const results = (await pool.query<Checked>(WRITE_TEMPORARY_FILE)) as unknown as pg.QueryResult<Checked>[];
  if (results.some(({ rows }) => rows[0]?.isReadOnly === true)) {
    throw new Error('The database may only be read.');
  }
}

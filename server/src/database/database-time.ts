import type pg from 'pg';
import { float8, statement } from './statement.js';

const READ_TIME = statement({
  name: 'read-database-time',
  text: 'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"',
  row: { nowMs: float8 },
});

/** The time of the clock that all servers share, in milliseconds since 1970. */
export async function databaseTime(client: pg.Pool | pg.ClientBase): Promise<number> {
  const { nowMs } = (await READ_TIME.row(client)) ?? {};
  if (nowMs === undefined) {
    throw new Error('The database did not tell the time.');
  }
  return nowMs;
}

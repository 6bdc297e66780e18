import type pg from 'pg';
import type { Statement } from '../src/database/statement.js';
import { TABLE_KINDS } from '../src/distribution/distribution.js';

const LITERALS: Readonly<Record<string, string>> = {
  integer: '1',
  smallint: '1',
  bigint: '1',
  'double precision': '1',
  numeric: '1',
  text: `'x'`,
  boolean: 'true',
  jsonb: `'[]'`,
  json: `'[]'`,
  date: `'2026-11-01'`,
  'timestamp with time zone': `'2026-11-01T00:00:00Z'`,
  uuid: `'00000000-0000-4000-8000-000000000000'`,
  bytea: `'\\x00'`,
};

/** Says that a value was unsuitable, which is no fault of the statement: a constraint, a form, twice the same row, or no name of a table. */
const OF_VALUES = /^(21000|22|23)|^42P01.*relation "x"/;

/**
 * Runs a statement on a distributed database with some value for each parameter, and rolls it back.
 * @returns why it cannot be used there: PostgreSQL's error, or a distributed table that it copies as a whole; null if it
 *   can be used
 */
export async function faultWhenDistributed(
  client: pg.ClientBase,
  { text }: Statement<object>,
): Promise<string | null> {
  const plans: string[] = [];
  const remember = ({ message = '' }: { message: string | undefined }) => plans.push(message);
  await client.query('begin');
  try {
    await client.query('set local client_min_messages = debug1');
    client.on('notice', remember);
    await client.query(/^\s*lock/.test(text) ? text : await executed(client, text));
  } catch (error) {
    const { code = '', message } = error as pg.DatabaseError;
    // A shard's violation has a code of its own.
    const fault = `${code} ${message}`;
    return OF_VALUES.test(fault) || /violates check constraint/.test(message) ? null : fault;
  } finally {
    client.off('notice', remember);
    await client.query('rollback');
    await client.query('deallocate all');
  }
  const copied = plans.flatMap((plan) => /from public\.(\w+)\b.* where true$/i.exec(plan)?.[1] ?? []);
  const tables = copied.filter((table) => TABLE_KINDS[table] === 'distributed');
  return tables.length > 0 ? `copies ${[...new Set(tables)].join(', ')}` : null;
}

/** Prepares the statement. @returns the command that runs it */
async function executed(client: pg.ClientBase, text: string): Promise<string> {
  await client.query(`prepare tried as ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'`,
  );
  const values = (rows[0]?.types ?? []).map(literal);
  return values.length > 0 ? `execute tried (${values.join(', ')})` : 'execute tried';
}

/** Some statements read several elements of one array. */
const ELEMENTS = 8;

function literal(type: string): string {
  return type.endsWith('[]')
    ? `array[${Array(ELEMENTS)
        .fill(literal(type.slice(0, -2)))
        .join(', ')}]::${type}`
    : `${LITERALS[type] ?? 'null'}::${type}`;
}

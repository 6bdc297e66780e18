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

/**
 * Says that a value was unsuitable, which is no fault of the statement: a constraint, a form, twice the same row, or no
 * name of a table.
 */
const OF_VALUES = /^(21000|22|23)|^42P01.*relation "x"/;

/**
 * Runs a statement on a distributed database with some value for each parameter, and rolls it back.
 * @returns why it cannot be used there: PostgreSQL's error, or a distributed table that it copies as a whole; null if
 * it
 *   can be used
 */
export async function faultWhenDistributed(
  client: pg.ClientBase,
  declared: Statement<object>,
): Promise<string | null> {
  const { text } = declared;
  const plans: string[] = [];
  const remember = ({ message = '' }: { message: string | undefined }) => plans.push(message);
  await client.query('begin');
  try {
    await client.query('set local client_min_messages = debug1');
    client.on('notice', remember);
    await client.query(/^\s*lock/.test(text) ? text : await executed(client, declared));
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

/** True for a statement that locks rows: Citus locks within one shard, so it runs for one product at a time. */
function isForOneShard({ text }: Statement<object>): boolean {
  return /\bfor (no key )?(update|share)\b/.test(text);
}

/** Prepares the statement. @returns the command that runs it */
async function executed(client: pg.ClientBase, declared: Statement<object>): Promise<string> {
  const { text } = declared;
  await client.query(`prepare tried as ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'`,
  );
  // Products of one shard would hide what a statement about several cannot do.
  const products = Array.from({ length: ELEMENTS }, (_, index) => (isForOneShard(declared) ? 1 : 1 + index));
  const values = (rows[0]?.types ?? []).map((type) => literal(type, products));
  return values.length > 0 ? `execute tried (${values.join(', ')})` : 'execute tried';
}

/** Some statements read several elements of one array. */
const ELEMENTS = 8;

/** @param productIds the numbers in an array, where it may have products */
function literal(type: string, productIds: readonly number[]): string {
  if (!type.endsWith('[]')) {
    return `${LITERALS[type] ?? 'null'}::${type}`;
  }
  const element = type.slice(0, -2);
  const elements =
    element === 'integer' ? productIds : Array(ELEMENTS).fill(`${LITERALS[element] ?? 'null'}::${element}`);
  return `array[${elements.join(', ')}]::${type}`;
}

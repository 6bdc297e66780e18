import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { RowSet } from '../src/database/row-set.js';
import { declaredStatements, int4, text } from '../src/database/statement.js';
import { loadAllStatements, readSource, SOURCES } from './all-statements.js';
import { describeStatement } from './described-statement.js';
import { createTestDatabase } from './test-database.js';

await loadAllStatements();

let database: Database;
let client: pg.PoolClient;

beforeAll(async () => {
  database = await createTestDatabase({ hasTimeLimits: false });
  client = await database.pool.connect();
});

afterAll(async () => {
  client.release();
  await database.close();
});

/** Exceptions: tables that are named at run time, or that only Citus has, and messages of several statements. */
const MAY_QUERY =
  /^server\/src\/(database\/(statement|citus|check-writing)\.ts|backup\/(back-up|restore)\.ts)$/;
const UNDECLARED = /\.query(<|\(\s*(\{|[`'](select\b.*\sfrom|insert|update|delete|with)\b))/;

describe('every statement', () => {
  it('is declared', () => {
    expect(SOURCES.filter((file) => !MAY_QUERY.test(file) && UNDECLARED.test(readSource(file)))).toEqual([]);
  });

  it('has a name of its own', () => {
    const names = declaredStatements().map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(declaredStatements())('$name gives the rows that it declares', async ({ text, columns }) => {
    const declared = Object.entries(columns).map(([name, { type, isNullable, values }]) => ({
      name,
      type,
      isNullable,
      values: values ? [...values].sort() : null,
    }));
    const described = (await describeStatement(client, text)).map(({ name, type, isNullable, values }) => {
      // PostgreSQL does not report this; only the author of the statement knows it.
      const trusted = declared.find((column) => column.name === name);
      return {
        name,
        type,
        isNullable: isNullable ?? trusted?.isNullable,
        values: values ?? trusted?.values,
      };
    });
    expect(byName(declared)).toEqual(byName(described));
  });
});

function byName<Column extends { name: string }>(columns: readonly Column[]): Column[] {
  return [...columns].sort((a, b) => (a.name < b.name ? -1 : 1));
}

it('pg converts each type to what its column promises', async () => {
  const { rows } = await client.query(
    `select true as bool, current_date as date, 0.5::float8 as float8, 1 as int4, '{1,2}'::int[] as ints,
       '{"a": 1}'::jsonb as json,
       'a'::text as text, '{a,b}'::text[] as texts, now() as timestamptz, gen_random_uuid() as uuid`,
  );
  expect(rows).toEqual([
    {
      bool: true,
      date: expect.any(Date),
      float8: 0.5,
      int4: 1,
      ints: [1, 2],
      json: { a: 1 },
      text: 'a',
      texts: ['a', 'b'],
      timestamptz: expect.any(Date),
      uuid: expect.any(String),
    },
  ]);
});

it('rows as parameters arrive unchanged, whatever their texts', async () => {
  const cells = ['9', '', 'null', 'NULL', 'a,b', '{}', '"', '\\', "it's", 'two\nlines', ' ', 'é', null];
  const rows = cells.map((size, seq) => ({ size, seq: size === null ? null : seq }));
  const described = new RowSet<(typeof rows)[number]>({
    size: [text, (row) => row.size],
    seq: [int4, (row) => row.seq],
  });
  const sent = await client.query(
    `select ${described.names} from ${described.as('sent')}`,
    described.values(rows),
  );
  expect(sent.rows).toEqual(rows);
});

describe('the description of a statement', () => {
  it.each([
    ['a column', 'select size from books', { type: 'text', isNullable: false }],
    ['a column under another name', 'select seq as at from books', { name: 'at', type: 'int4' }],
    ['a column that may be null', 'select closed_seq from orders', { isNullable: true }],
    [
      'a column of a row that may be missing',
      'select book.size from products left join books as book on book.product_id = products.id',
      { name: 'size', isNullable: true },
    ],
    [
      'a column of a statement inside',
      'select id from (select id from products where id = $1) as product',
      { type: 'int4', isNullable: false },
    ],
    [
      'a column that a check restricts',
      'select status from orders',
      { values: ['cancelled', 'open', 'traded'], isNullable: false },
    ],
    ['a calculation', 'select count(*) from orders', { type: 'int8', isNullable: null, values: null }],
    ['what was changed', 'delete from products returning release_date', { type: 'date', isNullable: true }],
  ])('contains %s', async (_what, text, column) => {
    expect(await describeStatement(client, text)).toMatchObject([column]);
  });

  it('is empty for one that returns no rows', async () => {
    expect(await describeStatement(client, 'delete from orders')).toEqual([]);
  });

  it('does not run it', async () => {
    await describeStatement(client, `insert into products (name) values ('Shoe') returning id`);
    expect((await client.query('select 1 from products')).rowCount).toBe(0);
  });

  it('fails where the schema has no such column', async () => {
    await expect(describeStatement(client, 'select colour from products')).rejects.toThrow(
      /"colour" does not exist/,
    );
  });

  it('fails where it cannot determine which columns may be null', async () => {
    await expect(
      describeStatement(client, 'select size from products right join books on product_id = id'),
    ).rejects.toThrow(/join a table from the left/);
  });
});

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { audit } from '../src/audit/audit.js';
import { backUp, checkPlace } from '../src/backup/back-up.js';
import { BackupFileError, checkBackup } from '../src/backup/read-backup.js';
import { restore } from '../src/backup/restore.js';
import { readTableNames } from '../src/backup/tables.js';
import { savePastSales } from '../src/catalogue/save-past-sales.js';
import type { Database } from '../src/database/connect.js';
import { MIGRATIONS_DIR, migrate } from '../src/database/migrate.js';
import { transaction } from '../src/database/transaction.js';
import { jobKind } from '../src/jobs/job-kind.js';
import { Jobs } from '../src/jobs/jobs.js';
import { createFolder, type Finished, runPerkex, startPerkex } from './cli-process.js';
import { buildProducts, buildTraders, openEngine, order } from './market.js';
import { createTestDatabase, databaseUrl, isOnCluster } from './test-database.js';

const everyMigration = (await readdir(MIGRATIONS_DIR)).sort();
/** Text that a text format could stumble over. */
const STRANGE = 'tab\t, line\r\nbreak, back\\slash, \\., \\N, é, 👟, "quotes"';

// Many of these start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let market: Database;
let files: Awaited<ReturnType<typeof createFolder>>;
/** A backup of the market, which no test changes. */
let file: string;
let opened: Database[] = [];

beforeAll(async () => {
  [market, files] = await Promise.all([createTestDatabase({ hasTimeLimits: false }), createFolder()]);
  await buildMarket(market);
  file = path.join(files.folder, 'market.backup');
  await backUp({ pool: market.pool, file, secret: 's'.repeat(43), now: new Date() });
});

afterAll(async () => {
  await files.remove();
  await market.close();
});

beforeEach(() => {
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
});

async function newDatabase(options?: { empty: boolean }): Promise<Database> {
  const database = await createTestDatabase({ ...options, hasTimeLimits: false });
  opened.push(database);
  return database;
}

/** Products, open orders, trades, a past sale, and a user who is signed in. */
async function buildMarket(database: Database): Promise<void> {
  const [first = 0, second = 0] = await buildProducts(database, ['One', STRANGE]);
  await buildTraders(database, 'ann', 'bob');
  const engine = openEngine(database);
  await engine.submit(order('ask', 'ann', 200, { productId: first }));
  await engine.submit(order('ask', 'ann', 210, { productId: first }));
  await engine.submit(order('buy', 'bob', 200, { productId: first }));
  await engine.submit(order('bid', 'bob', 100, { productId: second }));
  await engine.close();
  const soldAt = new Date('2018-05-01');
  await transaction(database.pool, (tx) =>
    savePastSales(tx, [{ productId: second, size: '9', priceCents: 12_300, soldAt, content: 'past' }]),
  );
  await database.pool.query(`update products set drawing = $1 where id = $2`, [
    { silhouette: 'low', colours: { sole: STRANGE } },
    second,
  ]);
  await signUp(database, 'ann');
  await database.pool.query(`insert into jobs (kind, data) values ('waiting', $1)`, [{ text: STRANGE }]);
}

async function signUp({ pool }: Database, name: string): Promise<void> {
  await pool.query(`insert into identity_users (id, name, email) values ($1, $2, $1 || '@example.com')`, [
    name,
    STRANGE,
  ]);
  await pool.query(
    `insert into identity_sessions (id, token, user_id, expires_at) values ($1, $1, $1, now() + interval '1 day')`,
    [name],
  );
}

async function tableNames({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Every row of every table, except for the times at which the migrations were applied, and for the announcements of a
 * cluster, which are no part of a backup.
 */
async function contentOf(database: Database): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  const names = await tableNames(database);
  for (const name of names.filter((name) => name !== 'feed_announcements')) {
    const columns = name === 'migrations' ? '(name, hash)' : 't';
    const { rows } = await database.pool.query<{ row: string }>(
      `select ${columns}::text as row from ${name} as t order by 1`,
    );
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

async function auditViolations({ pool }: Database): Promise<number> {
  return (await audit(pool)).reduce((sum, { violations }) => sum + violations, 0);
}

describe('a restored backup', () => {
  it('equals the market that was backed up, row by row, and continues its numbering', async () => {
    const target = await newDatabase({ empty: true });
    const { header } = await restore({ pool: target.pool, file });
    expect(header.secret).toBe('s'.repeat(43));
    expect(await contentOf(target)).toEqual(await contentOf(market));
    expect(await auditViolations(target)).toBe(0);
    const [third] = await buildProducts(target, ['Three']);
    expect(third).toBe(3);
  });

  it('may be restored into a database whose tables are empty', async () => {
    const target = await newDatabase();
    await restore({ pool: target.pool, file });
    expect(await contentOf(target)).toEqual(await contentOf(market));
  });

  it('has the waiting jobs, which run there', async () => {
    const target = await newDatabase({ empty: true });
    await restore({ pool: target.pool, file });
    const jobs = new Jobs({ pool: target.pool, random: Math.random, log: pino({ level: 'silent' }) });
    const retries = { attempts: 1, firstPauseSeconds: 1, longestPauseSeconds: 1 };
    const data = z.object({ text: z.string() });
    const done: string[] = [];
    jobs.register(jobKind({ name: 'waiting', data, retries, atOnce: 1 }), {
      work: async ({ text }) => void done.push(text),
    });
    jobs.start();
    await vi.waitFor(() => expect(done).toEqual([STRANGE]), 20_000);
    await jobs.stop();
  });

  it('is a consistent snapshot, although orders are placed at the same time', async () => {
    const busy = await newDatabase();
    const [productId = 0] = await buildProducts(busy, ['Busy']);
    const traders = Array.from({ length: 20 }, (_, number) => `trader-${number}`);
    await buildTraders(busy, ...traders);
    const engine = openEngine(busy);
    let isOver = false;
    let placed = 0;
    const trade = async (userId: string, turn: number) => {
      while (!isOver) {
        await engine.submit(order(turn % 2 ? 'ask' : 'bid', userId, 100 + (placed % 7), { productId }));
        placed += 1;
      }
    };
    const trading = Promise.all(traders.map(trade));
    const during = path.join(files.folder, 'during.backup');
    try {
      for (const least of [50, 100, 200]) {
        await vi.waitFor(() => expect(placed).toBeGreaterThan(least), 20_000);
        await backUp({ pool: busy.pool, file: during, secret: null, now: new Date() });
      }
    } finally {
      isOver = true;
      await trading;
      await engine.close();
    }
    const target = await newDatabase({ empty: true });
    await restore({ pool: target.pool, file: during });
    const { rows } = await target.pool.query<{ orders: number; trades: number }>(
      'select (select count(*)::int from orders) as orders, (select count(*)::int from trades) as trades',
    );
    expect(rows[0]?.orders).toBeGreaterThan(100);
    expect(rows[0]?.orders).toBeLessThan(placed);
    expect(rows[0]?.trades).toBeGreaterThan(0);
    expect(await auditViolations(target)).toBe(0);
  });

  it('of an older version is migrated to this one', async () => {
    const older = path.join(files.folder, 'older-migrations');
    await mkdir(older);
    for (const name of everyMigration.slice(0, 2)) {
      await copyFile(path.join(MIGRATIONS_DIR, name), path.join(older, name));
    }
    const old = await newDatabase({ empty: true });
    await migrate(old.pool, older);
    await signUp(old, 'ann');
    const oldFile = path.join(files.folder, 'old.backup');
    await backUp({ pool: old.pool, file: oldFile, secret: null, now: new Date() });

    const target = await newDatabase({ empty: true });
    const { newMigrations } = await restore({ pool: target.pool, file: oldFile });
    expect(newMigrations).toEqual(everyMigration.slice(2));
    expect(await tableNames(target)).toEqual(await tableNames(market));
    const restored = await contentOf(target);
    expect(restored.identity_users).toHaveLength(1);
    // A later migration has added a column.
    const sessionsOf = async ({ pool }: Database) =>
      (await pool.query('select id, token, user_id, expires_at from identity_sessions')).rows;
    expect(await sessionsOf(target)).toEqual(await sessionsOf(old));

    const newer = await newDatabase();
    await expect(restore({ pool: newer.pool, file: oldFile })).rejects.toThrow(
      `The database has empty tables of a newer version than the backup (${everyMigration[2]}): restore into one without tables.`,
    );
    await expect(
      restore({ pool: (await newDatabase({ empty: true })).pool, file, migrationsDir: older }),
    ).rejects.toThrow(`this one does not know its migration ${everyMigration[2]}.`);
  });

  it('leaves out no table of any version', async () => {
    const target = await newDatabase({ empty: true });
    const named = await readTableNames();
    const folder = path.join(files.folder, 'growing-migrations');
    await mkdir(folder);
    for (const name of everyMigration) {
      await copyFile(path.join(MIGRATIONS_DIR, name), path.join(folder, name));
      await migrate(target.pool, folder);
      const missing = (await tableNames(target)).filter((table) => !named.includes(table));
      // Announcements are worthless after a restart.
      expect(missing.filter((table) => table !== 'feed_announcements')).toEqual(['migrations']);
    }
  });
});

describe('a damaged backup file', () => {
  it('is refused wherever it is cut off or changed', async () => {
    const whole = await readFile(file);
    const content = gunzipSync(whole);
    const spoilt = path.join(files.folder, 'spoilt.backup');
    const { madeAt } = await checkBackup(file);
    for (let at = 0; at < whole.length; at += 1 + Math.floor(whole.length / 200)) {
      await writeFile(spoilt, whole.subarray(0, at));
      await expect(checkBackup(spoilt)).rejects.toThrow(/is not a complete PerkeX backup: /);
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      await writeFile(spoilt, changed);
      // gzip's note of the system and the bits that fill its last byte mean nothing: the backup is the same.
      const verdict = await checkBackup(spoilt).catch((error: Error) => error.message);
      expect(verdict).toEqual(
        typeof verdict !== 'string' && gunzipSync(changed).equals(content)
          ? expect.objectContaining({ madeAt })
          : expect.stringContaining('is not a complete PerkeX backup: '),
      );
    }
  });

  const text = async () => gunzipSync(await readFile(file)).toString();
  const packed = (content: string) => gzipSync(content);
  it.each<[string, string, () => Promise<Buffer>]>([
    ['something is appended', '', async () => Buffer.concat([await readFile(file), Buffer.from('x')])],
    [
      'another one is appended',
      'something follows its end',
      async () => Buffer.concat([await readFile(file), await readFile(file)]),
    ],
    [
      'a row is missing',
      'it has 3 rows of orders instead of 4',
      async () => packed((await text()).replace(/\n1\t.*\n/, '\n')),
    ],
    [
      'a value is another',
      'its checksum is wrong',
      async () => packed((await text()).replace('20000', '30000')),
    ],
    [
      'the last line is missing',
      'its end is missing',
      async () => packed((await text()).replace(/\n.*\n$/, '\n')),
    ],
    [
      'the header says something else',
      'one of its lines is not what it should be',
      async () => packed((await text()).replace('"tables"', '"table"')),
    ],
    ['it is a text', 'it is damaged, or not a backup at all', async () => Buffer.from('name,brand\n')],
    ['it is another packed text', 'one of its lines cannot be read', async () => packed('name,brand\n')],
    ['it is empty', 'its end is missing', async () => Buffer.alloc(0)],
  ])('is refused when %s', async (_what, reason, make) => {
    const spoilt = await files.write('spoilt.backup', await make());
    await expect(checkBackup(spoilt)).rejects.toThrow(`${spoilt} is not a complete PerkeX backup: ${reason}`);
  });

  it('leaves nothing of what was loaded before the damage was found', async () => {
    const spoilt = await files.write('spoilt.backup', packed((await text()).replace('20000', '30000')));
    const target = await newDatabase({ empty: true });
    await expect(restore({ pool: target.pool, file: spoilt })).rejects.toThrow('its checksum is wrong');
    expect(await tableNames(target)).toEqual([]);
  });

  it('is refused when its format is newer', async () => {
    const newer = await files.write(
      'newer.backup',
      packed((await text()).replace('"version":1', '"version":2')),
    );
    await expect(checkBackup(newer)).rejects.toThrow(
      `${newer} was made by a newer version of PerkeX (format 2; this one reads 1).`,
    );
  });

  it.each([
    [
      'of a column that does not exist',
      { column: 'nothing' },
      'products.nothing has no sequence that could stand at 1',
    ],
    ['of a column without one', { column: 'name' }, 'products.name has no sequence that could stand at 1'],
    [
      'of a table that does not exist',
      { table: 'pg_authid' },
      'pg_authid.id has no sequence that could stand at 1',
    ],
    ['that is too high', { lastValue: '99999999999999999999' }, 'could stand at 99999999999999999999'],
    ['that is too low', { lastValue: '-5' }, 'could stand at -5'],
  ])('is refused with a clear message for a sequence %s', async (_what, change, reason) => {
    const state = { table: 'products', column: 'id', lastValue: '1', isCalled: true, ...change };
    const changed = (await text()).replace(
      /\{"sequences":.*\}\n/,
      `${JSON.stringify({ sequences: [state] })}\n`,
    );
    const body = changed.slice(0, changed.lastIndexOf('{"sha256"'));
    const sha256 = createHash('sha256').update(body).digest('hex');
    const spoilt = await files.write('sequence.backup', packed(`${body}${JSON.stringify({ sha256 })}\n`));
    const target = await newDatabase({ empty: true });
    const error = await restore({ pool: target.pool, file: spoilt }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BackupFileError);
    expect((error as BackupFileError).message).toContain(reason);
    expect(await tableNames(target)).toEqual([]);
  });

  it('cannot name a table that does not exist', async () => {
    const other = await files.write(
      'other.backup',
      packed((await text()).replaceAll('"past_sales"', '"pg_authid"')),
    );
    const target = await newDatabase({ empty: true });
    await expect(restore({ pool: target.pool, file: other })).rejects.toThrow(
      `${other} is not a PerkeX backup: its tables are not those of its migrations.`,
    );
    expect(await tableNames(target)).toEqual([]);
  });
});

describe('perkex backup and perkex restore', () => {
  const dataDir = () => path.join(files.folder, 'data');
  const run = (database: Database, ...args: string[]): Promise<Finished> =>
    runPerkex({ DATABASE_URL: databaseUrl(database), DATA_DIR: dataDir() }, ...args);

  // A plain database does not read as a cluster does: it forgets the consumer of the copies.
  it.skipIf(isOnCluster())(
    'move a market from one database to another, and report what becomes of its secret',
    async () => {
      const name = path.join(files.folder, 'carried.backup');
      const backup = await run(market, 'backup', name);
      expect(backup).toMatchObject({ code: 0 });
      expect(backup.stdout).toMatch(
        /^\S+carried\.backup now holds \d+ rows of \d+ tables\.\n.*keep it, too\.\n$/,
      );
      expect((await stat(name)).mode & 0o777).toBe(0o600);

      const target = await newDatabase({ empty: true });
      const secret = path.join(dataDir(), 'auth-secret');
      await mkdir(dataDir());
      await writeFile(secret, 'x'.repeat(32));
      expect(await run(target, 'restore', file)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/\n\S+auth-secret holds another secret than the backup: .*\n$/),
      });
      expect(await tableNames(target)).toEqual([]);
      await rm(secret);
      const restored = await run(target, 'restore', file);
      expect(restored).toMatchObject({ code: 0 });
      expect(restored.stdout).toMatch(/^Restored \d+ rows of \d+ tables, as of \S+\.\n/);
      expect(restored.stdout).toContain(
        `Start the servers with AUTH_SECRET set to the content of ${secret}.\n`,
      );
      expect(restored.stdout).toContain('The audit found nothing.\n');
      expect(restored.stderr).toContain('Restoring rows: 100 %');
      expect(await contentOf(target)).toEqual(await contentOf(market));
      expect(await readFile(secret, 'utf8')).toBe('s'.repeat(43));
      expect((await stat(secret)).mode & 0o777).toBe(0o600);
    },
  );

  it('change nothing where there is data already', async () => {
    const before = await readFile(file);
    const again = await run(market, 'backup', file);
    expect(again).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file} already exists: name another file, or add --overwrite.\n`,
    });
    expect(await readFile(file)).toEqual(before);
    const copy = await files.write('copy.backup', 'something');
    expect((await run(market, 'backup', copy, '--overwrite')).code).toBe(0);
    expect((await checkBackup(copy)).tables.length).toBeGreaterThan(10);

    const content = await contentOf(market);
    const refused = await run(market, 'restore', file);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/\nThe database is not empty \(\w+ has rows\): restore into a new .*\n$/);
    expect(await contentOf(market)).toEqual(content);
  });

  it('report what prevents them, and leave no file and no table', async () => {
    const cut = path.join(files.folder, 'cut.backup');
    await copyFile(file, cut);
    await truncate(cut, 1_000);
    const target = await newDatabase({ empty: true });
    expect(await run(target, 'restore', cut)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${cut} is not a complete PerkeX backup: its end is missing.\n`,
    });
    expect(await tableNames(target)).toEqual([]);
    const none = path.join(files.folder, 'none.backup');
    await expect(backUp({ pool: target.pool, file: none, secret: null, now: new Date() })).rejects.toThrow(
      'There is no PerkeX in this database: it has no tables.',
    );
    const nowhere = path.join(files.folder, 'missing', 'a.backup');
    await expect(checkPlace(nowhere, true)).rejects.toThrow(`There is no folder ${path.dirname(nowhere)}.`);
    await expect(backUp({ pool: market.pool, file: nowhere, secret: null, now: new Date() })).rejects.toThrow(
      /^The backup cannot be written: ENOENT/,
    );
    expect(existsSync(none)).toBe(false);
  });

  it('leave nothing behind when they are stopped', async () => {
    const held = await newDatabase();
    const folder = path.join(files.folder, 'stopped');
    await mkdir(folder);
    const name = path.join(folder, 'stopped.backup');
    const holder = await held.pool.connect();
    try {
      // Starting a process takes any time.
      await holder.query('begin; set local idle_in_transaction_session_timeout = 0; lock table trades');
      const { child, finished } = startPerkex({ DATABASE_URL: databaseUrl(held) }, 'backup', name);
      await vi.waitFor(async () => {
        const { rows } = await held.pool.query(
          `select 1 from pg_locks where relation = 'trades'::regclass and not granted`,
        );
        expect(rows).toHaveLength(1);
      }, 60_000);
      child.kill('SIGINT');
      expect(await finished).toEqual({ code: 130, stdout: '', stderr: 'Stopped by SIGINT.\n' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await readdir(folder)).toEqual([]);
  });
});

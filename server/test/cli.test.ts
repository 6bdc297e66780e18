import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { createFolder, perkex, perkexUnread, runPerkex, SALES_HEADER, startPerkex } from './cli-process.js';
import { buildProducts, buildTraders, openEngine, order } from './market.js';
import { createTestDatabase, databaseUrl, isOnCluster } from './test-database.js';

let database: Database;
let files: Awaited<ReturnType<typeof createFolder>>;

beforeAll(async () => {
  [database, files] = await Promise.all([createTestDatabase(), createFolder()]);
});

afterAll(async () => {
  await files.remove();
  await database.close();
});

/** A file of this many sales of one sneaker in ten sizes. */
function manySales(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `2018-01-01,Nike,Air-Max,${200 + (index % 100)},150,2017-01-01,${5 + (index % 10)},Oregon`,
  );
  return [SALES_HEADER, ...rows, ''].join('\n');
}

describe('without a database, the command line', () => {
  it('describes itself and every command', async () => {
    const general = await perkex(null, '--help');
    expect(general).toMatchObject({ code: 0, stderr: '' });
    for (const name of [
      'import-products',
      'import-sales',
      'replay',
      'audit',
      'ledger',
      'backup',
      'restore',
    ]) {
      expect(general.stdout).toContain(`  ${name}`);
      const own = await perkex(null, name, '--help');
      expect(own).toMatchObject({ code: 0, stderr: '' });
      expect(own.stdout).toContain(`Usage: npm run perkex -- ${name}`);
    }
  });

  it.each([
    [['sell-everything'], 'There is no command "sell-everything".'],
    [['import-products'], 'The name of the file is missing.'],
    [['import-sales', ''], 'The name of the file is missing.'],
    [['import-sales', 'a.csv', 'b.csv'], 'One file at a time: there is "b.csv" after "a.csv".'],
    [['import-sales', 'a.csv', '--fast'], 'There is no option --fast.'],
    [['replay', 'a.csv', '-n'], 'There is no option -n.'],
    [['import-products', 'a.csv', '--dry-run=yes'], '--dry-run takes no value.'],
    [['import-products', 'a.csv', '--dry-run', '--dry-run'], '--dry-run is listed twice.'],
    [['replay', 'a.csv', '--limit'], '--limit wants a value.'],
    [['replay', 'a.csv', '--limit', '-5'], '--limit must be a whole number of 1 or more, not "-5".'],
    [
      ['replay', 'a.csv', '--in-flight', '1e2'],
      '--in-flight must be a whole number from 1 to 1000, not "1e2".',
    ],
    [['audit', 'everything'], '"everything" is too much: the command takes no arguments.'],
  ])('explains what is wrong with %j', async (args, sentence) => {
    const { code, stdout, stderr } = await perkex(null, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(sentence);
    expect(stderr).toContain('npm run perkex');
  });

  it('reports in one line that a file does not exist', async () => {
    const missing = path.join(files.folder, 'missing.csv');
    for (const name of ['import-products', 'import-sales', 'replay']) {
      const { code, stderr } = await perkex(null, name, missing);
      expect({ code, stderr }).toEqual({ code: 1, stderr: `There is no file ${missing}.\n` });
    }
    const folder = await perkex(null, 'import-sales', files.folder);
    expect(folder).toMatchObject({ code: 1, stderr: `${files.folder} is a folder, not a file.\n` });
  });

  it('reports in one line that the database cannot be reached, or has an invalid address', async () => {
    const away = await perkex(null, 'audit');
    expect(away.code).toBe(1);
    expect(away.stderr).toMatch(/^The database failed or cannot be reached: .*ECONNREFUSED.*\n$/);
    const strange = await runPerkex({ DATABASE_URL: 'mysql://here' }, 'audit');
    expect(strange.code).toBe(2);
    expect(strange.stderr).toMatch(/^DATABASE_URL must begin with .*\n$/);
  });
});

describe('audit', () => {
  it('continues silently to its end when its output is no longer read', async () => {
    expect(await perkexUnread(database, 'audit')).toBe('exit 0\n');
  });

  it('finds nothing in a sound market and names the check that a corrupted one fails', async () => {
    await buildTraders(database, 'ann', 'bob');
    const [productId] = await buildProducts(database, ['Audited']);
    const engine = openEngine(database);
    await engine.submit(order('ask', 'ann', 100, { productId: productId ?? 0 }));
    await engine.submit(order('buy', 'bob', 100, { productId: productId ?? 0 }));
    await engine.close();
    const sound = await perkex(database, 'audit');
    expect(sound.code).toBe(0);
    expect(sound.stdout).toContain('The audit found nothing.\n');
    await database.pool.query('delete from orders where product_id = $1 and seq = 1', [productId]);
    const corrupted = await perkex(database, 'audit');
    expect(corrupted.code).toBe(1);
    expect(corrupted.stdout).toMatch(/^VIOLATED the numbers of a book have no gaps \(/m);
    expect(corrupted.stdout).toContain(`product ${productId}, size 9: 1 is missing`);
  });
});

describe('distribute', () => {
  // A cluster can.
  it.skipIf(isOnCluster())(
    'is refused by a PostgreSQL that cannot distribute tables, and changes nothing',
    async () => {
      for (const flags of [['--dry-run'], ['--shards', '4']]) {
        const { code, stdout, stderr } = await perkex(database, 'distribute', ...flags);
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toBe(
          'This PostgreSQL has not got the extension citus, which distributes tables: nothing was changed.\n',
        );
      }
      expect((await perkex(database, 'distribute', '--shards', '0')).code).toBe(2);
    },
  );

  it('warns that there is no way back', async () => {
    const help = (await perkex(null, 'distribute', '--help')).stdout.replace(/\s+/g, ' ');
    expect(help).toContain('Tables cannot be put back together: keep a backup from before.');
  });
});

describe('a command that is stopped', () => {
  it('leaves nothing of an import behind', async () => {
    const file = await files.write('many.csv', manySales(20));
    const holder = await database.pool.connect();
    try {
      // Starting a process takes any time.
      await holder.query('begin; set local idle_in_transaction_session_timeout = 0; lock table past_sales');
      const { child, finished } = startPerkex({ DATABASE_URL: databaseUrl(database) }, 'import-sales', file);
      await vi.waitFor(async () => {
        const { rows } = await database.pool.query(
          `select 1 from pg_locks where relation = 'past_sales'::regclass and not granted`,
        );
        expect(rows).toHaveLength(1);
      }, 60_000);
      child.kill('SIGINT');
      const { code, stdout, stderr } = await finished;
      expect({ code, stdout, stderr }).toEqual({ code: 130, stdout: '', stderr: 'Stopped by SIGINT.\n' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    const { rows } = await database.pool.query(`select 1 from products where name = 'Air Max'`);
    expect(rows).toEqual([]);
  });

  it('says that it has created a new market, and ends the embedded PostgreSQL that it started', async () => {
    const own = await createFolder();
    try {
      // Accessible to the account that runs PostgreSQL where that is another.
      await chmod(own.folder, 0o755);
      const file = await own.write('many.csv.gz', gzipSync(manySales(4_000)));
      const { child, finished } = startPerkex({ DATA_DIR: own.folder }, 'replay', file);
      const started = new Promise<void>((resolve) => {
        child.stderr?.on('data', (text: Buffer) => {
          if (text.toString().includes('Replaying sales')) {
            resolve();
          }
        });
      });
      await Promise.race([started, finished]);
      child.kill('SIGTERM');
      const { code, stderr } = await finished;
      expect(code).toBe(143);
      expect(stderr).toContain('There was no market in this database, so a new one was created.');
      expect(stderr.trimEnd().split('\n').at(-1)).toBe('Stopped by SIGTERM.');
      const cluster = path.join(own.folder, 'postgres');
      expect(existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false);
      expect(await readFile(path.join(cluster, 'postgres.log'), 'utf8')).toContain(
        'database system is shut down',
      );
    } finally {
      await own.remove();
    }
  });
});

import { execFile } from 'node:child_process';
import { chown, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { DatabaseAwayError } from '../src/orders/order-lane.js';
import { buildProducts, buildTraders, openEngine, order } from './market.js';
import { expectSoundMarket } from './sound-market.js';
import { buildTestApp, type TestApp } from './test-app.js';
import { createTestDatabase } from './test-database.js';
import { onServer } from './test-server-address.js';

const run = promisify(execFile);
const [address] = inject('postgres').machines;
/** The database and one migrated copy of it fit many times. */
const DISK_SIZE = '128m';

let market: TestApp;
let productId = 0;
let disk: Disk;

/** The directory of the database's files. */
interface Disk {
  fill(): Promise<void>;
  free(): Promise<void>;
  /** To be called after the database is dropped. */
  remove(): Promise<void>;
}

beforeAll(async () => {
  const database = await createTestDatabase();
  await buildTraders(database, 'ann');
  [productId = 0] = await buildProducts(database, ['Disk Runner']);
  disk = (await smallDisk(database)) ?? spoiltDatabase(database);
  market = await buildTestApp({
    database,
    engine: (opened) => openEngine(opened, { patienceMs: 1_000 }),
  });
});

afterAll(async () => {
  await market.close();
  await market.database.close();
  await disk.remove();
});

async function nameOf({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
}

/** Makes settings of the database take effect, which they do for new connections. */
async function endConnections(name: string): Promise<void> {
  await onServer(address, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
}

/** Moves the database to a small file system of its own; null where that cannot be made. It needs root and Linux. */
async function smallDisk(database: Database): Promise<Disk | null> {
  const directory = await mkdtemp(path.join(tmpdir(), 'perkex-disk-'));
  const { rows } = await database.pool
    .query<{ directory: string }>('show data_directory')
    .catch(() => ({ rows: [] }));
  const owner = await stat(Object.values(rows[0] ?? {})[0] ?? '').catch(() => null);
  const isMounted =
    owner !== null &&
    (await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', directory]).then(
      () => true,
      () => false,
    ));
  if (!isMounted) {
    await rm(directory, { recursive: true });
    return null;
  }
  await chown(directory, owner.uid, owner.gid);
  const name = await nameOf(database);
  await endConnections(name);
  await onServer(address, `create tablespace ${name} location '${directory}'`);
  await onServer(address, `alter database ${name} set tablespace ${name}`);
  const filling = path.join(directory, 'filling');
  return {
    async fill() {
      const file = await open(filling, 'w');
      const zeros = Buffer.alloc(1 << 16);
      for (let isFull = false; !isFull; ) {
        isFull = await file.write(zeros).then(
          () => false,
          (error: NodeJS.ErrnoException) => error.code === 'ENOSPC',
        );
      }
      await file.close();
    },
    free: () => rm(filling),
    async remove() {
      await onServer(address, `drop tablespace ${name}`);
      await run('umount', [directory]);
      await rm(directory, { recursive: true });
    },
  };
}

/**
 * For machines without a mountable file system: PostgreSQL has no room for temporary files, and refuses orders as if
 * its disk were full.
 */
function spoiltDatabase(database: Database): Disk {
  console.warn('No file system can be mounted here: PostgreSQL is made to answer as if its disk were full.');
  return {
    async fill() {
      const name = await nameOf(database);
      await database.pool.query(
        `create function refuse_orders() returns trigger language plpgsql as
         $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`,
      );
      await database.pool.query(
        'create trigger refuse_orders before insert on orders execute function refuse_orders()',
      );
      await onServer(address, `alter database ${name} set temp_file_limit = 0`);
      await endConnections(name);
    },
    async free() {
      const name = await nameOf(database);
      await database.pool.query('drop function refuse_orders cascade');
      await onServer(address, `alter database ${name} reset temp_file_limit`);
      await endConnections(name);
    },
    async remove() {},
  };
}

const health = async () => (await market.app.inject('/api/health')).statusCode;

/** Places orders until one is refused, for as long as old pages have room. */
async function placeUntilRefused() {
  for (;;) {
    const ask = order('ask', 'ann', 100, { productId });
    const refused = await market.engine.submit(ask).then(
      () => null,
      (error: unknown) => error,
    );
    if (refused) {
      return { ask, refused };
    }
  }
}

it('on a full disk orders are refused, health is 503, also without orders, and all is healthy again with room', async () => {
  expect(await health()).toBe(200);
  await disk.fill();
  await expect.poll(health, { timeout: 30_000 }).toBe(503);
  // The queue's own timer may find the order in progress at its deadline, when its outcome is unknown.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { ask, refused } = await placeUntilRefused();
  vi.useRealTimers();
  expect(refused).toBeInstanceOf(DatabaseAwayError);
  expect(await health()).toBe(503);
  await disk.free();
  await expect.poll(health, { timeout: 30_000 }).toBe(200);
  expect(await market.engine.submit(ask)).toMatchObject({ kind: 'rested' });
  await expectSoundMarket(market.database);
});

it('a read-only database is not healthy until it is writable', async () => {
  const name = await nameOf(market.database);
  await onServer(address, `alter database ${name} set default_transaction_read_only = on`);
  await endConnections(name);
  await expect.poll(health, { timeout: 30_000 }).toBe(503);
  await onServer(address, `alter database ${name} reset default_transaction_read_only`);
  await endConnections(name);
  await expect.poll(health, { timeout: 30_000 }).toBe(200);
});

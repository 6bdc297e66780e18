import type { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../src/database/connect.js';
import {
  afterCommit,
  sendLater,
  type Transaction,
  together,
  transaction,
} from '../src/database/transaction.js';
import { createTestDatabase } from './test-database.js';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  await database.pool.query('create table notes (id int primary key)');
});

beforeEach(() => database.pool.query('truncate notes'));

afterEach(() => vi.restoreAllMocks());

afterAll(() => database.close());

const add = (tx: Transaction, id: number) => tx.query('insert into notes values ($1)', [id]);

async function notes(): Promise<number[]> {
  return (await database.pool.query<{ id: number }>('select id from notes order by id')).rows.map(
    ({ id }) => id,
  );
}

/** Counts what is written to the socket of a connection during a transaction. */
async function writesOf(work: (tx: Transaction) => Promise<void>): Promise<number> {
  const client = await database.pool.connect();
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  const writes = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev' as never)];
  client.release();
  await transaction(database.pool, work);
  return writes.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

describe('a transaction', () => {
  it('begins with its first statement, and ends with what is sent later', async () => {
    expect(
      await writesOf(async (tx) => {
        await together(
          tx,
          () => add(tx, 1),
          () => add(tx, 2),
        );
        await sendLater(tx, () => add(tx, 3));
      }),
    ).toBe(2);
    expect(await notes()).toEqual([1, 2, 3]);
  });

  it('fails as a whole with the error of a statement that was sent later', async () => {
    const committed = vi.fn();
    const failing = transaction(database.pool, async (tx) => {
      afterCommit(tx, committed);
      await add(tx, 1);
      await sendLater(tx, () => add(tx, 1));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(committed).not.toHaveBeenCalled();
    expect(await notes()).toEqual([]);
  });

  it('fails with that error although a later statement has failed because of it', async () => {
    const failing = transaction(database.pool, async (tx) => {
      await add(tx, 1);
      await sendLater(tx, () => add(tx, 1));
      await add(tx, 2);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await notes()).toEqual([]);
  });

  it('is not reported as committed if the error of a statement was ignored', async () => {
    const failing = transaction(database.pool, async (tx) => {
      await add(tx, 1);
      await add(tx, 1).catch(() => {});
    });
    await expect(failing).rejects.toThrow('was rolled back');
    expect(await notes()).toEqual([]);
  });

  it('whose beginning fails sends no second statement', async () => {
    const client = await database.pool.connect();
    const query = client.query.bind(client) as (...values: unknown[]) => unknown;
    client.query = ((...values: unknown[]) =>
      query(...(values[0] === 'begin' ? ['begin of nothing'] : values))) as typeof client.query;
    client.release();
    const failing = transaction(database.pool, async (tx) => {
      await tx.query('select 1');
      await add(tx, 1);
    });
    await expect(failing).rejects.toThrow();
    expect(await notes()).toEqual([]);
  });

  it('of a connection that is not pipelined waits for each statement', async () => {
    const patient = await createTestDatabase({ empty: true, hasTimeLimits: false });
    await patient.pool.query('create table notes (id int primary key)');
    const warned = vi.fn();
    process.on('warning', warned);
    const failing = transaction(patient.pool, async (tx) => {
      await together(
        tx,
        () => add(tx, 1),
        () => add(tx, 2),
      );
      await sendLater(tx, () => add(tx, 2));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
    await patient.close();
  });
});

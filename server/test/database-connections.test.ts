import type { Duplex } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { connectDatabase, connectPipelined, type Database, endConnection } from '../src/database/connect.js';
import { createTestDatabase } from './test-database.js';

describe('a broken database connection', () => {
  it('is reported, unless the database was closed', async () => {
    const { address, close } = await createTestDatabase();
    const reported: string[] = [];
    const database = connectDatabase(address, ({ message }) => reported.push(message));
    const client = await database.pool.connect();
    client.emit('error', new Error('in use'));
    client.release();
    database.pool.emit('error', new Error('idle'), client);
    await database.close();
    client.emit('error', new Error('after its end'));
    expect(reported).toEqual(['in use', 'idle']);
    await close();
  });
});

it('background work commits without waiting for the disk, and users wait for it', async () => {
  const database = await createTestDatabase();
  const settingOf = async (pool: Database['pool']) =>
    (await pool.query('show synchronous_commit')).rows[0].synchronous_commit;
  expect(await settingOf(database.backgroundPool)).toBe('off');
  expect(await settingOf(database.pool)).toBe('on');
  await database.close();
});

it('a pipelined connection sends the statements of one turn together', async () => {
  const database = await createTestDatabase();
  const client = await connectPipelined(database.address);
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  const writes = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev' as never)];
  const counts = () => writes.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  const answers = await Promise.all([1, 2, 3].map((each) => client.query('select $1::int as each', [each])));
  expect(answers.map(({ rows }) => rows[0].each)).toEqual([1, 2, 3]);
  expect(counts()).toBe(1);
  await client.query('select 1');
  expect(counts()).toBe(2);
  await endConnection(client);
  await database.close();
});

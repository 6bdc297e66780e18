import { describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../src/database/connect.js';
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

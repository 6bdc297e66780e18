import { describe, expect, it } from 'vitest';
import { connectDatabase } from '../src/database/connect.js';
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

import type pg from 'pg';
import type { Transaction } from './transaction.js';

/** Reads from one snapshot of the database. */
export async function inSnapshot<Result>(
  client: pg.ClientBase,
  read: (snapshot: Transaction) => Promise<Result>,
): Promise<Result> {
  await client.query('begin isolation level repeatable read read only');
  try {
    return await read(client as Transaction);
  } finally {
    await client.query('commit');
  }
}

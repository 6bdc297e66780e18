import pg from 'pg';
import type { DatabaseAddress } from '../src/database/connect.js';

/** Runs one statement that needs no particular database, such as CREATE DATABASE. */
export function onServer(address: DatabaseAddress, sql: string): Promise<void> {
  return withClient(address, async (client) => void (await client.query(sql)));
}

/** Lends a connection of its own. */
export async function withClient(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export async function onServers(addresses: readonly DatabaseAddress[], sql: string): Promise<void> {
  await Promise.all(addresses.map((address) => onServer(address, sql)));
}

/** The same server, another database. */
export function withDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!('connectionString' in address)) {
    return { ...address, database };
  }
  const url = new URL(address.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

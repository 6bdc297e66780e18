import type { DatabaseAddress } from '@perkex/server/database/connect.js';

/** The address of a database as another server's DATABASE_URL. */
export function databaseUrl(address: DatabaseAddress): string {
  if ('connectionString' in address) {
    return address.connectionString;
  }
  const { host, port, user, database } = address;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

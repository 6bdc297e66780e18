import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../src/database/connect.js';
import { dumpSchema } from './schema-dump.js';
import { createTestDatabase, isOnCluster } from './test-database.js';

const FILE = fileURLToPath(new URL('../schema.sql', import.meta.url));
const HEADING = '-- The schema that server/migrations make, for reading. Written by: npm run schema\n\n';

let migrated: Database;
let empty: Database;

beforeAll(async () => {
  migrated = await createTestDatabase();
  empty = await createTestDatabase({ empty: true });
});

afterAll(async () => {
  await migrated.close();
  await empty.close();
});

// The file has the schema of a plain database.
it.skipIf(isOnCluster())(
  'server/schema.sql is the result of the migrations (npm run schema writes it)',
  async () => {
    await expect(HEADING + (await dumpSchema(migrated.pool))).toMatchFileSnapshot(FILE);
  },
);

it.skipIf(isOnCluster())('the dump of a schema recreates the same schema', async () => {
  const dump = await dumpSchema(migrated.pool);
  await empty.pool.query(dump);
  expect(await dumpSchema(empty.pool)).toBe(dump);
});

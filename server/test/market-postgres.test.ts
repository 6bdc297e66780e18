import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openMarketPostgres } from '../src/database/market-postgres.js';
import { lastWords } from '../src/process/last-words.js';

it('keeps the names with which every DATA_DIR was created', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'perkex-test-'));
  await chmod(folder, 0o755); // run as root, PostgreSQL is another user and has to reach it
  const postgres = await openMarketPostgres({ dataDir: folder, purpose: 'server', log: () => {} });
  try {
    expect(postgres.connection).toEqual({
      host: path.join(folder, 'postgres', 'socket'),
      port: 5432,
      user: 'perkex',
      database: 'perkex',
    });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
});

it('refuses with the message of the settings, without a stack', async () => {
  const opening = openMarketPostgres({ dataDir: '/one\ntwo', purpose: 'tool', log: () => {} });
  expect(await opening.catch(lastWords)).toBe('DATA_DIR "/one\\ntwo" cannot be used: it has a line break.');
});

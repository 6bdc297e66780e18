import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildTestApp } from '../../server/test/test-app.js';
import { type OpenApi, writeCalls } from './write-calls.js';

const FILE = fileURLToPath(new URL('../src/generated/calls.ts', import.meta.url));

it('client/src/generated/calls.ts is what the OpenAPI document says (npm run client writes it)', async () => {
  const market = await buildTestApp({ payments: { provider: 'play' } });
  const document = (await market.app.inject('/api/openapi.json')).json<OpenApi>();
  await market.close();
  await expect(writeCalls(document)).toMatchFileSnapshot(FILE);
});

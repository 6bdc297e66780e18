import { randomUUID } from 'node:crypto';
import { SERVER_HEADER } from '@perkex/contract/live-limits.js';
import { beforeAll, expect, it } from 'vitest';
import { listen } from './event-reader.js';
import { buildProducts } from './market.js';
import { buildTrader, type TestApp, type TestUser, useMarket } from './test-app.js';
import { getByWire } from './wire.js';

/** The cached calls of a server to a page that follows the stream of another one. */

// Changes of one server reach the other's cache in time only if it is asked to read them.
const clock = { wallMs: Date.now, steadyMs: () => 0 };
const here = useMarket({ clock });
const there = useMarket(() => ({ clock, database: here.database }));
let ann: TestUser;

beforeAll(async () => {
  ann = await buildTrader(here);
});

async function lowestAsk(server: TestApp, path: string, follows?: string): Promise<number> {
  const answer = await getByWire(server, path, follows === undefined ? {} : { [SERVER_HEADER]: follows });
  expect(answer.statusCode).toBe(200);
  const { products } = JSON.parse(answer.body) as { products: { lowestAsk: number }[] };
  return products[0]?.lowestAsk ?? 0;
}

it('a read after an event of another server has the change, though the cache may be older', async () => {
  const name = 'Air Elsewhere';
  await buildProducts(here.database, [name]);
  const path = `/api/browse?q=${encodeURIComponent(name)}`;
  for (let price = 300; price > 280; price -= 1) {
    await lowestAsk(there, path);
    await ann.post('/ask', { id: randomUUID(), name, price, size: '9' });
    expect(await lowestAsk(there, path, 'another process')).toBe(price);
  }
});

it('a stream names its process, and reads that name the same one are served from the cache', async () => {
  const url = await listen(here);
  const ending = new AbortController();
  const stream = await fetch(`${url}/api/live`, { signal: ending.signal });
  const processId = String(stream.headers.get(SERVER_HEADER));
  ending.abort();
  expect(processId).toMatch(/^[\da-f-]{36}$/);
  const name = 'Air Here';
  await buildProducts(here.database, [name]);
  const path = `/api/browse?q=${encodeURIComponent(name)}`;
  await lowestAsk(here, path);
  await ann.post('/ask', { id: randomUUID(), name, price: 200, size: '9' });
  // This call's response may be 250 ms old, and the clock stands still.
  expect(await lowestAsk(here, path, processId)).toBe(0);
  expect(await lowestAsk(here, path, 'another process')).toBe(200);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEADLY_DOLLARS, spoilt } from '../src/crash/spoiling.js';
import { newDataFolder } from '../src/data-folder.js';
import { SETTINGS, signUp } from '../src/ready-to-trade.js';
import { RunningServer } from '../src/running-server.js';

let server: RunningServer;
let dying: RunningServer;

beforeAll(async () => {
  const folders = await Promise.all([
    newDataFolder('announcement', 'demonstration market'),
    newDataFolder('announcement'),
  ]);
  const [ownFolder = '', dyingFolder = ''] = folders;
  const secret = { AUTH_SECRET: randomUUID() };
  server = await RunningServer.start(ownFolder, { ...secret, DEMO_TRADING: 'off' });
  dying = await RunningServer.start(dyingFolder, {
    ...secret,
    ...spoilt('death-after-commit'),
    DATABASE_URL: await server.databaseUrl(),
    DEMO: '0',
  });
});

afterAll(async () => {
  await dying.remove();
  await server.remove();
});

interface Book {
  readonly size: string;
  readonly lowestAsk: number;
}

/** Reads a stream until this state arrives. */
async function untilSent(body: ReadableStream<Uint8Array>, wanted: Book): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (const [, data = ''] of text.matchAll(/event: book\ndata: (.*)\n\n/g)) {
      const { size, lowestAsk } = JSON.parse(data) as Book;
      if (size === wanted.size && lowestAsk === wanted.lowestAsk) {
        return;
      }
    }
  }
  throw new Error(`The stream ended without ${JSON.stringify(wanted)}; it sent: ${text}`);
}

it("a server that dies between commit and announcement loses nothing on another server's screens", async () => {
  const trader = await signUp(dying.url);
  const post = (call: string, body: object) =>
    fetch(`${dying.url}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: dying.url, cookie: trader.cookie },
      body: JSON.stringify({ uid: trader.uid, ...body }),
    });
  for (const [call, fields] of SETTINGS) {
    await post(call, fields);
  }
  const products = (await (await fetch(`${server.url}/api/`)).json()) as {
    id: number;
    name: string;
    asks: { size: string; price: number }[];
    bids: { size: string; price: number }[];
  }[];
  // A book in which the deadly ask is the lowest and matches no bid.
  const candidates = products.flatMap(({ id, name, asks, bids }) =>
    asks.map(({ size, price }) => ({ id, name, size, price, bids })),
  );
  const book = candidates.find(
    ({ size, price, bids }) =>
      price > DEADLY_DOLLARS && !bids.some((bid) => bid.size === size && bid.price >= DEADLY_DOLLARS),
  );
  if (!book) {
    throw new Error('The demonstration market has no such book.');
  }
  const stream = await fetch(`${server.url}/api/live?product=${book.id}`);
  const { name, size } = book;
  await expect(post('ask', { id: randomUUID(), name, size, price: DEADLY_DOLLARS })).rejects.toThrow();
  await untilSent(stream.body as ReadableStream<Uint8Array>, { size, lowestAsk: DEADLY_DOLLARS });
});

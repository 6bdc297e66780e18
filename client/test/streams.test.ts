import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Perkex } from '../src/perkex.js';
import { problemAnswer, streamClient } from './answers.js';

/** A drop copy that ends after one event. */
const order = (number: number) => () => new Response(`data: ${JSON.stringify({ number })}\n\n`);
const busy = () => problemAnswer(503, 'busy');

describe('a stream whose server is busy', () => {
  it('goes on after many refusals that pass, with the waits that the server asks for', async () => {
    const often = Array.from({ length: 20 }, () => busy);
    const later = () => problemAnswer(429, 'too-many-requests', { 'retry-after': '90' });
    const { client, urls, waits, signal } = streamClient([order(1), ...often, later, order(2)]);
    const numbers: number[] = [];
    for await (const { number } of client.events({ signal })) {
      numbers.push(number);
    }
    expect(numbers).toEqual([1, 2]);
    expect(new Set(urls.slice(1, -1))).toEqual(new Set(['http://market.example/api/me/events?after=1']));
    expect(waits).toContain(90_000);
    expect(Math.max(...waits.filter((ms) => ms !== 90_000))).toBe(10_000);
  });

  it('goes on after an error of the server, and without a wait of days', async () => {
    const failed = () => problemAnswer(500, 'internal-error');
    const away = (retryAfter: string) => () => problemAnswer(503, 'busy', { 'retry-after': retryAfter });
    const { client, waits, signal } = streamClient([
      order(1),
      failed,
      failed,
      away('9999999'),
      away('-5'),
      order(2),
    ]);
    const numbers: number[] = [];
    for await (const { number } of client.events({ signal })) {
      numbers.push(number);
    }
    expect(numbers).toEqual([1, 2]);
    expect(Math.max(...waits)).toBe(300_000);
    expect(Math.min(...waits)).toBe(250);
  });

  it('goes on if it broke before its first line', async () => {
    const empty = () => new Response('');
    const often = Array.from({ length: 20 }, () => busy);
    const { client, signal } = streamClient([empty, ...often, order(1)]);
    const { value } = await client.events({ signal })[Symbol.asyncIterator]().next();
    expect(value).toMatchObject({ number: 1 });
  });

  it('ends with a refusal that stays, and if it never opened', async () => {
    const gone = () => problemAnswer(410, 'events-gone');
    const stopped = streamClient([order(1), busy, gone]);
    const events = stopped.client.events({ signal: stopped.signal });
    expect((await events.next()).value).toMatchObject({ number: 1 });
    await expect(events.next()).rejects.toMatchObject({ code: 'events-gone' });
    const { client, signal } = streamClient(Array.from({ length: 20 }, () => busy));
    await expect(client.events({ signal }).next()).rejects.toMatchObject({ code: 'busy' });
  });
});

it('a stream that is aborted while it is opened ends', async () => {
  const { client, signal, urls } = streamClient([]);
  expect((await client.events({ signal }).next()).done).toBe(true);
  expect(urls).toHaveLength(1);
});

it('a stream that is aborted closes its connection', async () => {
  let closed = () => {};
  const hasClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const server = createServer((request, response) => {
    request.socket.on('close', closed);
    response.write('{"type":"heartbeat"}\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const abort = new AbortController();
  const feed = new Perkex({ url: `http://127.0.0.1:${port}` }).feed({
    signal: abort.signal,
  });
  expect((await feed.next()).value).toEqual({ type: 'heartbeat' });
  const end = feed.next();
  abort.abort();
  expect((await end).done).toBe(true);
  await hasClosed;
  server.close();
});

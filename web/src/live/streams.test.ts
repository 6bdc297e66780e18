import { afterEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from './live-events.js';
import { createStreams } from './streams.js';

const wants = (...products: number[]) => ({ products, isOfMarket: false, uid: '' });
let stop = () => {};

afterEach(() => stop());

it('the market is read again when products are wanted again that no screen heard in between', async () => {
  const opened: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    opened.push(address);
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(': \n\n')),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const heard: LiveEvent[] = [];
  const streams = createStreams(
    (event) => heard.push(event),
    () => {},
  );
  stop = () => streams.want(null);
  streams.want(wants(1, 2));
  await vi.waitFor(() => expect(heard).toHaveLength(1), 60_000);
  streams.want(wants(2));
  expect(heard).toHaveLength(1);
  streams.want(wants(1, 2));
  expect(heard).toEqual([1, 2].map(() => ({ name: 'reset', data: { isOwn: false } })));
  expect(opened).toHaveLength(1);
});

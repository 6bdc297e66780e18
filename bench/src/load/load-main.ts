import { ownAddress } from '../processes/visitor.js';
import { openStreams, readStreams, type StreamsTask } from './event-streams.js';
import { HttpConnection } from './http-connection.js';
import type { LoadResult, LoadTask, ReadRequest, ReadRequests } from './load.js';
import { measureRate } from './loop.js';
import { type NextRequest, nextOrders } from './order-requests.js';

/** A process that generates load for a server, one task after another, and reports the results. */

type Task = LoadTask | { readonly streams: StreamsTask | 'read' };

process.on('message', async (task: Task) => {
  try {
    process.send?.(await perform(task));
  } catch (error) {
    process.send?.({ failed: String((error as Error).stack) });
  }
});

async function perform(task: Task): Promise<object> {
  if (!('streams' in task)) {
    return load(task);
  }
  if (task.streams !== 'read') {
    await openStreams(task.streams);
  }
  return readStreams();
}

async function load(task: LoadTask): Promise<LoadResult> {
  const { address, connections: count, requests, hasOwnAddresses } = task;
  const connections = await Promise.all(
    Array.from({ length: count }, (_, place) =>
      HttpConnection.open(hasOwnAddresses ? { ...address, from: ownAddress(place) } : address),
    ),
  );
  const askedAtMs: Record<string, number> = {};
  const next = requests.kind === 'reads' ? nextReads(requests, address) : nextOrders(requests, askedAtMs);
  const otherStatuses: Record<string, number> = {};
  const rate = await measureRate(task, async (place, dueMs) => {
    const status = await (connections[place] as HttpConnection).send(next(place, dueMs));
    if (status !== 200) {
      otherStatuses[status] = (otherStatuses[status] ?? 0) + 1;
    }
  });
  for (const connection of connections) {
    connection.close();
  }
  return { ...rate, otherStatuses, askedAtMs };
}

function nextReads({ requests }: ReadRequests, address: LoadTask['address']): NextRequest {
  const bytes = requests.map((request) => Buffer.from(readRequest(request, address)));
  let count = 0;
  return () => {
    count += 1;
    return bytes[count % bytes.length] as Buffer;
  };
}

function readRequest({ path, headers, body }: ReadRequest, { host, port }: LoadTask['address']): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = Object.entries({
    host: `${host}:${port}`,
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }).map(([name, value]) => `${name}: ${value}`);
  return [`${body ? 'POST' : 'GET'} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n');
}

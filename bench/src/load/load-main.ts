import { setTimeout as pause } from 'node:timers/promises';
import { ownAddress } from '../visitor.js';
import { HttpConnection } from './http-connection.js';
import type { LoadResult, LoadTask, ReadRequest, ReadRequests } from './load.js';
import { orderRequest } from './order-requests.js';

/** A process that generates load for a server, one task after another, and reports the results. */

type NextRequest = (connection: number) => Buffer | string;

process.on('message', async (task: LoadTask) => {
  try {
    process.send?.(await load(task));
  } catch (error) {
    process.send?.({ failed: String((error as Error).stack) });
  }
});

async function load(task: LoadTask): Promise<LoadResult> {
  const { address, connections: count, seconds, requests, requestsPerSecond, isAtRandomMoments } = task;
  const next: NextRequest =
    requests.kind === 'reads' ? readsOf(requests, address) : (place) => orderRequest(requests, place);
  const connections = await Promise.all(
    Array.from({ length: count }, (_, place) =>
      HttpConnection.open(task.hasOwnAddresses ? { ...address, from: ownAddress(place) } : address),
    ),
  );
  const latenciesMs: number[] = [];
  const otherStatuses: Record<string, number> = {};
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  const gapMs = requestsPerSecond === undefined ? 0 : (1_000 * count) / requestsPerSecond;
  const keepAsking = async (connection: HttpConnection, place: number) => {
    let slotMs = startMs + (isAtRandomMoments ? 0 : (gapMs * place) / count);
    for (;;) {
      const dueMs = slotMs + (isAtRandomMoments ? Math.random() * gapMs : 0);
      if (dueMs >= endMs) {
        return;
      }
      if (dueMs > performance.now()) {
        await pause(dueMs - performance.now());
      }
      const sentMs = performance.now();
      if (sentMs >= endMs) {
        return;
      }
      const status = await connection.send(next(place));
      // Otherwise a late answer would shorten the waits of the requests that it delayed.
      latenciesMs.push(performance.now() - (gapMs > 0 ? dueMs : sentMs));
      if (status !== 200) {
        otherStatuses[status] = (otherStatuses[status] ?? 0) + 1;
      }
      slotMs += gapMs;
    }
  };
  await Promise.all(connections.map(keepAsking));
  const tookSeconds = (performance.now() - startMs) / 1_000;
  for (const connection of connections) {
    connection.close();
  }
  const sorted = Float64Array.from(latenciesMs).sort();
  return {
    requests: sorted.length,
    perSecond: sorted.length / tookSeconds,
    p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    bodyBytes: connections.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0),
    otherStatuses,
  };
}

function readsOf({ requests }: ReadRequests, address: LoadTask['address']): NextRequest {
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

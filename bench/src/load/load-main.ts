import { setTimeout as pause } from 'node:timers/promises';
import { ownAddress } from '../visitor.js';
import { HttpConnection } from './http-connection.js';
import type { LoadResult, LoadTask, ReadRequests } from './load.js';
import { orderRequest } from './order-requests.js';

/** A process that loads a server as it is told, one task after the other, and says what it saw. */

type NextRequest = (connection: number) => Buffer | string;

process.on('message', async (task: LoadTask) => {
  try {
    process.send?.(await load(task));
  } catch (error) {
    process.send?.({ failed: String((error as Error).stack) });
  }
});

async function load(task: LoadTask): Promise<LoadResult> {
  const { address, connections: count, seconds, requests, requestsPerSecond } = task;
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
    let dueMs = startMs + (gapMs * place) / count;
    for (;;) {
      if (dueMs > performance.now()) {
        await pause(dueMs - performance.now());
      }
      const sentMs = performance.now();
      if (sentMs >= endMs) {
        return;
      }
      const status = await connection.send(next(place));
      latenciesMs.push(performance.now() - sentMs);
      if (status !== 200) {
        otherStatuses[status] = (otherStatuses[status] ?? 0) + 1;
      }
      dueMs += gapMs;
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

function readsOf({ paths, headers }: ReadRequests, { host, port }: LoadTask['address']): NextRequest {
  const lines = Object.entries({ host: `${host}:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`));
  let count = 0;
  return () => {
    count += 1;
    return requests[count % requests.length] as Buffer;
  };
}

import type { Duplex } from 'node:stream';
import type pg from 'pg';

const pipelined = new WeakSet<pg.ClientBase>();

/** True if the connection sends statements without waiting for earlier answers. They still run in sequence. */
export function isPipelined(client: pg.ClientBase): boolean {
  return pipelined.has(client);
}

/**
 * Sends the statements of one turn of the event loop with one system call, which costs more than most of them.
 * @param client opened with `pipeline: true`
 */
export function sendTogether(client: pg.ClientBase): void {
  const stream = socketOf(client);
  const query = client.query.bind(client) as (...values: unknown[]) => unknown;
  let isCorked = false;
  const sent = (...values: unknown[]) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      process.nextTick(() => {
        isCorked = false;
        stream.uncork();
      });
    }
    return query(...values);
  };
  client.query = sent as typeof client.query;
  pipelined.add(client);
}

/** The connection's socket, which pg does not declare. */
export function socketOf(client: pg.ClientBase): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}

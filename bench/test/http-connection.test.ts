import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HttpConnection } from '../src/load/http-connection.js';
import { until } from '../src/processes/until.js';

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** A server that answers each request with the next of these responses, in pieces of this size. */
async function connectTo(answers: readonly string[], pieceBytes: number): Promise<HttpConnection> {
  const waiting = [...answers];
  server = createServer((socket: Socket) => {
    socket.setNoDelay(true);
    socket.on('data', async () => {
      const answer = waiting.shift() ?? '';
      for (let offset = 0; offset < answer.length; offset += pieceBytes) {
        await new Promise((sent) => socket.write(answer.slice(offset, offset + pieceBytes), sent));
      }
      if (answer === '') {
        socket.destroy();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return HttpConnection.open({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
}

const ANSWERS = [
  'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello\r\n\r\nyou',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nb\r\n, you there\r\n0\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
];
const BODY_BYTES = 12 + 16 + 2;

it.each([1, 7, 10_000])(
  'the load generator finds the ends of responses that arrive in pieces of %d bytes',
  async (pieceBytes) => {
    const connection = await connectTo(ANSWERS, pieceBytes);
    const statuses: number[] = [];
    for (const _ of ANSWERS) {
      statuses.push(await connection.send('GET / HTTP/1.1\r\n\r\n'));
    }
    connection.close();
    expect(statuses).toEqual([200, 200, 204, 503, 200]);
    expect(connection.bodyBytes).toBe(BODY_BYTES);
  },
);

it('a connection that ends during a request fails the load', async () => {
  const connection = await connectTo([], 1);
  await expect(connection.send('GET / HTTP/1.1\r\n\r\n')).rejects.toThrow();
});

it('unannounced bytes fail the load', async () => {
  const connection = await connectTo(
    ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokay', 'HTTP/1.1 200 OK\r\n\r\n'],
    1_000,
  );
  await connection.send('GET / HTTP/1.1\r\n\r\n');
  await expect(connection.send('GET / HTTP/1.1\r\n\r\n')).rejects.toThrow();
});

it('waiting for a condition ends at its time limit, with a sentence', async () => {
  let looks = 0;
  const neverTrue = async () => {
    looks += 1;
    return false;
  };
  const limits = { timeoutMs: 0, pollMs: 1, failure: () => `It is not at rest after ${looks} looks.` };
  await expect(until(neverTrue, limits)).rejects.toThrow(/^It is not at rest after [12] looks\.$/);
});

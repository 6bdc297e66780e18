import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { TestApp, TestUser } from './test-app.js';

/**
 * Sends a request whose headers arrive before something happens, and whose body after it. The app listens.
 * @returns the status of the answer
 */
export async function slowly(
  { app }: TestApp,
  user: TestUser,
  path: string,
  body: object,
  inBetween: () => Promise<unknown>,
): Promise<number> {
  const { port } = app.server.address() as AddressInfo;
  const text = JSON.stringify({ uid: user.uid, ...body });
  const socket = net.connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString();
  });
  await once(socket, 'connect');
  const received = once(app.server, 'request');
  socket.write(
    `POST /api${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `cookie: ${user.cookie}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text.slice(0, 5)}`,
  );
  await received;
  await inBetween();
  socket.write(text.slice(5));
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1]);
}

import type { Socket } from 'node:net';

const closingOf = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once the connection has ended. Of several requests in one breath, only the response to the first hears of
 * that by itself.
 * @returns what takes the callback back
 */
export function whenClosed(socket: Socket, callback: () => void): () => void {
  const known = closingOf.get(socket);
  const callbacks = known ?? new Set();
  callbacks.add(callback);
  if (!known) {
    closingOf.set(socket, callbacks);
    socket.once('close', () => {
      for (const each of callbacks) {
        each();
      }
    });
  }
  return () => callbacks.delete(callback);
}

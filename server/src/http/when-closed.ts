import type { Socket } from 'node:net';

const closingOf = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once the connection has ended. Needed because, of several pipelined requests, only the response to the
 * first one gets a close event.
 * @returns a function that removes the callback
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

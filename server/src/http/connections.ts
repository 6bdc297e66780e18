import type { Server } from 'node:http';
import { limitedAddress } from './client-address.js';

/** What a connection may take before it is ended. */
export interface ConnectionLimits {
  /** From the start of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** From the start of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  /** How long nothing may move in either direction: ends clients that do not read their answer. */
  readonly silenceTimeoutMs: number;
  /** How long a connection may stay open between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** How often the first two are looked after. */
  readonly checkingIntervalMs: number;
  /** How many connections there may be; the next are closed as they come. */
  readonly connectionsMost: number;
  /** How many of them one address may have. */
  readonly connectionsPerAddress: number;
}

/** Eighty addresses that take all that they may leave room for others. A browser opens six connections to a host. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  silenceTimeoutMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  checkingIntervalMs: 1_000,
  connectionsMost: 10_000,
  connectionsPerAddress: 120,
};

/**
 * A proxy keeps its connections for all of its visitors and uses them again. It must be the one that closes them, or a
 * request may meet a connection that is just closing: this is longer than proxies keep them by default.
 */
const PROXY_KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** The same limits as Fastify's options. */
export function connectionOptions(limits: ConnectionLimits, trustProxy: boolean) {
  return {
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.silenceTimeoutMs,
    keepAliveTimeout: trustProxy ? PROXY_KEEP_ALIVE_TIMEOUT_MS : limits.keepAliveTimeoutMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkingIntervalMs,
    },
  };
}

/** Bounds how many connections there are; behind a proxy, they all come from its one address. */
export function limitConnections(server: Server, limits: ConnectionLimits, perAddress: boolean): void {
  server.maxConnections = limits.connectionsMost;
  if (!perAddress) {
    return;
  }
  const countOf = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = limitedAddress(socket.remoteAddress ?? '');
    const count = (countOf.get(address) ?? 0) + 1;
    if (count > limits.connectionsPerAddress) {
      socket.destroy();
      return;
    }
    countOf.set(address, count);
    socket.once('close', () => {
      const left = (countOf.get(address) ?? 0) - 1;
      if (left > 0) {
        countOf.set(address, left);
      } else {
        countOf.delete(address);
      }
    });
  });
}

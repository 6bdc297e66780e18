import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
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
  /** How long a connection may stay idle after the server has begun to stop. */
  readonly stoppingGraceMs: number;
  /** How often the first two are looked after. */
  readonly checkingIntervalMs: number;
  /** How many connections there may be; the next are closed as they come. */
  readonly connectionsMost: number;
  /** How many of them one address may have. */
  readonly connectionsPerAddress: number;
  /** How many bytes of answers one address may leave unread, over all of its connections. */
  readonly unreadBytesPerAddress: number;
}

/** Eighty addresses that take all that they may leave room for others. A browser opens six connections to a host. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  silenceTimeoutMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  stoppingGraceMs: 1_000,
  checkingIntervalMs: 1_000,
  connectionsMost: 10_000,
  connectionsPerAddress: 120,
  unreadBytesPerAddress: 16 * 1024 * 1024,
};

/**
 * A proxy keeps its connections for all of its visitors and uses them again. It must be the one that closes them, or a
 * request may meet a connection that is just closing: this is longer than proxies keep them by default.
 */
const PROXY_KEEP_ALIVE_TIMEOUT_MS = 75_000;

export interface ServerOptions {
  readonly limits: ConnectionLimits;
  /** Whether all connections are those of a proxy. */
  readonly isBehindProxy: boolean;
  /** Whether each address may have only so many. */
  readonly limitsAddresses: boolean;
}

/** A server with bounds for each connection, and for how many there are; it does not listen yet. */
export function createLimitedServer(
  listener: RequestListener,
  { limits, isBehindProxy, limitsAddresses }: ServerOptions,
): Server {
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkingIntervalMs,
      keepAliveTimeout: isBehindProxy ? PROXY_KEEP_ALIVE_TIMEOUT_MS : limits.keepAliveTimeoutMs,
    },
    listener,
  );
  server.setTimeout(limits.silenceTimeoutMs);
  server.maxConnections = limits.connectionsMost;
  if (limitsAddresses && !isBehindProxy) {
    limitAddressesOf(server, limits);
  }
  return server;
}

/**
 * Closes connections of an address that has too many already, and those that leave the most unread of an address that
 * leaves too much unread.
 */
function limitAddressesOf(
  server: Server,
  { connectionsPerAddress, unreadBytesPerAddress, checkingIntervalMs }: ConnectionLimits,
): void {
  const socketsByAddress = new Map<string, Set<Socket>>();
  server.on('connection', (socket) => {
    const address = limitedAddress(socket.remoteAddress ?? '');
    const sockets = socketsByAddress.get(address) ?? new Set();
    if (sockets.size >= connectionsPerAddress) {
      socket.destroy();
      return;
    }
    socketsByAddress.set(address, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) {
        socketsByAddress.delete(address);
      }
    });
  });
  const checking = setInterval(() => {
    for (const sockets of socketsByAddress.values()) {
      endUnread(sockets, unreadBytesPerAddress);
    }
  }, checkingIntervalMs);
  checking.unref();
  server.on('close', () => clearInterval(checking));
}

/** Ends connections until the others leave at most so many bytes unread, beginning with the one that leaves most. */
function endUnread(sockets: ReadonlySet<Socket>, maxBytes: number): void {
  let bytes = 0;
  for (const { writableLength } of sockets) {
    bytes += writableLength;
  }
  if (bytes <= maxBytes) {
    return;
  }
  for (const socket of [...sockets].sort((a, b) => b.writableLength - a.writableLength)) {
    bytes -= socket.writableLength;
    socket.destroy();
    if (bytes <= maxBytes) {
      return;
    }
  }
}

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { groupBy } from '@perkex/core/group-by.js';
import { clientAddress, limitedAddress } from './client-address.js';

/** The limits of connections. */
export interface ConnectionLimits {
  /** From the start of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** From the start of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  /** Maximum time without traffic in either direction: ends clients that do not read their answer. */
  readonly silenceTimeoutMs: number;
  /** How long a connection may stay open between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** How long a connection may stay idle after the server has begun to stop. */
  readonly stoppingGraceMs: number;
  /** How often the first two are checked. */
  readonly checkingIntervalMs: number;
  /** Maximum number of connections. New ones above it are closed at once. */
  readonly maxConnections: number;
  /** Maximum number of connections per address. */
  readonly connectionsPerAddress: number;
  /** How many bytes of answers one address may leave unread, over all its connections. */
  readonly unreadBytesPerAddress: number;
}

/** Even eighty addresses at their limits leave room for others. A browser opens six connections per host. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  silenceTimeoutMs: 30_000,
  keepAliveTimeoutMs: 10_000,
  stoppingGraceMs: 1_000,
  checkingIntervalMs: 1_000,
  maxConnections: 10_000,
  connectionsPerAddress: 120,
  unreadBytesPerAddress: 16 * 1024 * 1024,
};

/**
 * A proxy reuses its connections for all its visitors. The proxy must be the side that closes them, or a request may
 * arrive on a connection that is just closing. So this is longer than the usual default of proxies.
 */
const PROXY_KEEP_ALIVE_TIMEOUT_MS = 75_000;

export interface ServerOptions {
  readonly limits: ConnectionLimits;
  /** True if all connections come from a proxy. */
  readonly isBehindProxy: boolean;
  /** True if connections are limited per address. */
  readonly limitsAddresses: boolean;
}

/** A server with limits per connection and for their number; it does not listen yet. */
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
  server.maxConnections = limits.maxConnections;
  if (limitsAddresses) {
    limitUnreadBytes(server, limits, isBehindProxy);
    if (!isBehindProxy) {
      limitConnections(server, limits.connectionsPerAddress);
    }
  }
  return server;
}

/** Closes new connections of an address at its limit. */
function limitConnections(server: Server, maxConnections: number): void {
  const countByAddress = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = limitedAddress(socket.remoteAddress ?? '');
    const count = (countByAddress.get(address) ?? 0) + 1;
    if (count > maxConnections) {
      socket.destroy();
      return;
    }
    countByAddress.set(address, count);
    socket.once('close', () => {
      const left = (countByAddress.get(address) ?? 0) - 1;
      if (left > 0) {
        countByAddress.set(address, left);
      } else {
        countByAddress.delete(address);
      }
    });
  });
}

/** A connection and the client of its newest request: behind a proxy, clients share it one after the other. */
interface Connection {
  address: string;
  /** Responses not completely sent, including those queued behind another. */
  readonly responses: Set<ServerResponse>;
}

/** Closes the connections with the most unread data of a client above its limit for unread data. */
function limitUnreadBytes(
  server: Server,
  { unreadBytesPerAddress, checkingIntervalMs }: ConnectionLimits,
  isBehindProxy: boolean,
): void {
  const connections = new Map<Socket, Connection>();
  server.on('request', (request, response) => {
    const { socket } = request;
    const address = limitedAddress(clientAddress(request, isBehindProxy));
    let connection = connections.get(socket);
    if (!connection) {
      connection = { address, responses: new Set() };
      connections.set(socket, connection);
      socket.once('close', () => connections.delete(socket));
    }
    connection.address = address;
    const { responses } = connection;
    responses.add(response);
    response.once('close', () => responses.delete(response));
  });
  const checking = setInterval(() => {
    for (const ofClient of groupBy(connections, ([, { address }]) => address).values()) {
      const unread = ofClient.map(([socket, { responses }]) => ({ socket, bytes: unreadBytes(responses) }));
      endMostUnread(unread, unreadBytesPerAddress);
    }
  }, checkingIntervalMs);
  checking.unref();
  server.on('close', () => clearInterval(checking));
}

/** The bytes written but not yet accepted by the other side. */
function unreadBytes(responses: Iterable<ServerResponse>): number {
  let bytes = 0;
  for (const { writableLength } of responses) {
    bytes += writableLength;
  }
  return bytes;
}

/** Ends connections, largest first, until the remaining ones are within the limit of unread bytes. */
function endMostUnread(
  connections: readonly { readonly socket: Socket; readonly bytes: number }[],
  maxBytes: number,
): void {
  let left = connections.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { socket, bytes } of left > maxBytes ? connections.toSorted((a, b) => b.bytes - a.bytes) : []) {
    if (left > maxBytes) {
      socket.destroy();
      left -= bytes;
    }
  }
}

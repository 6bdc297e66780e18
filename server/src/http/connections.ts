import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { groupBy } from '@perkex/core/group-by.js';
import { clientAddress, limitedAddress } from './client-address.js';

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
  if (limitsAddresses) {
    limitUnreadBytes(server, limits, isBehindProxy);
    if (!isBehindProxy) {
      limitConnections(server, limits.connectionsPerAddress);
    }
  }
  return server;
}

/** Closes connections of an address that has too many already. */
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

/** A connection, with the client of its newest request: behind a proxy, one after the other uses it. */
interface Connection {
  address: string;
  /** Those that are not sent to the end, also if they wait for one before them. */
  readonly responses: Set<ServerResponse>;
}

/** Closes the connections that leave the most unread of a client that leaves too much unread over all of its own. */
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

/** What was written and not taken by the other side. */
function unreadBytes(responses: Iterable<ServerResponse>): number {
  let bytes = 0;
  for (const { writableLength } of responses) {
    bytes += writableLength;
  }
  return bytes;
}

/** Ends connections until the others leave at most so many bytes unread, beginning with the one that leaves most. */
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

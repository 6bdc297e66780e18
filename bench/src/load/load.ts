import type { Address } from './http-connection.js';
import type { OrderSource } from './order-requests.js';

/** A task of a load process: this many connections, each sending its next request on every response, for this long. */
export interface LoadTask {
  readonly address: Address;
  readonly connections: number;
  /** True if each connection has an address of its own, like separate visitors. */
  readonly hasOwnAddresses?: boolean;
  readonly seconds: number;
  readonly requests: ReadRequests | OrderSource;
  /**
   * Over all connections together; without it, as many as the server answers. With it, waits are counted from the time at
   * which a request was due.
   */
  readonly requestsPerSecond?: number;
  /** With it, each connection sends at a random moment of its share of the time, as people do, and not in even steps. */
  readonly isAtRandomMoments?: boolean;
}

/** Requests that are known in advance, sent in turn. */
export interface ReadRequests {
  readonly kind: 'reads';
  readonly requests: readonly ReadRequest[];
}

export interface ReadRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it, the request is a GET. */
  readonly body?: object;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bodyBytes: number;
  /** The number of responses by status, except for 200. */
  readonly otherStatuses: Readonly<Record<string, number>>;
}

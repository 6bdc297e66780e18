import type { Address } from './http-connection.js';
import type { OrderSource } from './order-requests.js';

/** What a process of load does: so many connections, each asking again as soon as it is answered, for so long. */
export interface LoadTask {
  readonly address: Address;
  readonly connections: number;
  /** Whether each comes from an address of its own, as visitors do who are to be told apart. */
  readonly hasOwnAddresses?: boolean;
  readonly seconds: number;
  readonly requests: ReadRequests | OrderSource;
  /** All connections together; without it, as many as are answered. */
  readonly requestsPerSecond?: number;
}

/** Requests that are known before, one after the other. */
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
  /** How many were answered with which status, other than 200. */
  readonly otherStatuses: Readonly<Record<string, number>>;
}

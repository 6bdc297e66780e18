import { Child } from '../processes/child.js';
import type { StreamArrivals, StreamsTask } from './event-streams.js';
import type { Address } from './http-connection.js';
import type { Pace, Rate } from './loop.js';
import type { OrderSource } from './order-requests.js';

/** A load on a server: requests over keep-alive connections, at a pace. */
export interface LoadTask extends Pace {
  readonly address: Address;
  /** True if each connection has an address of its own, like separate visitors. */
  readonly hasOwnAddresses?: boolean;
  readonly requests: ReadRequests | OrderSource;
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

/** Reads of these paths, in turn. */
export function readsOf(paths: readonly string[], headers: ReadRequest['headers'] = {}): ReadRequests {
  return { kind: 'reads', requests: paths.map((path) => ({ path, headers })) };
}

export interface LoadResult extends Rate {
  /** The number of responses by status, except for 200. */
  readonly otherStatuses: Readonly<Record<string, number>>;
  /** The time at which each ask of falling orders was due, by its key. */
  readonly askedAtMs: Readonly<Record<string, number>>;
}

/** The timeout for the last responses of a task, and for opening and reading streams. */
const LAST_ANSWERS_MS = 60_000;

/** Generates load in a separate process, so that the load does not wait for the measuring process. */
export class Loader {
  private readonly child = Child.start('load/load-main.js');

  /** @throws if a response was not 200, since a rate with failures means nothing */
  async run(task: LoadTask): Promise<LoadResult> {
    const result = await this.child.ask<LoadResult>(task, task.seconds * 1_000 + LAST_ANSWERS_MS);
    if (Object.keys(result.otherStatuses).length > 0) {
      throw new Error(`Not everything was answered with 200: ${JSON.stringify(result.otherStatuses)}`);
    }
    return result;
  }

  /** Opens streams of changes, which stay open until the loader is closed. Resolves when all are open. */
  async openStreams(task: StreamsTask): Promise<void> {
    await this.child.ask({ streams: task }, LAST_ANSWERS_MS);
  }

  /** The arrivals on the open streams so far. */
  readStreams(): Promise<StreamArrivals> {
    return this.child.ask({ streams: 'read' }, LAST_ANSWERS_MS);
  }

  close(): Promise<void> {
    return this.child.close();
  }
}

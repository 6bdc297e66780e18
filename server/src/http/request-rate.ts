import type { FastifyReply, FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { limitedAddress } from './client-address.js';
import { sendProblem } from './problems.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The number of requests that a request with this body counts as; one without it. */
    readonly requestsIn?: (body: unknown) => number;
  }
}

const WINDOW_MS = 60_000;
const REQUESTS_A_WINDOW = 3_000;
/** More clients than send requests in one window. Above it, the oldest window is evicted. */
const COUNTED_CLIENTS = 100_000;

interface Window {
  count: number;
  readonly endsAtMs: number;
}

/** Limits the requests of each client, an address or a key, in a window that begins with its first request. */
export class RequestRate {
  /** In the order in which they end, since a count does not move them. */
  private readonly windows: LRUCache<string, Window>;

  constructor(
    private readonly most = REQUESTS_A_WINDOW,
    counted = COUNTED_CLIENTS,
    private readonly nowMs = () => performance.now(),
  ) {
    this.windows = new LRUCache({ max: counted });
  }

  /** Counts a request, or several. @returns the time to wait if the client is above the limit, else 0 */
  count(client: string, requests = 1): number {
    const nowMs = this.nowMs();
    let window = this.windows.peek(client);
    if (!window || window.endsAtMs <= nowMs) {
      window = { count: 0, endsAtMs: nowMs + WINDOW_MS };
      this.windows.set(client, window);
    }
    window.count += requests;
    return window.count > this.most ? window.endsAtMs - nowMs : 0;
  }

  /** The limit of a client, and how many of its requests are left until its window ends. */
  state(client: string) {
    const nowMs = this.nowMs();
    const window = this.windows.peek(client);
    const isOpen = window !== undefined && window.endsAtMs > nowMs;
    return {
      most: this.most,
      left: isOpen ? Math.max(0, this.most - window.count) : this.most,
      endsInSeconds: Math.ceil((isOpen ? window.endsAtMs - nowMs : WINDOW_MS) / 1_000),
      windowSeconds: WINDOW_MS / 1_000,
    };
  }
}

/** Runs before anything more expensive, and for unknown paths, too (429). */
export function limitAddresses(rate: RequestRate): onRequestHookHandler {
  return (request: FastifyRequest, reply, done) => {
    refuseTooMany(rate.count(limitedAddress(request.ip)), reply, done);
  };
}

/**
 * Counts what a request with a large body counts as besides itself, once the body is valid (429).
 * @param clientOf null for a request that is not counted
 * @param onCount called after each count
 */
export function limitBodies(
  rate: RequestRate,
  clientOf: (request: FastifyRequest) => string | null,
  onCount: (reply: FastifyReply, client: string) => void = () => {},
): preHandlerHookHandler {
  return (request, reply, done) => {
    const more = (request.routeOptions.config?.requestsIn?.(request.body) ?? 1) - 1;
    const client = more > 0 ? clientOf(request) : null;
    const waitMs = client === null ? 0 : rate.count(client, more);
    if (client !== null) {
      onCount(reply, client);
    }
    refuseTooMany(waitMs, reply, done);
  };
}

function refuseTooMany(waitMs: number, reply: FastifyReply, done: () => void): void {
  if (waitMs > 0) {
    sendProblem(reply, { refused: 'too-many-requests', retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  } else {
    done();
  }
}

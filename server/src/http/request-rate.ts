import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { limitedAddress } from './client-address.js';
import { sendProblem } from './problems.js';

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

  /** Counts a request. @returns the time to wait if the client is above the limit, else 0 */
  count(client: string): number {
    const nowMs = this.nowMs();
    let window = this.windows.peek(client);
    if (!window || window.endsAtMs <= nowMs) {
      window = { count: 0, endsAtMs: nowMs + WINDOW_MS };
      this.windows.set(client, window);
    }
    window.count += 1;
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
    const waitMs = rate.count(limitedAddress(request.ip));
    if (waitMs > 0) {
      sendProblem(reply, { refused: 'too-many-requests', retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    } else {
      done();
    }
  };
}

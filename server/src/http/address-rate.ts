import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { limitedAddress } from './client-address.js';
import { sendProblem } from './problems.js';

const WINDOW_MS = 60_000;
const REQUESTS_A_WINDOW = 3_000;
/** More addresses than send requests in one window. Above it, the oldest window is evicted. */
const COUNTED_ADDRESSES = 100_000;

interface Window {
  count: number;
  readonly endsAtMs: number;
}

/** Limits requests per address, or per key, in a window that begins with its first request. */
export class AddressRate {
  /** In the order in which they end, since a count does not move them. */
  private readonly windows: LRUCache<string, Window>;

  constructor(
    private readonly most = REQUESTS_A_WINDOW,
    countedAddresses = COUNTED_ADDRESSES,
    private readonly nowMs = () => performance.now(),
  ) {
    this.windows = new LRUCache({ max: countedAddresses });
  }

  /** Counts a request. @returns the time to wait if the address is above the limit, else 0 */
  count(address: string): number {
    const nowMs = this.nowMs();
    let window = this.windows.peek(address);
    if (!window || window.endsAtMs <= nowMs) {
      window = { count: 0, endsAtMs: nowMs + WINDOW_MS };
      this.windows.set(address, window);
    }
    window.count += 1;
    return window.count > this.most ? window.endsAtMs - nowMs : 0;
  }

  /** The limit of an address, and how many of its requests are left until its window ends. */
  state(address: string) {
    const nowMs = this.nowMs();
    const window = this.windows.peek(address);
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
export function limitAddresses(rate: AddressRate): onRequestHookHandler {
  return (request: FastifyRequest, reply, done) => {
    const waitMs = rate.count(limitedAddress(request.ip));
    if (waitMs > 0) {
      sendProblem(reply, { refused: 'too-many-requests', retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    } else {
      done();
    }
  };
}

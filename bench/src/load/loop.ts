import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../report/percentile.js';

export interface Pace {
  /** The number of senders, each of which sends its next request after the answer to the previous one. */
  readonly connections: number;
  readonly seconds: number;
  /**
   * Over all senders together; without it, as many as are answered (a closed loop). With it (an open loop), waits are
   * counted from the time at which a request was due.
   */
  readonly requestsPerSecond?: number;
  /** With it, each sender sends at a random moment of its share of the time, as people do, and not in even steps. */
  readonly isAtRandomMoments?: boolean;
}

/** A measured rate, with the waits of its requests. The waits are NaN without a request. */
export interface Rate {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends requests at a pace.
 * @param send sends the next request of a sender, whose number it receives; resolves after the answer
 */
export async function measureRate(
  { connections, seconds, requestsPerSecond, isAtRandomMoments }: Pace,
  send: (place: number, dueMs: number) => Promise<unknown>,
): Promise<Rate> {
  const waitsMs: number[] = [];
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  const gapMs = requestsPerSecond === undefined ? 0 : (1_000 * connections) / requestsPerSecond;
  const keepSending = async (place: number) => {
    let slotMs = startMs + (isAtRandomMoments ? 0 : (gapMs * place) / connections);
    for (;;) {
      const dueMs = slotMs + (isAtRandomMoments ? Math.random() * gapMs : 0);
      if (dueMs >= endMs) {
        return;
      }
      if (dueMs > performance.now()) {
        await pause(dueMs - performance.now());
      }
      const sentMs = performance.now();
      if (sentMs >= endMs) {
        return;
      }
      // Otherwise a late answer would shorten the waits of the requests that it delayed. A timer may be a little early.
      const countedFromMs = gapMs > 0 ? Math.min(dueMs, sentMs) : sentMs;
      await send(place, countedFromMs);
      waitsMs.push(performance.now() - countedFromMs);
      slotMs += gapMs;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, place) => keepSending(place)));
  const tookSeconds = (performance.now() - startMs) / 1_000;
  const sorted = Float64Array.from(waitsMs).sort();
  return {
    requests: sorted.length,
    perSecond: sorted.length / tookSeconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  };
}

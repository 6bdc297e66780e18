import type { EventStream } from './event-stream.js';
import { eventsText, inOrder, type MarketEvent } from './recent-events.js';

/**
 * The share of this process's time for writing to streams, so that orders take precedence. A write costs about a
 * hundredth of a millisecond, most of it in the kernel, and with thousands of streams each order causes dozens.
 */
const SHARE_OF_TIME = 1 / 25;
const LONGEST_REST_MS = 500;

interface Watchers {
  readonly streams: Set<EventStream>;
  /** The events to be sent next. */
  waiting: MarketEvent[];
}

/**
 * The streams of readers of certain products. They are written in rounds, after the orders that caused the events are
 * answered. Each stream gets one chunk with events in order of their ids, so that wherever a stream is cut, its reader
 * has all events up to the last one received. After a slow round, the next one is throttled.
 */
export class ProductWatchers {
  private readonly watchersByProduct = new Map<number, Watchers>();
  private readonly streamsOfSeveral = new Set<EventStream>();
  private readonly due = new Set<Watchers>();
  private restsUntilMs = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Subscribes the stream to events after this moment. */
  join(stream: EventStream, productIds: ReadonlySet<number>): void {
    this.writeAll();
    for (const productId of productIds) {
      const watchers = this.watchersByProduct.get(productId) ?? { streams: new Set(), waiting: [] };
      watchers.streams.add(stream);
      this.watchersByProduct.set(productId, watchers);
    }
    if (productIds.size > 1) {
      this.streamsOfSeveral.add(stream);
    }
  }

  leave(stream: EventStream, productIds: ReadonlySet<number>): void {
    for (const productId of productIds) {
      const streams = this.watchersByProduct.get(productId)?.streams;
      streams?.delete(stream);
      if (streams?.size === 0) {
        this.watchersByProduct.delete(productId);
      }
    }
    this.streamsOfSeveral.delete(stream);
  }

  tell(event: MarketEvent): void {
    const watchers = this.watchersByProduct.get(event.productId);
    if (!watchers) {
      return;
    }
    watchers.waiting.push(event);
    this.due.add(watchers);
    if (!this.timer) {
      const restMs = Math.max(0, this.restsUntilMs - this.nowMs());
      this.timer = setTimeout(() => setImmediate(() => this.writeRound()), restMs);
      this.timer.unref();
    }
  }

  /** Writes all waiting events. */
  writeAll(): void {
    const forSeveral = new Map<EventStream, MarketEvent[]>();
    for (const watchers of this.due) {
      const { streams, waiting } = watchers;
      watchers.waiting = [];
      const bytes = Buffer.from(eventsText(waiting));
      for (const stream of streams) {
        if (this.streamsOfSeveral.has(stream)) {
          forSeveral.set(stream, [...(forSeveral.get(stream) ?? []), ...waiting]);
        } else {
          stream.send(bytes);
        }
      }
    }
    this.due.clear();
    for (const [stream, events] of forSeveral) {
      stream.send(eventsText(inOrder(events)));
    }
  }

  close(): void {
    clearTimeout(this.timer ?? undefined);
    this.writeAll();
  }

  private writeRound(): void {
    this.timer = null;
    const begunMs = this.nowMs();
    this.writeAll();
    const endedMs = this.nowMs();
    const restMs = (endedMs - begunMs) * (1 / SHARE_OF_TIME - 1);
    this.restsUntilMs = endedMs + Math.min(restMs, LONGEST_REST_MS);
  }
}

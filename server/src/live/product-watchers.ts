import type { EventStream } from './event-stream.js';
import type { MarketEvent } from './recent-events.js';

/**
 * Of the time of this process, for writing to streams: orders go first. A write costs about a hundredth of a millisecond,
 * most of it in the system, and with thousands of streams each order means dozens.
 */
const SHARE_OF_TIME = 1 / 12;
const LONGEST_REST_MS = 500;

interface Watchers {
  readonly streams: Set<EventStream>;
  /** What they are told next. */
  waiting: string;
}

/**
 * The streams of those who watch single products. They are written to in rounds, each once the orders that led to it are
 * answered, and to each stream in one piece. A round that took long has to wait longer for the next.
 */
export class ProductWatchers {
  private readonly ofProduct = new Map<number, Watchers>();
  private readonly due = new Set<number>();
  private restsUntilMs = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** From now on: what was told before is not for this stream. */
  join(productId: number, stream: EventStream): void {
    this.write(productId);
    const watchers = this.ofProduct.get(productId) ?? { streams: new Set(), waiting: '' };
    watchers.streams.add(stream);
    this.ofProduct.set(productId, watchers);
  }

  leave(productId: number, stream: EventStream): void {
    const streams = this.ofProduct.get(productId)?.streams;
    streams?.delete(stream);
    if (streams?.size === 0) {
      this.ofProduct.delete(productId);
    }
  }

  tell({ productId, text }: MarketEvent): void {
    const watchers = this.ofProduct.get(productId);
    if (!watchers) {
      return;
    }
    watchers.waiting += text;
    this.due.add(productId);
    if (!this.timer) {
      const restMs = Math.max(0, this.restsUntilMs - this.nowMs());
      this.timer = setTimeout(() => setImmediate(() => this.writeRound()), restMs);
      this.timer.unref();
    }
  }

  /** Writes all that waits. */
  writeAll(): void {
    for (const productId of this.due) {
      this.write(productId);
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

  private write(productId: number): void {
    this.due.delete(productId);
    const watchers = this.ofProduct.get(productId);
    if (!watchers || watchers.waiting === '') {
      return;
    }
    const bytes = Buffer.from(watchers.waiting);
    watchers.waiting = '';
    for (const stream of watchers.streams) {
      stream.send(bytes);
    }
  }
}

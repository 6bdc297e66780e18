/** One event of the market in its wire format. */
export interface MarketEvent {
  readonly number: number;
  readonly productId: number;
  readonly text: string;
}

/** The events as one chunk. */
export function eventsText(events: readonly MarketEvent[]): string {
  return events.map(({ text }) => text).join('');
}

/** Sorts events by id. */
export function inOrder(events: readonly MarketEvent[]): MarketEvent[] {
  return [...events].sort((a, b) => a.number - b.number);
}

/** Enough to cover a minute of a busy market for a disconnected browser. */
const KEPT_EVENTS = 5_000;
const MAX_REPEATED = 500;

/** The newest events, for readers that reconnect. Ids include the process, so they are unique across processes. */
export class RecentEvents {
  private events: MarketEvent[] = [];
  private number = 0;

  /** @param process an id that no other process has */
  constructor(private readonly process: string) {}

  /** Adds the next event, created from its id. */
  add(productId: number, textWithId: (id: string) => string): MarketEvent {
    this.number += 1;
    const event = { number: this.number, productId, text: textWithId(`${this.process}/${this.number}`) };
    this.events.push(event);
    if (this.events.length >= 2 * KEPT_EVENTS) {
      this.events = this.events.slice(-KEPT_EVENTS);
    }
    return event;
  }

  /** The events after this id, of these products or of all; null when some of them were already evicted. */
  after(id: string, products: ReadonlySet<number> | null): MarketEvent[] | null {
    const [process, text = ''] = id.split('/');
    const number = Number(text);
    const oldest = this.number - this.events.length;
    if (process !== this.process || !Number.isInteger(number) || number < oldest || number > this.number) {
      return null;
    }
    const missed = this.events
      .slice(number - oldest)
      .filter(({ productId }) => products === null || products.has(productId));
    return missed.length > MAX_REPEATED ? null : missed;
  }

  /** Clears the events after a gap, so that no reader resumes across it. */
  forget(): void {
    this.events = [];
    this.number += 1;
  }
}

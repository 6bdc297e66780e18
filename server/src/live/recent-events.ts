import { randomUUID } from 'node:crypto';

/** One event of the market, as it was sent. */
export interface MarketEvent {
  readonly number: number;
  readonly productId: number;
  readonly text: string;
}

/** As they are sent together. */
export function eventsText(events: readonly MarketEvent[]): string {
  return events.map(({ text }) => text).join('');
}

/** In the order of their ids. */
export function inOrder(events: readonly MarketEvent[]): MarketEvent[] {
  return [...events].sort((a, b) => a.number - b.number);
}

/** Enough for a browser that was away for a minute, in a busy market. */
const KEPT_EVENTS = 5_000;
const MOST_REPEATED = 500;

/** The newest events, for readers that were away. Ids name the process, too: no other one has sent the same. */
export class RecentEvents {
  private readonly process = randomUUID();
  private events: MarketEvent[] = [];
  private number = 0;

  constructor(private readonly keptEvents = KEPT_EVENTS) {}

  /** Makes the next event, from its id. */
  add(productId: number, textWithId: (id: string) => string): MarketEvent {
    this.number += 1;
    const event = { number: this.number, productId, text: textWithId(`${this.process}/${this.number}`) };
    this.events.push(event);
    if (this.events.length >= 2 * this.keptEvents) {
      this.events = this.events.slice(-this.keptEvents);
    }
    return event;
  }

  /** The events after the one of this id, of these products or of all; null where not all of them are known any more. */
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
    return missed.length > MOST_REPEATED ? null : missed;
  }

  /** Something was not seen: nobody can go on from what is here. */
  forget(): void {
    this.events = [];
    this.number += 1;
  }
}

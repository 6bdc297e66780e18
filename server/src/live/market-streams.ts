import type { LiveBook, LiveLevels, LiveOdd, LiveSale, LiveVoid } from '@perkex/contract/live.js';
import { SHOWN_LEVELS } from '@perkex/contract/live-limits.js';
import { priceChangePercent } from '@perkex/core/market/figures.js';
import { centsToDollars } from '@perkex/core/money.js';
import type pg from 'pg';
import { BOOK_CHANGES, type BookChange } from '../books/book-changes.js';
import { readBook } from '../books/read-levels.js';
import { isoTime } from '../clock/iso-time.js';
import type { FeedEntry } from '../feed/entry.js';
import type { Subscriber } from '../feed/feed.js';
import { ODD_SALES, type OddSale } from '../sales/odd-sales.js';
import { KnownVoidSales, type VoidSale } from '../sales/void-sales.js';
import { type EventStream, eventText, withoutIds } from './event-stream.js';
import { PricesBefore } from './prices-before.js';
import type { ProductNames } from './product-names.js';
import { ProductWatchers } from './product-watchers.js';
import { eventsText, inOrder, type MarketEvent, RecentEvents } from './recent-events.js';
import { Throttle } from './throttle.js';

/** A reader's subscription; null subscribes to everything. */
export interface Subscription {
  readonly products: ReadonlySet<number> | null;
  /** The book whose price levels are sent, too. */
  readonly levelsOf: { readonly productId: number; readonly size: string } | null;
}

/** At most four states of a book per second. */
const BOOK_EVERY_MS = 250;
/** Limits for readers of everything: the interval of their updates, and how many books and sales each may hold. */
const ROUND_EVERY_MS = 250;
const BOOKS_A_ROUND = 50;
const SALES_A_ROUND = 20;

/**
 * The public streams of this process. Each event is serialised once for all readers. Users and order ids are never
 * sent.
 */
export class MarketStreams implements Subscriber {
  private readonly recent: RecentEvents;
  private readonly streams = new Set<EventStream>();
  private readonly productWatchers = new ProductWatchers();
  private readonly streamsOfEverything = new Set<EventStream>();
  private readonly levelStreams = new Map<string, Set<EventStream>>();
  /** Recently sent books, with their latest unsent change. */
  private readonly paced = new Map<string, BookChange | null>();
  private readonly paces = new Throttle<string>((key) => this.endPace(key));
  /** Books whose levels were read recently, and whether they must be read again. */
  private readonly pacedLevels = new Map<string, { isDue: boolean }>();
  /** The next update for readers of everything, with only the newest state of each book. */
  private round: { readonly books: Map<string, MarketEvent>; sales: MarketEvent[] } | null = null;
  private roundTimer: NodeJS.Timeout | null = null;
  private salesUnderWay = Promise.resolve();
  private readonly voidSales = new KnownVoidSales();
  private readonly pricesBefore: PricesBefore;
  private isOver = false;

  /** @param process an id that no other process has */
  constructor(
    private readonly pool: pg.Pool,
    private readonly products: ProductNames,
    process: string,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.recent = new RecentEvents(process);
    this.pricesBefore = new PricesBefore(pool);
  }

  /**
   * Subscribes the stream to events after this moment.
   * @param lastEventId the last event that the reader has, after which it resumes; if that is too old, it gets a resync
   */
  open(stream: EventStream, subscription: Subscription, lastEventId: string | undefined): void {
    this.join(stream, subscription);
    stream.onClose(() => this.leave(stream, subscription));
    if (lastEventId !== undefined) {
      const missed = this.recent.after(lastEventId, subscription.products);
      if (missed === null) {
        stream.reset();
      } else if (missed.length > 0) {
        stream.send(eventsText(missed));
      }
    }
    if (subscription.levelsOf) {
      this.publishLevelsSoon(subscription.levelsOf.productId, subscription.levelsOf.size);
    }
  }

  onEntry({ changes }: FeedEntry): void {
    for (const change of BOOK_CHANGES.in(changes)) {
      this.publishSoon(change);
      if (change.trades.length > 0) {
        this.salesUnderWay = this.salesUnderWay
          .then(() => this.publishSales(change))
          .catch((error: unknown) => this.fail(error));
      }
    }
    // Both are sent after the sale itself.
    for (const odd of ODD_SALES.in(changes)) {
      this.salesUnderWay = this.salesUnderWay.then(() => this.publishOddSale(odd));
    }
    for (const voided of this.voidSales.add(changes)) {
      this.salesUnderWay = this.salesUnderWay.then(() => this.publishVoidSale(voided));
    }
  }

  /** The missed events are unknown, so all readers resync. */
  onMissed(): void {
    this.recent.forget();
    this.pricesBefore.clear();
    this.productWatchers.writeAll();
    for (const stream of this.streams) {
      stream.reset();
    }
  }

  /** Shows readers of idle streams that they are alive. */
  comment(): void {
    for (const stream of this.streams) {
      stream.comment();
    }
  }

  close(): void {
    this.isOver = true;
    this.paces.close();
    this.productWatchers.close();
    clearTimeout(this.roundTimer ?? undefined);
    for (const stream of this.streams) {
      stream.end();
    }
  }

  private join(stream: EventStream, { products, levelsOf }: Subscription): void {
    this.streams.add(stream);
    if (products) {
      this.productWatchers.join(stream, products);
    } else {
      this.streamsOfEverything.add(stream);
    }
    if (levelsOf) {
      const key = keyOf(levelsOf);
      this.levelStreams.set(key, (this.levelStreams.get(key) ?? new Set()).add(stream));
    }
  }

  private leave(stream: EventStream, { products, levelsOf }: Subscription): void {
    this.streams.delete(stream);
    this.streamsOfEverything.delete(stream);
    if (products) {
      this.productWatchers.leave(stream, products);
    }
    if (levelsOf) {
      const group = this.levelStreams.get(keyOf(levelsOf));
      group?.delete(stream);
      if (group?.size === 0) {
        this.levelStreams.delete(keyOf(levelsOf));
      }
    }
  }

  /** Sends a book now, or as soon as its throttle allows. */
  private publishSoon(change: BookChange): void {
    const key = keyOf(change);
    const next = this.paced.get(key);
    if (next === undefined) {
      this.publishBook(key, change);
    } else if (next === null || next.seq < change.seq) {
      this.paced.set(key, change);
    }
  }

  private publishBook(key: string, change: BookChange): void {
    const { productId, size } = change;
    const event = this.recent.add(productId, (id) => eventText('book', liveBook(change), id));
    this.productWatchers.tell(event);
    if (this.streamsOfEverything.size > 0) {
      this.nextRound().books.set(key, event);
    }
    if (this.levelStreams.has(key)) {
      this.publishLevelsSoon(productId, size);
    }
    this.paced.set(key, null);
    this.paces.begin(key, BOOK_EVERY_MS);
  }

  private endPace(key: string): void {
    const next = this.paced.get(key);
    this.paced.delete(key);
    if (next) {
      this.publishBook(key, next);
    }
  }

  /** Readers refetch after an event that could not be sent. */
  private fail(error: unknown): void {
    this.onFailure(error);
    this.onMissed();
  }

  private async publishSales({ productId, size, trades, atMs }: BookChange): Promise<void> {
    const [product] = (await this.products.find([productId])) ?? [];
    if (!product) {
      return;
    }
    for (const trade of trades.filter(({ id }) => !this.voidSales.has(id))) {
      const priceBefore = await this.pricesBefore.next({ productId, size, ...trade });
      const sale: LiveSale = {
        id: trade.id,
        product: productId,
        name: product.name,
        thumbnail: product.thumbnail,
        brand: product.brand,
        size,
        price: centsToDollars(trade.priceCents),
        change: priceChangePercent(trade.priceCents, priceBefore ?? undefined),
        isOdd: false,
        date: isoTime(atMs),
      };
      this.publishSale(this.recent.add(productId, (id) => eventText('sale', sale, id)));
    }
  }

  private publishOddSale({ productId, size, id }: OddSale): void {
    this.pricesBefore.forget({ productId, size, id });
    const odd: LiveOdd = { id, product: productId, size };
    this.publishSale(this.recent.add(productId, (eventId) => eventText('odd', odd, eventId)));
  }

  private publishVoidSale({ productId, size, id }: VoidSale): void {
    this.pricesBefore.forget({ productId, size, id });
    const voided: LiveVoid = { id, product: productId, size };
    this.publishSale(this.recent.add(productId, (eventId) => eventText('void', voided, eventId)));
  }

  private publishSale(event: MarketEvent): void {
    this.productWatchers.tell(event);
    if (this.streamsOfEverything.size > 0) {
      this.nextRound().sales.push(event);
    }
  }

  /**
   * Reads the levels now, or as soon as the throttle allows, however many ask. Never twice at a time, because older
   * levels could then be sent after newer ones.
   */
  private publishLevelsSoon(productId: number, size: string): void {
    const key = keyOf({ productId, size });
    const paced = this.pacedLevels.get(key);
    if (paced) {
      paced.isDue = true;
      return;
    }
    const pace = { isDue: false };
    this.pacedLevels.set(key, pace);
    const pause = new Promise<void>((resolve) => {
      setTimeout(resolve, BOOK_EVERY_MS).unref();
    });
    void Promise.all([this.publishLevels(productId, size), pause]).then(() => {
      this.pacedLevels.delete(key);
      if (pace.isDue && this.levelStreams.has(key) && !this.isOver) {
        this.publishLevelsSoon(productId, size);
      }
    });
  }

  private async publishLevels(productId: number, size: string): Promise<void> {
    try {
      const { asks, bids } = await readBook(this.pool, { productId, size });
      const levels: LiveLevels = {
        product: productId,
        size,
        asks: asks.slice(0, SHOWN_LEVELS),
        bids: bids.slice(0, SHOWN_LEVELS),
      };
      this.sendTo(this.levelStreams.get(keyOf({ productId, size })), eventText('levels', levels));
    } catch (error) {
      this.onFailure(error);
      for (const stream of this.levelStreams.get(keyOf({ productId, size })) ?? []) {
        stream.reset();
      }
    }
  }

  private sendTo(streams: ReadonlySet<EventStream> | undefined, text: string): void {
    if (!streams) {
      return;
    }
    const bytes = Buffer.from(text);
    for (const stream of streams) {
      stream.send(bytes);
    }
  }

  private nextRound(): NonNullable<MarketStreams['round']> {
    if (this.round) {
      return this.round;
    }
    const round = { books: new Map<string, MarketEvent>(), sales: [] };
    this.round = round;
    if (!this.isOver) {
      this.roundTimer = setTimeout(() => this.endRound(), ROUND_EVERY_MS).unref();
    }
    return round;
  }

  /**
   * Books that exceed the limit wait for the next update; of too many sales the older ones are dropped. While books
   * wait, events have no ids: a reader resuming from one would miss those books.
   */
  private endRound(): void {
    const { books, sales } = this.round ?? { books: new Map<string, MarketEvent>(), sales: [] };
    this.round = null;
    const sent = [...books.entries()].slice(0, BOOKS_A_ROUND);
    const events = inOrder([...sent.map(([, event]) => event), ...sales.slice(-SALES_A_ROUND)]);
    const text = eventsText(events);
    this.sendTo(this.streamsOfEverything, books.size > sent.length ? withoutIds(text) : text);
    if (books.size > sent.length && this.streamsOfEverything.size > 0) {
      const rest = this.nextRound().books;
      for (const [key, event] of [...books].slice(sent.length)) {
        rest.set(key, event);
      }
    }
  }
}

function keyOf({ productId, size }: { readonly productId: number; readonly size: string }): string {
  return `${productId}/${size}`;
}

function liveBook(change: BookChange): LiveBook {
  const { productId, size, seq, lowestAskCents, highestBidCents, openAsks, openBids } = change;
  return {
    product: productId,
    size,
    seq,
    lowestAsk: centsToDollars(lowestAskCents ?? 0),
    highestBid: centsToDollars(highestBidCents ?? 0),
    asks: openAsks,
    bids: openBids,
  };
}

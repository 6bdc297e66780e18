import type { LiveOrder, LiveTrade } from '@perkex/contract/live.js';
import { centsToDollars } from '@perkex/core/money.js';
import { BOOK_CHANGES, type BookChange, type TradeMade } from '../books/book-changes.js';
import { isoTime } from '../clock/iso-time.js';
import type { FeedEntry } from '../feed/entry.js';
import type { Subscriber } from '../feed/feed.js';
import { CHANGED_SESSIONS } from '../identity/changed-sessions.js';
import { NOTIFIED_USERS } from '../notifications/notified-users.js';
import { type EventStream, eventText } from './event-stream.js';
import type { ProductNames } from './product-names.js';

/** A session verified this recently counts as valid, unless the feed reports that sessions of its user have ended. */
const SESSION_KNOWN_MS = 1_000;
const EVENTS_THAT_WAIT = 100;
/** Parallel session lookups for comments: fewer than the connections available for them. */
const COMMENTS_AT_ONCE = 2;

/** A user's own stream in one browser. Events are sent only while its session is valid. */
class OwnStream {
  private waiting: string[] = [];
  private isSending = false;
  /** Unchecked at first: the session may have ended before the stream followed the feed. */
  private checkedAtMs = Number.NEGATIVE_INFINITY;
  /** Number of doubts so far: an answer to an earlier question does not count. */
  private timesDoubted = 0;

  constructor(
    private readonly stream: EventStream,
    private readonly isSignedIn: () => Promise<boolean>,
  ) {}

  send(event: string): void {
    if (this.waiting.length === EVENTS_THAT_WAIT) {
      this.waiting = [eventText('reset', {})];
      return;
    }
    this.waiting.push(event);
    void this.sendWaiting();
  }

  reset(): void {
    this.waiting = [];
    this.send(eventText('reset', {}));
  }

  /** Holds back events until the session has been looked up again. */
  doubt(): void {
    this.timesDoubted += 1;
    this.checkedAtMs = Number.NEGATIVE_INFINITY;
  }

  async comment(): Promise<void> {
    if (this.isKnown || (await this.check())) {
      this.stream.comment();
    }
  }

  /** Ends the stream if its session is over or the lookup fails: the browser reconnects and asks again. */
  async check(): Promise<boolean> {
    const { timesDoubted } = this;
    const isSignedIn = await this.isSignedIn().catch(() => false);
    if (!isSignedIn) {
      this.stream.end();
    } else if (timesDoubted === this.timesDoubted) {
      this.checkedAtMs = performance.now();
    }
    return isSignedIn;
  }

  end(): void {
    this.stream.end();
  }

  private get isKnown(): boolean {
    return performance.now() - this.checkedAtMs < SESSION_KNOWN_MS;
  }

  private async sendWaiting(): Promise<void> {
    if (this.isSending) {
      return;
    }
    this.isSending = true;
    while (this.waiting.length > 0 && (this.isKnown || (await this.check()))) {
      if (this.isKnown) {
        this.stream.send(this.waiting.join(''));
        this.waiting = [];
      }
    }
    this.isSending = false;
  }
}

/** The streams of signed-in users in this process: changes of their orders, and their notifications. */
export class OwnStreams implements Subscriber {
  private readonly streamsByUser = new Map<string, Set<OwnStream>>();
  private underWay = Promise.resolve();
  private isCommenting = false;

  constructor(
    private readonly products: ProductNames,
    private readonly readUnread: (userId: string) => Promise<number>,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** @param isSignedIn whether the session still belongs to this user */
  open(stream: EventStream, userId: string, isSignedIn: () => Promise<boolean>): void {
    const own = new OwnStream(stream, isSignedIn);
    const streams = this.streamsByUser.get(userId) ?? new Set();
    streams.add(own);
    this.streamsByUser.set(userId, streams);
    stream.onClose(() => {
      streams.delete(own);
      if (streams.size === 0 && this.streamsByUser.get(userId) === streams) {
        this.streamsByUser.delete(userId);
      }
    });
  }

  /**
   * Handles entries one after the other, to keep the order of a user's events. The end of a session takes effect first.
   */
  onEntry(entry: FeedEntry): void {
    for (const userId of CHANGED_SESSIONS.in(entry.changes)) {
      for (const stream of this.streamsByUser.get(userId) ?? []) {
        stream.doubt();
        void stream.check();
      }
    }
    if (this.streamsByUser.size > 0) {
      this.underWay = this.underWay.then(() => this.tell(entry)).catch((error: unknown) => this.fail(error));
    }
  }

  onMissed(): void {
    for (const stream of this.streams()) {
      stream.doubt();
      stream.reset();
    }
  }

  /** Shows readers with a valid session that their stream is alive, with few lookups at a time. */
  async comment(): Promise<void> {
    if (this.isCommenting) {
      return;
    }
    this.isCommenting = true;
    const rest = this.streams().values();
    const commentRest = async () => {
      for (const stream of rest) {
        await stream.comment();
      }
    };
    await Promise.all(Array.from({ length: COMMENTS_AT_ONCE }, commentRest));
    this.isCommenting = false;
  }

  close(): void {
    for (const stream of this.streams()) {
      stream.end();
    }
  }

  private streams(): OwnStream[] {
    return [...this.streamsByUser.values()].flatMap((streams) => [...streams]);
  }

  /** Readers refetch after an event that could not be sent. */
  private fail(error: unknown): void {
    this.onFailure(error);
    this.onMissed();
  }

  private async tell({ changes }: FeedEntry): Promise<void> {
    for (const change of BOOK_CHANGES.in(changes)) {
      for (const { userId, side, status } of change.orders) {
        const order: LiveOrder = { product: change.productId, size: change.size, side, status };
        this.send(userId, 'order', order);
      }
      for (const trade of change.trades) {
        await this.publishTrade(change, trade);
      }
    }
    for (const userId of NOTIFIED_USERS.in(changes)) {
      if (this.streamsByUser.has(userId)) {
        this.send(userId, 'notice', { unread: await this.readUnread(userId) });
      }
    }
  }

  private async publishTrade(
    change: BookChange,
    { id, sellerId, buyerId, priceCents }: TradeMade,
  ): Promise<void> {
    if (!this.streamsByUser.has(sellerId) && !this.streamsByUser.has(buyerId)) {
      return;
    }
    const [product] = (await this.products.find([change.productId])) ?? [];
    const trade: Omit<LiveTrade, 'side'> = {
      id,
      product: change.productId,
      name: product?.name ?? '',
      size: change.size,
      price: centsToDollars(priceCents),
      date: isoTime(change.atMs),
    };
    this.send(sellerId, 'trade', { ...trade, side: 'ask' });
    this.send(buyerId, 'trade', { ...trade, side: 'bid' });
  }

  private send(userId: string, name: string, data: object): void {
    const streams = this.streamsByUser.get(userId);
    if (streams) {
      const event = eventText(name, data);
      for (const stream of streams) {
        stream.send(event);
      }
    }
  }
}

import { EVENTS_PAGE } from '@perkex/contract/events.js';
import { LIVE_COMMENT_MS, SERVER_HEADER } from '@perkex/contract/live-limits.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../clock/clock.js';
import { readUserEvents } from '../drop-copy/read-user-events.js';
import type { Feed } from '../feed/feed.js';
import { answerCall } from '../http/calls.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import type { Identity } from '../users/identity.js';
import { BookFeed } from './book-feed.js';
import { EventStream, type StreamType } from './event-stream.js';
import { MarketStreams, type Subscription } from './market-streams.js';
import { OwnStreams } from './own-streams.js';
import { ProductNames } from './product-names.js';
import { BookFeedReads } from './read-book-feed.js';
import { BOOK_FEED_LIMITS, StreamPlaces } from './stream-places.js';
import { LOOK_EVERY_MS, UserEventStreams } from './user-event-streams.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The number of open streams of this process. */
    countStreams(): number;
  }
}

const LARGEST_ID = 2 ** 31 - 1;
const EVENT_NUMBER = /^\d{1,15}$/;

export interface LiveOptions {
  readonly pool: pg.Pool;
  readonly feed: Feed;
  readonly clock: Clock;
  /** From 0, below 1. */
  readonly random: () => number;
  /** An id that no other process has. */
  readonly processId: string;
  readonly identity: Identity;
  /** True if streams are limited per address and user. */
  readonly isLimited: boolean;
  /** The number of a user's unread notifications. */
  readonly readUnread: (userId: string) => Promise<number>;
}

/** The streams of this process; `routes` and `ownRoutes` register the calls that open them. */
export class Live {
  private readonly products: ProductNames;
  private readonly market: MarketStreams;
  private readonly own: OwnStreams;
  private readonly events: UserEventStreams;
  private readonly books: BookFeed;
  private readonly places: StreamPlaces;
  private readonly feedPlaces: StreamPlaces;
  private following: Promise<unknown> | null = null;

  constructor(
    app: FastifyInstance,
    private readonly options: LiveOptions,
  ) {
    const { pool, clock, isLimited, processId, readUnread } = options;
    const note = (error: unknown) => app.log.error({ err: error }, 'an event of the market was not sent');
    this.products = new ProductNames(pool);
    this.market = new MarketStreams(pool, this.products, processId, note);
    this.own = new OwnStreams(this.products, readUnread, note);
    this.events = new UserEventStreams(pool, note);
    this.books = new BookFeed(new BookFeedReads(pool, clock.wallMs), note);
    this.places = new StreamPlaces(isLimited);
    this.feedPlaces = new StreamPlaces(isLimited, BOOK_FEED_LIMITS);
    const comments = setInterval(() => {
      this.market.comment();
      void this.own.comment();
      void this.events.comment();
      void this.books.heartbeat();
    }, LIVE_COMMENT_MS);
    comments.unref();
    const looks = setInterval(() => void this.events.look(), LOOK_EVERY_MS);
    looks.unref();
    app.addHook('preClose', async () => {
      clearInterval(comments);
      clearInterval(looks);
      this.market.close();
      this.own.close();
      this.events.close();
      this.books.close();
    });
  }

  /** The number of open streams in this process. */
  get streamCount(): number {
    return this.places.count + this.feedPlaces.count;
  }

  /** The public calls: GET /live and GET /feed. */
  routes(app: FastifyInstance): void {
    answerCall(
      app,
      'live',
      async ({ query: { product, size } }, request, reply) => {
        const ids = await this.idsOf(product);
        if (isRefusal(ids)) {
          return ids;
        }
        const levelsOf = ids?.[0] !== undefined && size !== undefined ? { productId: ids[0], size } : null;
        if (levelsOf && !(await this.products.hasSize(levelsOf.productId, levelsOf.size))) {
          return { refused: 'unknown-size' };
        }
        await this.follow();
        const leave = this.places.take(request.ip, null);
        if (!leave) {
          return { refused: 'too-many-requests' };
        }
        reply.header(SERVER_HEADER, this.options.processId);
        const stream = EventStream.begin(reply, this.options.random);
        stream.onClose(leave);
        const subscription: Subscription = { products: ids && new Set(ids), levelsOf };
        this.market.open(stream, subscription, lastEventIdOf(request));
        return reply;
      },
      { exposeHeadRoute: false },
    );
    this.bookFeedRoute(app);
  }

  private bookFeedRoute(app: FastifyInstance): void {
    answerCall(
      app,
      'bookFeed',
      async ({ query: { product, after } }, request, reply) => {
        const ids = await this.idsOf(product);
        if (isRefusal(ids)) {
          return ids;
        }
        await this.follow();
        const leave = this.feedPlaces.take(request.ip, null);
        if (!leave) {
          return { refused: 'too-many-requests' };
        }
        const type = feedTypeOf(request);
        const stream = EventStream.begin(reply, this.options.random, type);
        stream.onClose(leave);
        const format = type === 'text/event-stream' ? 'events' : 'lines';
        this.books.open(stream, ids && new Set(ids), format, lastEventIdOf(request) ?? after);
        return reply;
      },
      { exposeHeadRoute: false },
    );
  }

  /** The products that a stream is of; null for all. */
  private async idsOf(
    product: string | readonly string[] | undefined,
  ): Promise<readonly number[] | null | Refusal<'unknown-product'>> {
    if (product === undefined) {
      return null;
    }
    const ids = [product].flat().map(Number);
    const exist = ids.every((id) => id <= LARGEST_ID) && (await this.products.find(ids)) !== null;
    return exist ? ids : { refused: 'unknown-product' };
  }

  /** The calls for the session's user: GET /live/me and /me/events. */
  ownRoutes(app: FastifyInstance): void {
    answerCall(
      app,
      'ownLive',
      async (_parts, request, reply) => {
        const stream = await this.begin(request, reply);
        if (!stream) {
          return { refused: 'too-many-requests' };
        }
        this.own.open(stream, request.userId, () => this.isStillSignedIn(request));
        if (lastEventIdOf(request) !== undefined) {
          stream.reset();
        }
        return reply;
      },
      { exposeHeadRoute: false },
    );
    answerCall(
      app,
      'userEvents',
      async ({ query: { after, limit } }, request, reply) => {
        const { pool } = this.options;
        const { userId } = request;
        const isStream = request.headers.accept?.includes('text/event-stream') === true;
        const given = (isStream ? lastEventIdOf(request) : undefined) ?? after;
        if (given !== undefined && !EVENT_NUMBER.test(given)) {
          return { refused: 'invalid-body', detail: 'Last-Event-ID must be the number of an event.' };
        }
        const from = given === undefined ? null : Number(given);
        const read = await readUserEvents(pool, userId, from, isStream ? 1 : Number(limit || EVENTS_PAGE));
        if (isRefusal(read) || !isStream) {
          return read;
        }
        const stream = await this.begin(request, reply);
        if (!stream) {
          return { refused: 'too-many-requests' };
        }
        const first = read.events[0]?.number ?? read.last + 1;
        this.events.open(stream, userId, first - 1, () => this.isStillSignedIn(request));
        return reply;
      },
      { exposeHeadRoute: false },
    );
  }

  /** Begins a stream of the session's user. @returns null if there is no place for it */
  private async begin(request: FastifyRequest, reply: FastifyReply): Promise<EventStream | null> {
    await this.follow();
    const leave = this.places.take(request.ip, request.userId);
    const stream = leave && EventStream.begin(reply, this.options.random);
    if (leave) {
      stream?.onClose(leave);
    }
    return stream;
  }

  /** Checks whether the session, or the unchanged key, still belongs to the request's user. */
  private async isStillSignedIn({ headers, userId, session }: FastifyRequest): Promise<boolean> {
    const signedIn = await this.options.identity.signedIn(headers);
    return signedIn?.userId === userId && signedIn.keyVersion === session?.signedIn.keyVersion;
  }

  /**
   * Follows the feed from the first stream on, so that a read of the market after a stream has begun misses nothing.
   */
  private async follow(): Promise<void> {
    this.following ??= Promise.all([
      this.options.feed.subscribe(this.market),
      this.options.feed.subscribe(this.own),
      this.options.feed.subscribe(this.events),
      this.options.feed.subscribe(this.books),
    ]);
    try {
      await this.following;
    } catch (error) {
      this.following = null;
      throw error;
    }
  }
}

/** Browsers send it when they reconnect. */
function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function feedTypeOf({ headers }: FastifyRequest): StreamType {
  return headers.accept?.includes('application/x-ndjson') ? 'application/x-ndjson' : 'text/event-stream';
}

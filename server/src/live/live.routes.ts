import { LIVE_COMMENT_MS, SERVER_HEADER } from '@perkex/contract/live-limits.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Feed } from '../feed/feed.js';
import { answerCall } from '../http/calls.js';
import type { Identity } from '../users/identity.js';
import { EventStream } from './event-stream.js';
import { MarketStreams, type Subscription } from './market-streams.js';
import { OwnStreams } from './own-streams.js';
import { ProductNames } from './product-names.js';
import { StreamPlaces } from './stream-places.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** The number of open streams of this process. */
    countStreams(): number;
  }
}

const LARGEST_ID = 2 ** 31 - 1;

export interface LiveOptions {
  readonly pool: pg.Pool;
  readonly feed: Feed;
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
  private readonly places: StreamPlaces;
  private following: Promise<unknown> | null = null;

  constructor(
    app: FastifyInstance,
    private readonly options: LiveOptions,
  ) {
    const { pool, isLimited, processId, readUnread } = options;
    const note = (error: unknown) => app.log.error({ err: error }, 'an event of the market was not sent');
    this.products = new ProductNames(pool);
    this.market = new MarketStreams(pool, this.products, processId, note);
    this.own = new OwnStreams(this.products, readUnread, note);
    this.places = new StreamPlaces(isLimited);
    const comments = setInterval(() => {
      this.market.comment();
      void this.own.comment();
    }, LIVE_COMMENT_MS);
    comments.unref();
    app.addHook('preClose', async () => {
      clearInterval(comments);
      this.market.close();
      this.own.close();
    });
  }

  /** The number of open streams in this process. */
  get streamCount(): number {
    return this.places.count;
  }

  /** The public call: GET /live. */
  routes(app: FastifyInstance): void {
    answerCall(
      app,
      'live',
      async ({ query: { product, size } }, request, reply) => {
        const ids = product === undefined ? null : [product].flat().map(Number);
        if (ids && (ids.some((id) => id > LARGEST_ID) || !(await this.products.find(ids)))) {
          return { refused: 'unknown-product' };
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
  }

  /** The call for the session's user: GET /live/me. */
  ownRoutes(app: FastifyInstance): void {
    answerCall(
      app,
      'ownLive',
      async (_parts, request, reply) => {
        const { userId, headers, session } = request;
        const keyVersion = session?.signedIn.keyVersion;
        await this.follow();
        const leave = this.places.take(request.ip, userId);
        if (!leave) {
          return { refused: 'too-many-requests' };
        }
        const stream = EventStream.begin(reply, this.options.random);
        stream.onClose(leave);
        this.own.open(stream, userId, async () => {
          const signedIn = await this.options.identity.signedIn(headers);
          return signedIn?.userId === userId && signedIn.keyVersion === keyVersion;
        });
        if (lastEventIdOf(request) !== undefined) {
          stream.reset();
        }
        return reply;
      },
      { exposeHeadRoute: false },
    );
  }

  /**
   * Follows the feed from the first stream on, so that a read of the market after a stream has begun misses nothing.
   */
  private async follow(): Promise<void> {
    this.following ??= Promise.all([
      this.options.feed.subscribe(this.market),
      this.options.feed.subscribe(this.own),
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

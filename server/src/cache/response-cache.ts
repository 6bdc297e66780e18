import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock/clock.js';
import type { EntryChanges } from '../feed/change-kind.js';
import type { FeedEntry } from '../feed/entry.js';
import type { Feed, Subscriber } from '../feed/feed.js';
import { type Pack, pack } from '../http/compress.js';
import type { RunInSlot } from '../http/fair-queue.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import type { CacheTag } from './cache-tags.js';
import { CachedParts, type PartsSource } from './cached-parts.js';
import { CachedResponse, type Content } from './cached-response.js';
import { CachedValue, MAX_STALE_MS, type MakingOf, type Plan } from './cached-value.js';
import type { StaleLimit } from './stale-limit.js';
import { TagVersions } from './tag-versions.js';

type Made = CachedResponse | Refusal;

/** The input of a producer. Its return value decides if the response is cached. */
export type AnswerMaking = Pick<MakingOf<CachedResponse>, 'last' | 'expireAt'>;

/** A response that is cached until one of its tags is invalidated. */
export interface AnswerPlan
  extends Pick<Plan<Made>, 'staleWhileRevalidateMs' | 'recomputedFrom' | 'canRecompute' | 'isOfDay'> {
  /** The cache key: the request's address, and for a page whatever else selects it. */
  readonly key: string;
  readonly follows: readonly CacheTag[];
  /** Maximum age when no tag is invalidated; LIFE_MS by default. */
  readonly maxAgeMs?: number;
  /** The fair queue of its producer, instead of the queue of the reads. */
  readonly runInSlot?: RunInSlot;
  /** True for a caller who must see every change committed before the call, by any server. */
  readonly isExact?: boolean;
  /** True for a caller who must see every change that this process knows of. */
  readonly isFresh?: boolean;
  /** The producer. A refusal goes to the callers that wait for it and is not cached. */
  readonly make: (making: AnswerMaking) => Promise<Content | CachedResponse | Refusal>;
}

export interface ResponseCacheOptions {
  readonly feed: Pick<Feed, 'subscribe' | 'isUpToDate' | 'poll'>;
  /** The tags that an entry of the feed invalidates. */
  readonly invalidatedBy: (changes: EntryChanges) => ReadonlySet<CacheTag>;
  /** The fair queue of the reads, and how long calls may be stale because of it. */
  readonly limit: Pick<StaleLimit, 'runInSlot' | 'maxMs' | 'isPressed' | 'canRecompute'>;
  /** An id that no other process has. */
  readonly processId: string;
  readonly maxBytes?: number;
  /** Compresses responses. */
  readonly pack?: Pack;
  readonly clock: Clock;
}

/** Changes made in the database by hand show after this time. */
const LIFE_MS = 60_000;
const MAX_BYTES = 128 * 1024 * 1024;
/** The maximum memory of a response's tag. */
const TAG_BYTES = 64;
/** A response that changes again within this time probably changes often. */
const LASTING_MS = 5_000;
/** A response larger than this share of the memory is not cached. */
const LARGEST_SHARE = 0.25;
/** The minimum time between the starts of two polls of the feed for exact reads, which any client can ask for. */
const MIN_POLL_INTERVAL_MS = 25;
/** Changes by another process must show within a second. */
const FEED_BEHIND_MS = 1_000;
/** After this time, every server's responses include a change. */
export const MAX_LAG_MS = FEED_BEHIND_MS + MAX_STALE_MS;

interface Place {
  readonly key: string;
  readonly value: CachedValue<Made>;
  /** The number of tags of its newest plan. */
  tags: number;
  /** The time of its last change. */
  replacedAtMs: number;
}

/**
 * The cached responses of this process. The feed invalidates them, so a caller that knows of a change, from the answer
 * to an order or from an event, reads the new state. While the feed is unavailable, nothing is served from the cache.
 */
export class ResponseCache implements Subscriber {
  private readonly places: LRUCache<string, Place>;
  /** The slots of responses that are being made and not cached. */
  private readonly unfinished = new Map<string, Place>();
  private readonly tags: TagVersions;
  private readonly parts: CachedParts[] = [];
  private readonly values: { readonly value: CachedValue<unknown>; readonly follows: readonly CacheTag[] }[] =
    [];
  private readonly clock: Clock;
  private following: Promise<void> | null = null;
  private isFollowing = false;
  private lastPoll = Promise.resolve();
  /** Shared by all exact reads since the last poll began. */
  private nextPoll: Promise<void> | null = null;

  constructor(private readonly options: ResponseCacheOptions) {
    this.clock = options.clock;
    this.tags = new TagVersions(options.clock);
    const { maxBytes = MAX_BYTES } = options;
    this.places = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes * LARGEST_SHARE),
      dispose: (place, _key, reason) => {
        if (reason === 'evict') {
          this.drop(place);
        }
      },
    });
  }

  /** An id that no other process has. */
  get processId(): string {
    return this.options.processId;
  }

  /** How long calls may be stale. */
  get limit(): ResponseCacheOptions['limit'] {
    return this.options.limit;
  }

  /** The number of responses cached or being made, and their memory including parts. */
  get size(): { readonly answers: number; readonly bytes: number } {
    const bytes = this.parts.reduce((sum, parts) => sum + parts.bytes, this.places.calculatedSize);
    return { answers: this.places.size + this.unfinished.size, bytes };
  }

  /** The cached response of this key if it may be used now. @param isFresh as in `AnswerPlan` */
  ready(key: string, isFresh = false): CachedResponse | null {
    return this.isCurrent() ? this.cached(key, isFresh) : null;
  }

  private cached(key: string, isFresh: boolean): CachedResponse | null {
    const made = this.places.get(key)?.value.ready(isFresh) ?? null;
    return made === null || isRefusal(made) ? null : made;
  }

  /**
   * Returns the cached response, or one made now by a single producer for any number of callers. Rejects if the
   * producer fails; failures are not cached.
   * @param visitor the client in whose slot it is made
   */
  async read(plan: AnswerPlan, visitor: string): Promise<Made> {
    const {
      key,
      isExact = false,
      isFresh = false,
      follows,
      maxAgeMs = LIFE_MS,
      runInSlot = this.limit.runInSlot,
      ...more
    } = plan;
    const isCurrent = isExact ? await this.catchUp() : this.isCurrent();
    const ready = isCurrent ? this.cached(key, isExact || isFresh) : null;
    if (ready) {
      return ready;
    }
    void this.follow();
    const place = this.placeFor(plan);
    return place.value.recompute({
      ...more,
      maxAgeMs,
      watch: () => this.tags.watch(follows),
      inSlot: (work) => runInSlot(visitor, work),
      make: (making) => this.make(plan, place, making),
    });
  }

  /** Caches the parts of a response about all products. */
  cacheParts(source: PartsSource): CachedParts {
    const parts = new CachedParts(source, () => this.isCurrent(), this.clock.steadyMs);
    this.parts.push(parts);
    return parts;
  }

  /**
   * Caches a value that responses are made from. It is invalidated like them, but an unavailable feed leaves it in use.
   */
  cacheValue<Value>(follows: readonly CacheTag[]): CachedValue<Value> {
    const value = new CachedValue<Value>(this.clock);
    this.values.push({ value: value as CachedValue<unknown>, follows });
    return value;
  }

  onEntry({ changes }: FeedEntry): void {
    for (const parts of this.parts) {
      parts.invalidate(changes);
    }
    const cacheTags = this.options.invalidatedBy(changes);
    for (const { value, follows } of this.values) {
      if (follows.some((cacheTag) => cacheTags.has(cacheTag))) {
        value.invalidate();
      }
    }
    this.tags.invalidate(cacheTags);
  }

  /** Invalidates everything cached or being made. */
  onMissed(): void {
    for (const parts of this.parts) {
      parts.invalidateAll();
    }
    for (const { value } of this.values) {
      value.invalidate();
    }
    this.tags.invalidateAll();
  }

  /** Subscribes to the feed. Until that succeeds, every response is recomputed. */
  follow(): Promise<void> {
    this.following ??= this.options.feed.subscribe(this).then(
      () => {
        this.onMissed();
        this.isFollowing = true;
      },
      () => {
        this.following = null; // the next reader tries again
      },
    );
    return this.following;
  }

  /** Reads all entries committed before this call. @returns false if that failed */
  private async catchUp(): Promise<boolean> {
    const askedAtMs = this.clock.steadyMs();
    this.nextPoll ??= this.lastPoll.then(() => {
      this.nextPoll = null;
      const poll = this.options.feed.poll();
      this.lastPoll = Promise.all([poll, pause(MIN_POLL_INTERVAL_MS)]).then(() => {});
      return poll;
    });
    await this.nextPoll;
    return this.isFollowing && this.options.feed.isUpToDate(this.clock.steadyMs() - askedAtMs);
  }

  private isCurrent(): boolean {
    return this.isFollowing && this.options.feed.isUpToDate(FEED_BEHIND_MS);
  }

  private async make(
    plan: AnswerPlan,
    place: Place,
    { last, invalidate, expireAt }: MakingOf<Made>,
  ): Promise<Made> {
    const lastAnswer = last === null || isRefusal(last) ? null : last;
    const made = await plan.make({ last: lastAnswer, expireAt });
    if (isRefusal(made)) {
      invalidate();
      return made;
    }
    const nowMs = this.clock.steadyMs();
    const isPassing = lastAnswer !== null && nowMs - place.replacedAtMs < LASTING_MS;
    const answer =
      made instanceof CachedResponse
        ? made
        : new CachedResponse(made, this.options.pack ?? pack, () => this.onGrown(place), isPassing);
    if (!lastAnswer?.equals(answer)) {
      place.replacedAtMs = nowMs;
      return answer;
    }
    // An unchanged response is already compressed.
    if (!isPassing) {
      lastAnswer.settle();
    }
    return lastAnswer;
  }

  private placeFor({ key, follows }: AnswerPlan): Place {
    const place = this.places.get(key) ?? this.unfinished.get(key) ?? this.newPlace(key);
    place.tags = follows.length;
    return place;
  }

  private newPlace(key: string): Place {
    const place: Place = {
      key,
      value: new CachedValue<Made>(this.clock, () => this.store(place)),
      tags: 0,
      replacedAtMs: Number.NEGATIVE_INFINITY,
    };
    this.unfinished.set(key, place);
    return place;
  }

  /** Caches the last response of a slot, if there is one, with its memory now. */
  private store(place: Place): void {
    const { key, value } = place;
    const { last } = value;
    this.places.delete(key); // a stored entry keeps its size
    this.unfinished.delete(key);
    if (last !== null && !isRefusal(last)) {
      this.places.set(key, place, { size: last.size + 2 * key.length + TAG_BYTES * place.tags });
    }
    if (!this.places.has(key)) {
      this.drop(place);
    }
  }

  /** Drops a response. Its slot stays while it is made again, so that its readers share the producer. */
  private drop(place: Place): void {
    place.value.drop();
    if (!place.value.isIdle) {
      this.unfinished.set(place.key, place);
    }
  }

  private onGrown(place: Place): void {
    if (this.places.peek(place.key) === place) {
      this.store(place);
    }
  }
}

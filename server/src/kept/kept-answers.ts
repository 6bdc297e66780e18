import type { Batch } from '../feed/batch.js';
import type { Feed, Follower } from '../feed/feed.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import type { InTurn } from '../http/rounds.js';
import { CLOCKS, type Clocks, Kept, type MakingOf, type Plan } from './kept.js';
import { type Content, KeptAnswer } from './kept-answer.js';
import { KeptParts, type ReadParts } from './kept-parts.js';
import { TagVersions } from './tag-versions.js';
import { type Topic, topicsOf } from './topics.js';

type Made = KeptAnswer | Refusal;

/** What a maker of an answer is told; whether it is kept is for what it returns to say. */
export type AnswerMaking = Pick<MakingOf<KeptAnswer>, 'last'>;

/** An answer that is kept until something changes that it follows. */
export interface AnswerPlan extends Pick<Plan<Made>, 'mayLagMs' | 'isOfDay'> {
  /** What it is kept under: the address that is asked for most, and for a page what else it depends on. */
  readonly key: string;
  readonly follows: readonly Topic[];
  /** How long it is good though nothing that it follows changes; without it, LIFE_MS. */
  readonly lifeMs?: number;
  /** Reads and writes it. A refusal is given to whoever waits for it, and not kept. */
  readonly make: (making: AnswerMaking) => Promise<Content | KeptAnswer | Refusal>;
}

export interface KeptAnswersOptions {
  readonly feed: Pick<Feed, 'follow' | 'isUpToDate'>;
  readonly inTurn: InTurn;
  readonly mostBytes?: number;
  readonly clocks?: Clocks;
}

/** What was changed in the database by hand shows after this time. */
export const LIFE_MS = 60_000;
const MOST_BYTES = 128 * 1024 * 1024;
/** What a tag of a cached response takes at most. */
const TAG_BYTES = 64;
/** What takes more than this part of them is not kept. */
const LARGEST_SHARE = 0.25;
/** What another process has changed must show within a second. */
const FEED_BEHIND_MS = 1_000;

interface Place {
  readonly key: string;
  readonly kept: Kept<Made>;
  /** How many tags its newest plan depends on. */
  tags: number;
  bytes: number;
  /** More than once, since it was last passed over for want of room. */
  wasUsed: boolean;
}

/**
 * The answers of this process that are kept as bytes. The feed throws them away, so that whoever has heard of a change,
 * by the answer to an order or by an event, reads it. While the feed cannot be followed, nothing kept is given out.
 */
export class KeptAnswers implements Follower {
  private readonly places = new Map<string, Place>();
  private readonly tags = new TagVersions();
  private readonly parts: KeptParts[] = [];
  private readonly values: { readonly kept: Kept<unknown>; readonly follows: readonly Topic[] }[] = [];
  private readonly clocks: Clocks;
  private readonly mostBytes: number;
  private following: Promise<void> | null = null;
  private isFollowing = false;
  private bytes = 0;

  constructor(private readonly options: KeptAnswersOptions) {
    this.clocks = options.clocks ?? CLOCKS;
    this.mostBytes = options.mostBytes ?? MOST_BYTES;
  }

  /** How many answers are kept or being made, and what they and their parts take. */
  get size(): { readonly answers: number; readonly bytes: number } {
    const bytes = this.parts.reduce((sum, parts) => sum + parts.bytes, this.bytes);
    return { answers: this.places.size, bytes };
  }

  /** The answer of this key if it is kept and good: nobody has to wait for it. */
  ready(key: string): KeptAnswer | null {
    const place = this.places.get(key);
    if (!place || !this.isCurrent()) {
      return null;
    }
    const made = place.kept.ready();
    if (made === null || isRefusal(made)) {
      return null;
    }
    place.wasUsed = true;
    return made;
  }

  /**
   * The answer that is kept, or one that is made now, by one maker however many wait for it. Rejects when making it
   * fails; that is not kept.
   * @param visitor in whose turn it is made
   */
  async read(plan: AnswerPlan, visitor: string): Promise<Made> {
    const ready = this.ready(plan.key);
    if (ready) {
      return ready;
    }
    void this.follow();
    const place = this.placeFor(plan);
    const { key: _key, follows, lifeMs = LIFE_MS, ...more } = plan;
    return place.kept.makeAnew({
      ...more,
      lifeMs,
      watch: () => this.tags.watch(follows),
      make: (making) => this.options.inTurn(visitor, () => this.make(plan, place, making)),
    });
  }

  /** Parts of an answer about all products. */
  keepParts(read: ReadParts): KeptParts {
    const parts = new KeptParts(read, () => this.isCurrent(), this.clocks.steadyMs);
    this.parts.push(parts);
    return parts;
  }

  /** A value that answers are made of, which is outdated as they are; a feed that cannot be read leaves it as it is. */
  keepValue<Value>(follows: readonly Topic[]): Kept<Value> {
    const kept = new Kept<Value>(this.clocks);
    this.values.push({ kept: kept as Kept<unknown>, follows });
    return kept;
  }

  onBatch({ changes }: Batch): void {
    for (const parts of this.parts) {
      parts.outdate(changes);
    }
    const topics = topicsOf(changes);
    for (const { kept, follows } of this.values) {
      if (follows.some((topic) => topics.has(topic))) {
        kept.outdate();
      }
    }
    this.tags.invalidate(topics);
  }

  /** Nothing that is kept, or being made, is good any more. */
  onMissed(): void {
    for (const parts of this.parts) {
      parts.outdateAll();
    }
    for (const { kept } of this.values) {
      kept.outdate();
    }
    this.tags.invalidateAll();
  }

  /** Follows the feed from now on; until that is so, every answer is made anew. */
  follow(): Promise<void> {
    this.following ??= this.options.feed.follow(this).then(
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

  private isCurrent(): boolean {
    return this.isFollowing && this.options.feed.isUpToDate(FEED_BEHIND_MS);
  }

  private async make(plan: AnswerPlan, place: Place, { last, outdate }: MakingOf<Made>): Promise<Made> {
    const lastAnswer = last === null || isRefusal(last) ? null : last;
    const made = await plan.make({ last: lastAnswer });
    if (isRefusal(made)) {
      outdate();
      return made;
    }
    const answer = made instanceof KeptAnswer ? made : new KeptAnswer(made, () => this.account(place));
    // One that is the same as before is packed already.
    return lastAnswer?.equals(answer) ? lastAnswer : answer;
  }

  private placeFor({ key, follows }: AnswerPlan): Place {
    const known = this.places.get(key);
    const place = known ?? this.newPlace(key);
    place.tags = follows.length;
    place.wasUsed = known !== undefined;
    return place;
  }

  private newPlace(key: string): Place {
    const place: Place = {
      key,
      kept: new Kept<Made>(this.clocks, () => this.account(place)),
      tags: 0,
      bytes: 0,
      wasUsed: false,
    };
    this.places.set(key, place);
    return place;
  }

  /** What a place holds has changed. */
  private account(place: Place): void {
    const { last } = place.kept;
    const bytes =
      last === null || isRefusal(last) ? 0 : last.size + 2 * place.key.length + TAG_BYTES * place.tags;
    if (bytes === 0 || bytes > this.mostBytes * LARGEST_SHARE || this.places.get(place.key) !== place) {
      this.drop(place);
      return;
    }
    this.bytes += bytes - place.bytes;
    place.bytes = bytes;
    this.makeRoom();
  }

  /** Drops what nobody has used since it was last passed over, oldest first. */
  private makeRoom(): void {
    for (const [key, place] of this.places) {
      if (this.bytes <= this.mostBytes) {
        return;
      }
      // Behind all others, if it stays.
      this.places.delete(key);
      this.places.set(key, place);
      if (place.wasUsed) {
        place.wasUsed = false;
      } else {
        this.drop(place);
      }
    }
  }

  /** A place where nothing is being made goes as well. */
  private drop(place: Place): void {
    this.bytes -= place.bytes;
    place.bytes = 0;
    place.kept.drop();
    if (place.kept.isIdle && this.places.get(place.key) === place) {
      this.places.delete(place.key);
    }
  }
}

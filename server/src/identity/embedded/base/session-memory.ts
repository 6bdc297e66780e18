import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FeedEntry } from '../../../feed/entry.js';
import type { Feed, Subscriber } from '../../../feed/feed.js';
import { REMEMBERED_LAG_MS, type SignedIn } from '../../../users/identity.js';
import { CHANGED_SESSIONS } from '../../changed-sessions.js';
import type { FoundSession } from './sessions.js';

const KNOWN_FOR_MS = 5_000;
const MAX_REMEMBERED = 10_000;

interface CachedSession {
  readonly signedIn: SignedIn;
  readonly untilMs: number;
}

/**
 * Recently verified sessions, by the hash of their signed token, whose signature was verified then. A feed entry
 * removes the sessions of the users it names. While the feed cannot be read, no session is served from here. Invalid
 * tokens are not cached.
 */
export class SessionMemory implements Subscriber {
  private readonly remembered = new LRUCache<string, CachedSession>({ max: MAX_REMEMBERED });
  private isFollowing = false;
  private followingBegins: Promise<void> | null = null;
  /** Number of removals so far. An answer requested before the latest one may be out of date. */
  private timesForgotten = 0;

  constructor(private readonly feed: Pick<Feed, 'subscribe' | 'isUpToDate'>) {}

  /** Null when the caller has to ask. */
  find(signedToken: string): SignedIn | null {
    if (this.remembered.size === 0 || !this.feed.isUpToDate(REMEMBERED_LAG_MS)) {
      return null;
    }
    const found = this.remembered.get(keyOf(signedToken));
    return found && performance.now() < found.untilMs ? found.signedIn : null;
  }

  /** Asks, and caches the answer unless a session ends in the meantime. Rejects as `ask` does. */
  async findOut(signedToken: string, ask: () => Promise<FoundSession | null>): Promise<SignedIn | null> {
    const mayRemember = this.isFollowing;
    const { timesForgotten } = this;
    const askedAtMs = performance.now();
    this.followingBegins ??= this.follow();
    const found = await ask();
    if (!found) {
      this.remembered.delete(keyOf(signedToken));
      return null;
    }
    const { lastsMs, ...signedIn } = found;
    if (mayRemember && timesForgotten === this.timesForgotten) {
      const untilMs = askedAtMs + Math.min(lastsMs, KNOWN_FOR_MS);
      this.remembered.set(keyOf(signedToken), { signedIn, untilMs });
    }
    return signedIn;
  }

  onEntry({ changes }: FeedEntry): void {
    const sessionsOf = CHANGED_SESSIONS.in(changes);
    if (sessionsOf.length === 0) {
      return;
    }
    this.timesForgotten += 1;
    for (const [key, { signedIn }] of [...this.remembered]) {
      if (sessionsOf.includes(signedIn.userId)) {
        this.remembered.delete(key);
      }
    }
  }

  onMissed(): void {
    this.timesForgotten += 1;
    this.remembered.clear();
  }

  private async follow(): Promise<void> {
    try {
      await this.feed.subscribe(this);
      this.isFollowing = true;
    } catch {
      this.followingBegins = null; // the database is away: the next one who asks tries again
    }
  }
}

/** Hashed, so that a memory dump of this process reveals no session. */
function keyOf(signedToken: string): string {
  return hash('sha256', signedToken, 'base64url');
}

import { hash } from 'node:crypto';
import type { Batch } from '../../../feed/batch.js';
import type { Feed, Follower } from '../../../feed/feed.js';
import { REMEMBERED_LAG_MS, type SignedIn } from '../../../http/identity.js';
import type { FoundSession } from './sessions.js';

const KNOWN_FOR_MS = 5_000;
const REMEMBERED_MOST = 10_000;

interface Remembered {
  readonly signedIn: SignedIn;
  readonly untilMs: number;
}

/**
 * Whose sessions were found in force a moment ago, by the hash of what their
 * browsers show: the token with its signature, which was looked at then. The feed says whose have changed since:
 * those are forgotten, and while the feed cannot be read, nobody is known. That a token is no session's is not kept.
 */
export class SessionMemory implements Follower {
  private readonly remembered = new Map<string, Remembered>();
  private isFollowing = false;
  private followingBegins: Promise<void> | null = null;
  /** How often anything was forgotten: what was asked before may be over. */
  private timesForgotten = 0;

  constructor(private readonly feed: Pick<Feed, 'follow' | 'isUpToDate'>) {}

  /** Null where it has to be asked. */
  find(signedToken: string): SignedIn | null {
    if (this.remembered.size === 0 || !this.feed.isUpToDate(REMEMBERED_LAG_MS)) {
      return null;
    }
    const found = this.remembered.get(keyOf(signedToken));
    return found && performance.now() < found.untilMs ? found.signedIn : null;
  }

  /** Asks, and remembers the answer unless a session ends meanwhile. Rejects as `ask` does. */
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
      this.remember(keyOf(signedToken), { signedIn, untilMs: askedAtMs + Math.min(lastsMs, KNOWN_FOR_MS) });
    }
    return signedIn;
  }

  onBatch({ changes: { sessionsOf = [] } }: Batch): void {
    if (sessionsOf.length === 0) {
      return;
    }
    this.timesForgotten += 1;
    for (const [key, { signedIn }] of this.remembered) {
      if (sessionsOf.includes(signedIn.userId)) {
        this.remembered.delete(key);
      }
    }
  }

  onMissed(): void {
    this.timesForgotten += 1;
    this.remembered.clear();
  }

  private remember(key: string, session: Remembered): void {
    this.remembered.delete(key);
    this.remembered.set(key, session);
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > REMEMBERED_MOST && oldest !== undefined) {
      this.remembered.delete(oldest);
    }
  }

  private async follow(): Promise<void> {
    try {
      await this.feed.follow(this);
      this.isFollowing = true;
    } catch {
      this.followingBegins = null; // the database is away: the next one who asks tries again
    }
  }
}

/** Whoever sees the memory of this process gets no session out of it. */
function keyOf(signedToken: string): string {
  return hash('sha256', signedToken, 'base64url');
}

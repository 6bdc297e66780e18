import type { Clock } from '../clock/clock.js';
import type { CacheTag } from './cache-tags.js';
import { MAX_STALE_MS } from './cached-value.js';

/**
 * The time at which a tag of the cached response was first invalidated after its producer started; null if none was.
 * Changes of unknown age are infinitely old.
 */
export type ChangedAtMs = () => number | null;

/** Invalidations within this time count as one, at the time of the first. */
const STEP_MS = 20;

interface Invalidation {
  readonly atMs: number;
  /** That of the last invalidation that counts as this one. */
  version: number;
}

/** The invalidations of a tag. */
interface Changes {
  /** The version of the last one before the recent ones; its time is unknown. */
  longAgo: number;
  recent: Invalidation[];
}

/**
 * The times at which each tag was invalidated. Invalidation costs one entry per tag, however many cached responses have
 * it: they check when they are next read.
 */
export class TagVersions {
  /** Counts the invalidations. */
  private version = 0;
  private allChangedAt = 0;
  private readonly changes = new Map<CacheTag, Changes>();

  constructor(private readonly clock: Pick<Clock, 'steadyMs'>) {}

  invalidate(tags: Iterable<CacheTag>): void {
    this.version += 1;
    const nowMs = this.clock.steadyMs();
    for (const tag of tags) {
      const changes = this.changes.get(tag) ?? { longAgo: 0, recent: [] };
      this.changes.set(tag, changes);
      addTo(changes, nowMs, this.version);
    }
  }

  invalidateAll(): void {
    this.version += 1;
    this.allChangedAt = this.version;
    this.changes.clear();
  }

  /** Starts to watch these tags for later invalidations. */
  watch(tags: readonly CacheTag[]): ChangedAtMs {
    const since = this.version;
    let checkedAt = since;
    let changedAtMs: number | null = null;
    return () => {
      if (checkedAt < this.version && changedAtMs !== Number.NEGATIVE_INFINITY) {
        checkedAt = this.version;
        changedAtMs =
          this.allChangedAt > since
            ? Number.NEGATIVE_INFINITY
            : (changedAtMs ?? this.firstAfter(since, tags));
      }
      return changedAtMs;
    };
  }

  private firstAfter(since: number, tags: readonly CacheTag[]): number | null {
    let firstMs: number | null = null;
    for (const tag of tags) {
      const changes = this.changes.get(tag);
      const atMs = changes === undefined ? null : firstOf(changes, since);
      firstMs = atMs === null ? firstMs : Math.min(atMs, firstMs ?? atMs);
    }
    return firstMs;
  }
}

function addTo(changes: Changes, nowMs: number, version: number): void {
  const last = changes.recent.at(-1);
  if (last && nowMs - last.atMs < STEP_MS) {
    last.version = version;
    return;
  }
  const firstRecent = changes.recent.findIndex(({ atMs }) => nowMs - atMs < MAX_STALE_MS);
  const old = changes.recent.splice(0, firstRecent < 0 ? changes.recent.length : firstRecent);
  changes.longAgo = old.at(-1)?.version ?? changes.longAgo;
  changes.recent.push({ atMs: nowMs, version });
}

function firstOf({ longAgo, recent }: Changes, since: number): number | null {
  if (longAgo > since) {
    return Number.NEGATIVE_INFINITY;
  }
  return recent.find(({ version }) => version > since)?.atMs ?? null;
}

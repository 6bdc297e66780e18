import type { CacheTag } from './cache-tags.js';

/** True once a tag of the cached response was invalidated after its producer started. */
export type HasChanged = () => boolean;

/**
 * The time at which each tag was last invalidated. Invalidation costs one entry per tag, however many cached responses
 * have it: they check when they are next read.
 */
export class TagVersions {
  /** Counts the invalidations. */
  private version = 0;
  private allChangedAt = 0;
  private readonly changedAt = new Map<CacheTag, number>();

  invalidate(tags: Iterable<CacheTag>): void {
    this.version += 1;
    for (const tag of tags) {
      this.changedAt.set(tag, this.version);
    }
  }

  invalidateAll(): void {
    this.version += 1;
    this.allChangedAt = this.version;
    this.changedAt.clear();
  }

  /** Starts to watch these tags for later invalidations. */
  watch(tags: readonly CacheTag[]): HasChanged {
    const since = this.version;
    let checkedAt = since;
    let hasChanged = false;
    return () => {
      if (!hasChanged && checkedAt < this.version) {
        checkedAt = this.version;
        hasChanged = this.allChangedAt > since || tags.some((tag) => (this.changedAt.get(tag) ?? 0) > since);
      }
      return hasChanged;
    };
  }
}

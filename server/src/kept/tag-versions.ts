import type { Topic } from './topics.js';

/** Whether anything has changed that a cached response depends on, since it began to be made. */
export type HasChanged = () => boolean;

/**
 * When each tag was last invalidated. A change costs one entry per tag, however many cached responses depend on it: they
 * find out when they are next asked for.
 */
export class TagVersions {
  /** Counts the invalidations. */
  private version = 0;
  private allChangedAt = 0;
  private readonly changedAt = new Map<Topic, number>();

  invalidate(tags: Iterable<Topic>): void {
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

  /** Begins to watch some tags: the answer is about changes from now on. */
  watch(tags: readonly Topic[]): HasChanged {
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

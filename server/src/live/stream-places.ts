/** Every open tab's worth for one household or office; a person's devices; and what one process bears. */
const STREAMS_PER_ADDRESS = 60;
const STREAMS_PER_USER = 10;
const STREAMS_IN_ALL = 5_000;

/** How many streams there may be: of an address, of a user, and in all. */
export class StreamPlaces {
  private readonly countOf = new Map<string, number>();
  count = 0;

  /** @param isLimited false: only the number of all streams is bounded */
  constructor(private readonly isLimited: boolean) {}

  /** @returns what gives the place back; null where there is none */
  take(address: string, userId: string | null): (() => void) | null {
    const limits: [key: string, most: number][] = [[`address ${address}`, STREAMS_PER_ADDRESS]];
    if (userId !== null) {
      limits.push([`user ${userId}`, STREAMS_PER_USER]);
    }
    const isFull = ([key, most]: [string, number]) => this.isLimited && (this.countOf.get(key) ?? 0) >= most;
    if (this.count >= STREAMS_IN_ALL || limits.some(isFull)) {
      return null;
    }
    const keys = limits.map(([key]) => key);
    this.add(keys, 1);
    let isBack = false;
    return () => {
      if (!isBack) {
        isBack = true;
        this.add(keys, -1);
      }
    };
  }

  private add(keys: readonly string[], change: 1 | -1): void {
    this.count += change;
    for (const key of keys) {
      const count = (this.countOf.get(key) ?? 0) + change;
      if (count > 0) {
        this.countOf.set(key, count);
      } else {
        this.countOf.delete(key);
      }
    }
  }
}

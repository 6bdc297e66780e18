import { networksOf } from '../http/client-address.js';

/** Allows for every open tab of a household or office, and for the wider IPv6 networks that one customer may have. */
const STREAMS_PER_NETWORK: readonly number[] = [60, 120, 240];
/** Enough for a person's devices. */
const STREAMS_PER_USER = 10;
/** The capacity of one process, and the part of it reserved for signed-in users. */
const STREAMS_IN_ALL = 5_000;
const STREAMS_FOR_USERS = 1_000;

/** Limits streams per network, per user, for visitors, and in total. */
export class StreamPlaces {
  private readonly countOf = new Map<string, number>();
  count = 0;

  /** @param isLimited if false, only the total number of streams is limited */
  constructor(private readonly isLimited: boolean) {}

  /** @returns a function that releases the slot; null when there is none */
  take(ip: string, userId: string | null): (() => void) | null {
    const limits = networksOf(ip).map((network, width): [key: string, most: number] => [
      `network ${network}`,
      STREAMS_PER_NETWORK[width] ?? 0,
    ]);
    limits.push(
      userId === null
        ? ['visitors', STREAMS_IN_ALL - STREAMS_FOR_USERS]
        : [`user ${userId}`, STREAMS_PER_USER],
    );
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

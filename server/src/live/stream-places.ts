import { networksOf } from '../http/client-address.js';

interface StreamLimits {
  /** By the width of networks: of an address, and of the wider IPv6 networks that one customer may have. */
  readonly perNetwork: readonly number[];
  readonly perUser: number;
  /** The capacity of one process, and the part of it reserved for signed-in users. */
  readonly inAll: number;
  readonly forUsers: number;
}

/** Allows for every open tab of a household or office, and for a person's devices. */
const PAGE_LIMITS: StreamLimits = { perNetwork: [60, 120, 240], perUser: 10, inAll: 5_000, forUsers: 1_000 };
/** Each reader of whole books costs more, and a program needs one. */
export const BOOK_FEED_LIMITS: StreamLimits = {
  perNetwork: [10, 20, 40],
  perUser: 10,
  inAll: 500,
  forUsers: 0,
};

/** Limits streams per network, per user, for visitors, and in total. */
export class StreamPlaces {
  private readonly countOf = new Map<string, number>();
  count = 0;

  /** @param isLimited if false, only the total number of streams is limited */
  constructor(
    private readonly isLimited: boolean,
    private readonly limits: StreamLimits = PAGE_LIMITS,
  ) {}

  /** @returns a function that releases the slot; null when there is none */
  take(ip: string, userId: string | null): (() => void) | null {
    const { perNetwork, perUser, inAll, forUsers } = this.limits;
    const limits = networksOf(ip).map((network, width): [key: string, max: number] => [
      `network ${network}`,
      perNetwork[width] ?? 0,
    ]);
    limits.push(userId === null ? ['visitors', inAll - forUsers] : [`user ${userId}`, perUser]);
    const isFull = ([key, max]: [string, number]) => this.isLimited && (this.countOf.get(key) ?? 0) >= max;
    if (this.count >= inAll || limits.some(isFull)) {
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

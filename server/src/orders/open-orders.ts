import type { Book } from '@perkex/core/order-book/book.js';
import { mayRest, type OpenOrderLimits } from '@perkex/core/order-book/order.js';
import type { OpenOrdersOfUser, UserInBook } from './batch-reads.js';
import type { OpenOrderCounts } from './open-order-counts.js';
import { type BookKey, bookName, type OrderCommand, placedBy } from './order-command.js';

/** The numbers of open orders of a batch's users, as far as the limits need them, updated book by book. */
export class OpenOrders {
  /** The users who may exceed a limit, in each book of their orders. */
  toCount: readonly UserInBook[];
  private readonly notKnown = new Set<string>();
  private readonly inAll = new Map<string, number>();
  private readonly inBooks = new Map<string, Map<string, number>>();
  private readonly changeOf = new Map<string, number>();
  /** The id of the batch in this server's counts. */
  private readonly batch: number;

  constructor(
    private readonly counts: OpenOrderCounts,
    private readonly limits: OpenOrderLimits | null,
    commands: readonly OrderCommand[],
  ) {
    this.batch = counts.begin();
    this.toCount = limits ? this.uncertain(limits, commands) : [];
  }

  /** The users whose number of open orders in all books is unknown here. */
  get unknown(): string[] {
    return [...this.notKnown];
  }

  /**
   * Takes the counts over all books; missing users have none. Null if they cannot be known now: no user has too many.
   */
  learnAll(counted: ReadonlyMap<string, number> | null): void {
    if (counted !== null) {
      for (const userId of this.notKnown) {
        this.counts.learn(userId, counted.get(userId) ?? 0, this.batch);
      }
    }
    this.toCount = this.toCount.map((user) =>
      this.notKnown.has(user.userId) ? { ...user, inAll: counted?.get(user.userId) ?? 0 } : user,
    );
    this.notKnown.clear();
  }

  /** Takes the counts of the batch. */
  learn(counted: readonly OpenOrdersOfUser[]): void {
    for (const { userId, productId, size, inAll, inBook } of counted) {
      if (this.notKnown.delete(userId)) {
        this.counts.learn(userId, inAll, this.batch);
      }
      this.inAll.set(userId, inAll);
      this.ofBook({ productId, size }).set(userId, inBook);
    }
  }

  /** The counts that the rules of a book need. */
  inBook(book: BookKey): Pick<Book, 'openOrders'> {
    if (!this.limits) {
      return {};
    }
    const counted = this.inBooks.get(bookName(book));
    // Users who were not counted have too few to reach a limit of the market, and may reach one of their own.
    const countOf = (userId: string) => ({
      inBook: counted?.get(userId) ?? 0,
      inAll: (this.inAll.get(userId) ?? 0) + (this.changeOf.get(userId) ?? 0),
    });
    return { openOrders: { limits: this.limits, countOf } };
  }

  add(delta: ReadonlyMap<string, number>): void {
    for (const [userId, change] of delta) {
      this.changeOf.set(userId, (this.changeOf.get(userId) ?? 0) + change);
    }
  }

  /** Applies the changes of the committed batch. */
  keep(delta: ReadonlyMap<string, number>): void {
    this.counts.change(delta, this.batch);
  }

  /**
   * The users who could reach a limit. A user whose open orders, including all of this batch, are below both limits
   * cannot.
   */
  private uncertain(limits: OpenOrderLimits, commands: readonly OrderCommand[]): UserInBook[] {
    const arriving = commands
      .filter((command) => command.kind !== 'placement' || mayRest(command.call))
      .flatMap(placedBy);
    const arrivingOf = new Map<string, number>();
    for (const { userId } of arriving) {
      arrivingOf.set(userId, (arrivingOf.get(userId) ?? 0) + 1);
    }
    const lowestLimit = Math.min(limits.perBook, limits.perUser);
    const uncertain = new Map<string, UserInBook>();
    for (const { userId, productId, size } of arriving) {
      const inAll = this.counts.inAll(userId) ?? null;
      if (inAll === null) {
        this.notKnown.add(userId);
      } else {
        this.inAll.set(userId, inAll);
      }
      if (inAll === null || inAll + (arrivingOf.get(userId) ?? 0) > lowestLimit) {
        uncertain.set(`${productId}/${size}/${userId}`, { userId, productId, size, inAll });
      }
    }
    return [...uncertain.values()];
  }

  private ofBook(book: BookKey): Map<string, number> {
    const name = bookName(book);
    const known = this.inBooks.get(name) ?? new Map<string, number>();
    this.inBooks.set(name, known);
    return known;
  }
}

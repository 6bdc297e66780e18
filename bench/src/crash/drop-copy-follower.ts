import { setTimeout as pause } from 'node:timers/promises';
import { groupBy } from '@perkex/core/group-by.js';
import type { OrderStatus } from '@perkex/core/order-book/order.js';
import { CrashTestFailure, type Trader } from './traders.js';

const POLL_MS = 250;
/** The time until the events of the last orders must have come. */
const PATIENCE_MS = 60_000;

/** An order of the trader in the database. */
interface OwnOrder {
  readonly id: string;
  readonly status: OrderStatus;
  readonly tradeId: string | null;
}

/** An event of a drop copy, as far as it is compared. */
export interface FollowedEvent {
  readonly number: number;
  readonly kind: string;
  readonly order?: string;
  readonly status?: OrderStatus;
  readonly trade?: string;
}

/**
 * Follows the drop copy of a trader while servers end, as a program does: it asks for the events after the last one
 * that it has, at whichever server answers.
 */
export class DropCopyFollower {
  private readonly events: FollowedEvent[] = [];
  private isOver = false;
  private following: Promise<void> = Promise.resolve();

  private constructor(private readonly trader: Trader) {}

  /** Begins the drop copy, and to follow it. It must be before the trader's first order. */
  static async begin(trader: Trader): Promise<DropCopyFollower> {
    const follower = new DropCopyFollower(trader);
    while (!(await follower.readMore())) {
      await pause(POLL_MS);
    }
    follower.following = follower.follow();
    return follower;
  }

  /**
   * Ends once everything has come.
   * @param orders all orders of the trader, which no longer change
   * @returns the number of events
   * @throws CrashTestFailure for a gap, a repeat, and an order or trade that is missing or not as in the database
   */
  async finish(orders: readonly OwnOrder[]): Promise<number> {
    const deadlineMs = performance.now() + PATIENCE_MS;
    while (faultOf(this.events, orders) !== null && performance.now() < deadlineMs && !this.isOver) {
      await pause(POLL_MS);
    }
    this.isOver = true;
    await this.following;
    const fault = faultOf(this.events, orders);
    if (fault !== null) {
      throw new CrashTestFailure(`The drop copy of ${this.trader.uid} ${fault}`);
    }
    return this.events.length;
  }

  private async follow(): Promise<void> {
    try {
      while (!this.isOver) {
        await this.readMore();
        await pause(POLL_MS);
      }
    } finally {
      this.isOver = true;
    }
  }

  /** @returns false without an answer */
  private async readMore(): Promise<boolean> {
    const events = await this.trader.readEvents(this.events.length);
    this.events.push(...(events ?? []));
    return events !== null;
  }
}

/** The difference between a drop copy and the orders in the database; null for none. */
export function faultOf(events: readonly FollowedEvent[], orders: readonly OwnOrder[]): string | null {
  const odd = events.findIndex(({ number }, index) => number !== index + 1);
  if (odd >= 0) {
    return `has number ${events[odd]?.number} in the place of ${odd + 1}.`;
  }
  const ofOrder = groupBy(
    events.filter(({ kind }) => kind === 'order'),
    ({ order = '' }) => order,
  );
  for (const { id, status } of orders) {
    const statuses = (ofOrder.get(id) ?? []).map((event) => event.status);
    // An order that rested has an event more than one that traded at once.
    const isComplete = statuses.at(-1) === status && (statuses.length === 1 || statuses[0] === 'open');
    if (!isComplete || statuses.length > 2) {
      return `has ${JSON.stringify(statuses)} for order ${id}, which is ${status}.`;
    }
  }
  const trades = events.flatMap(({ kind, trade }) =>
    kind === 'trade' && trade !== undefined ? [trade] : [],
  );
  const stored = orders.flatMap(({ tradeId }) => tradeId ?? []);
  const isSame = trades.length === stored.length && new Set([...trades, ...stored]).size === stored.length;
  return ofOrder.size === orders.length && isSame
    ? null
    : `has ${ofOrder.size} orders and ${trades.length} trades, the database ${orders.length} and ${stored.length}.`;
}

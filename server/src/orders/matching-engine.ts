import { timeOrderedIds } from '../database/time-ordered-id.js';
import type { FeedEntry } from '../feed/entry.js';
import { OpenOrderCounts } from './open-order-counts.js';
import type { AnswerTo, OrderCommand } from './order-command.js';
import { type Groups, ONE_GROUP } from './order-groups.js';
import { OrderLane, type OrderLaneOptions, type SharedByLanes } from './order-lane.js';

export interface MatchingEngineOptions extends Omit<OrderLaneOptions, 'groups'> {
  /** The groups of commands that may share a batch, and their lanes; by default all may. */
  readonly groups?: Groups;
}

/**
 * The only component of a process that matches orders. On a distributed database, the products of each machine have a
 * lane of their own, so that orders for them do not wait for a machine that is away; otherwise there is one lane.
 */
export class MatchingEngine {
  private readonly groups: Groups;
  private readonly lanes = new Map<string, OrderLane>();
  private readonly shared: SharedByLanes;
  private isClosing = false;

  constructor(private readonly options: MatchingEngineOptions) {
    this.groups = options.groups ?? ONE_GROUP;
    const nowMs = options.nowMs ?? (() => performance.now());
    this.shared = { openOrderCounts: new OpenOrderCounts(nowMs), newTradeId: timeOrderedIds() };
  }

  /**
   * @throws QueueFullError when too many commands wait, WaitedTooLongError or DatabaseAwayError when the database
   * stayed unavailable (in all of these nothing was done), OutcomeUnknownError when the command may have been done or
   * may still be, and anything else for a bug
   */
  async submit<Command extends OrderCommand>(command: Command): Promise<AnswerTo<Command>> {
    const { productId } = command;
    const group = this.groups.known(productId) ?? (await this.groups.find(productId));
    // The queue holds commands of all kinds; a book answers each according to its kind.
    return this.lane(this.groups.laneOf(group)).submit(command) as Promise<AnswerTo<Command>>;
  }

  /** The lane of a product, as far as its group is known. */
  laneOf(productId: number): string {
    return this.groups.laneOf(this.groups.known(productId) ?? '');
  }

  /** True while every lane has orders that the database accepts no writes for. */
  get isUnableToWrite(): boolean {
    const lanes = [...this.lanes.values()];
    return lanes.length > 0 && lanes.every(({ isUnableToWrite }) => isUnableToWrite);
  }

  /** The number of orders and cancellations in progress. */
  get commandsInProgress(): number {
    let count = 0;
    for (const { commandsInProgress } of this.lanes.values()) {
      count += commandsInProgress;
    }
    return count;
  }

  /** Reports a feed entry. If it is another server's, the counts of its users are read again. */
  noteEntry(entry: FeedEntry): void {
    if (![...this.lanes.values()].some((lane) => lane.hasWritten(entry))) {
      this.shared.openOrderCounts.forgetUsersOf(entry);
    }
  }

  /** Reports that entries of other servers were missed. */
  noteMissed(): void {
    this.shared.openOrderCounts.forgetAll();
  }

  /** Stops repeating failed batches; for a process that is about to end. */
  stopRepeating(): void {
    this.isClosing = true;
    for (const lane of this.lanes.values()) {
      lane.stopRepeating();
    }
  }

  /** Matches the waiting commands, then closes the connections. */
  async close(): Promise<void> {
    this.stopRepeating();
    await Promise.all([...this.lanes.values()].map((lane) => lane.close()));
  }

  private lane(name: string): OrderLane {
    const known = this.lanes.get(name);
    if (known) {
      return known;
    }
    const lane = new OrderLane({ ...this.options, groups: this.groups }, this.shared);
    if (this.isClosing) {
      lane.stopRepeating();
    }
    this.lanes.set(name, lane);
    return lane;
  }
}

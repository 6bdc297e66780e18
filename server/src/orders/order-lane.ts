import { setTimeout as pause } from 'node:timers/promises';
import type { OpenOrderLimits } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { type NodeAddress, type Shard, ShardMovedError } from '../database/citus.js';
import { endConnection } from '../database/connect.js';
import { isPassingFailure, isWriteFailure } from '../database/errors.js';
import { BusyError, OutcomeUnknownError } from '../errors/busy-error.js';
import type { FeedEntry } from '../feed/entry.js';
import { FeedStream } from '../feed/feed-stream.js';
import { ConcurrentChangeError } from './batch-writes.js';
import { CommandQueue, type Outcome } from './command-queue.js';
import type { CountInAll } from './count-in-all.js';
import { matchBatch } from './match-batch.js';
import type { OpenOrderCounts } from './open-order-counts.js';
import { commandKey, type OrderAnswer, type OrderCommand, otherCommandKeys } from './order-command.js';
import { isReplanningDue, PLAN_FOR_VALUES } from './order-connection.js';
import type { Groups } from './order-groups.js';

/** The database was unavailable for too long. Nothing was done. */
export class DatabaseAwayError extends BusyError {
  override readonly name = 'DatabaseAwayError';
}

interface WantedCommand {
  readonly command: OrderCommand;
  /** The deadline of its answer, by `nowMs`. */
  readonly deadlineMs: number;
}

export interface OrderLaneOptions {
  /** Opens a pipelined connection of the lane, to a machine of a distributed database or by default to its coordinator. */
  readonly connect: (node?: NodeAddress) => Promise<pg.Client>;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** Called for batches that are repeated and for errors of commands. */
  readonly onFailure: (error: unknown, willRepeat: boolean) => void;
  /** Called for every batch with changes, after its commit and before its commands are answered. */
  readonly onBatch?: (batch: FeedEntry) => void;
  /** Called before commands are answered whose earlier attempt may have been committed without a report. */
  readonly onUncertain?: () => void;
  /** The maximum time from submission to answer, in milliseconds; until then a command's batch is repeated. */
  readonly patienceMs?: number;
  /** A monotonic clock in milliseconds. */
  readonly nowMs?: () => number;
  readonly batchLimit?: number;
  /** The maximum number of waiting commands. */
  readonly capacity?: number;
  /** The groups of commands that may share a batch. */
  readonly groups: Groups;
  /** The maximum numbers of open orders; unlimited by default. */
  readonly openOrderLimits?: OpenOrderLimits;
  /** Above this debt, in cents, a user cannot sell; unlimited by default. */
  readonly maxDebtCents?: number;
  /**
   * Counts the open orders of users in all shards, or says null if it cannot; by default on the connection to the
   * coordinator.
   */
  readonly countInAll?: CountInAll;
}

/** The parts that all lanes of a process share. */
export interface SharedByLanes {
  readonly openOrderCounts: OpenOrderCounts;
  readonly newTradeId: (atMs: number) => string;
}

/** Less than the 20 seconds that the pages wait. */
const PATIENCE_MS = 15_000;
const BATCH_LIMIT = 256;
const CAPACITY = 2_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;
/** More conflicts of a batch with other servers are unlikely: its own commands may be in conflict with each other. */
const MAX_CONFLICTS = 5;

/** The connections of a lane. */
interface Opened {
  readonly client: pg.Client;
  /** The connection to the coordinator; null if the tables are not distributed. */
  readonly coordinator: pg.Client | null;
  readonly node: NodeAddress | undefined;
}

/**
 * A queue, and the connection on which its batches follow each other. Concurrent batches on one machine were tried and
 * are slower: each is smaller and shares less.
 */
export class OrderLane {
  private readonly queue: CommandQueue<OrderCommand, OrderAnswer>;
  private readonly patienceMs: number;
  private readonly nowMs: () => number;
  private readonly groups: Groups;
  private opened: Opened | null = null;
  private stream: FeedStream;
  private batchesOnConnection = 0;
  private isClosing = false;
  /** True if the last attempted batch has sent its commit. */
  private isCommitSent = false;
  private hasFailedToWrite = false;
  /** True since a batch failed, until its groups were found again. */
  private hasFailed = false;

  constructor(
    private readonly options: OrderLaneOptions,
    private readonly shared: SharedByLanes,
  ) {
    this.stream = this.newStream();
    this.patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.nowMs = options.nowMs ?? (() => performance.now());
    this.groups = options.groups;
    this.queue = new CommandQueue<OrderCommand, OrderAnswer>({
      handle: (commands, deadlinesMs) => this.match(commands, deadlinesMs),
      keyOf: commandKey,
      otherKeysOf: otherCommandKeys,
      groupOf: ({ productId }) => this.groups.known(productId) ?? '',
      ownerOf: (command) => (command.kind === 'sweep' ? '' : command.userId),
      capacity: options.capacity ?? CAPACITY,
      patienceMs: this.patienceMs,
      nowMs: this.nowMs,
      batchLimit: options.batchLimit ?? BATCH_LIMIT,
    });
  }

  /** As `submit` of the matching engine, for a product whose group is known. */
  submit(command: OrderCommand): Promise<OrderAnswer> {
    return this.queue.submit(command);
  }

  /** True while orders are in progress that the database accepts no writes for. */
  get isUnableToWrite(): boolean {
    return this.hasFailedToWrite && this.queue.isBusy;
  }

  /** The number of orders and cancellations in progress. */
  get commandsInProgress(): number {
    return this.queue.size;
  }

  /** True if the lane has written this entry in its present stream. */
  hasWritten(entry: FeedEntry): boolean {
    return this.stream.has(entry);
  }

  /** Stops repeating failed batches; for a process that is about to end. */
  stopRepeating(): void {
    this.isClosing = true;
  }

  /** Matches the waiting commands, then closes the connection. */
  async close(): Promise<void> {
    this.stopRepeating();
    await this.queue.drain();
    await this.dropConnection();
  }

  private async match(
    commands: readonly OrderCommand[],
    deadlinesMs: readonly number[],
  ): Promise<Outcome<OrderAnswer>[]> {
    const wanted = commands.map((command, index) => ({ command, deadlineMs: deadlinesMs[index] ?? 0 }));
    const outcomes = await this.matchUntil(wanted);
    if (commands.length === 1) {
      return outcomes;
    }
    // One command made the batch fail; run alone, only that one fails.
    for (const [index, outcome] of outcomes.entries()) {
      if ('error' in outcome && !(outcome.error instanceof BusyError)) {
        outcomes.splice(index, 1, ...(await this.matchUntil(wanted.slice(index, index + 1))));
      }
    }
    return outcomes;
  }

  /**
   * Repeats a batch as long as the database, not the batch, is the cause of failure, each time with the commands that
   * are still wanted.
   */
  private async matchUntil(wanted: readonly WantedCommand[]): Promise<Outcome<OrderAnswer>[]> {
    const outcomes: Outcome<OrderAnswer>[] = new Array(wanted.length);
    let left = wanted.map((entry, index) => ({ ...entry, index }));
    let isUncertain = false;
    let mayBeCommitted = false;
    let conflicts = 0;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        const answers = await this.matchOnce(left.map(({ command }) => command));
        this.hasFailedToWrite = false;
        if (isUncertain) {
          this.options.onUncertain?.();
        }
        for (const [position, answer] of answers.entries()) {
          outcomes[left[position]?.index ?? 0] = answer === null ? { isUndecided: true } : { answer };
        }
        return outcomes;
      } catch (error) {
        isUncertain = true;
        mayBeCommitted ||= this.isCommitSent;
        if (this.isCommitSent) {
          this.shared.openOrderCounts.forgetAll();
        }
        this.hasFailedToWrite = isWriteFailure(error);
        const nextMs = this.nowMs() + pauseMs;
        conflicts += error instanceof ConcurrentChangeError ? 1 : 0;
        const isInConflict = conflicts > MAX_CONFLICTS && wanted.length > 1;
        const mayRepeat = isWorthRepeating(error) && !this.isClosing && !isInConflict;
        const repeated = mayRepeat ? left.filter(({ deadlineMs }) => nextMs < deadlineMs) : [];
        this.options.onFailure(error, repeated.length > 0);
        if (!(error instanceof ConcurrentChangeError)) {
          this.hasFailed = true;
          void this.dropConnection();
        }
        // The commands of a conflict are run alone.
        const given = isWorthRepeating(error) && !isInConflict ? givenUp(error, mayBeCommitted) : error;
        for (const { index } of left.filter((entry) => !repeated.includes(entry))) {
          outcomes[index] = { error: given };
        }
        left = repeated;
        if (left.length === 0) {
          return outcomes;
        }
        await pause(pauseMs);
      }
    }
  }

  private async matchOnce(commands: readonly OrderCommand[]): Promise<(OrderAnswer | null)[]> {
    this.isCommitSent = false;
    const { client, coordinator, shard } = await this.connected(commands);
    if (isReplanningDue(this.batchesOnConnection)) {
      await client.query('discard plans');
    }
    this.batchesOnConnection += 1;
    const { answers, batch } = await matchBatch(client, commands, {
      coordinator,
      shard,
      stream: this.stream,
      ...this.shared,
      openOrderLimits: this.options.openOrderLimits ?? null,
      maxDebtCents: this.options.maxDebtCents ?? Number.POSITIVE_INFINITY,
      ...(this.options.countInAll && { countInAll: this.options.countInAll }),
      onCommit: () => {
        this.isCommitSent = true;
      },
    });
    if (batch) {
      this.stream.committed(batch);
      this.options.onBatch?.(batch);
    }
    return answers;
  }

  private async connected(
    commands: readonly OrderCommand[],
  ): Promise<Opened & { readonly shard: Shard | null }> {
    if (this.hasFailed) {
      await this.groups.findAllAgain();
      this.hasFailed = false;
    }
    const shard = this.shardOf(commands);
    if (this.opened && !isSameNode(this.opened.node, shard?.node)) {
      await this.dropConnection();
    }
    this.opened ??= await this.open(shard?.node);
    if (this.stream.isFull) {
      this.stream = this.newStream();
    }
    return { ...this.opened, shard };
  }

  private shardOf(commands: readonly OrderCommand[]): Shard | null {
    const groups = new Set(commands.map(({ productId }) => this.groups.known(productId) ?? ''));
    const [group = ''] = groups;
    if (groups.size > 1) {
      throw new Error(`A batch has commands of ${groups.size} groups.`); // they are run alone
    }
    return this.groups.shardOf(group);
  }

  private async open(node: NodeAddress | undefined): Promise<Opened> {
    const client = await this.options.connect(node);
    let coordinator: pg.Client | null = null;
    try {
      coordinator = this.groups.isInShard ? await this.options.connect() : null;
      await coordinator?.query(PLAN_FOR_VALUES);
    } catch (error) {
      await endAll([client, coordinator]);
      throw error;
    }
    this.batchesOnConnection = 0;
    this.stream = this.newStream();
    return { client, coordinator, node };
  }

  private newStream(): FeedStream {
    return new FeedStream(this.options.newId());
  }

  /** After an error, only a new connection has a known state. */
  private async dropConnection(): Promise<void> {
    const { opened } = this;
    this.opened = null;
    await endAll([opened?.client, opened?.coordinator]);
  }
}

async function endAll(clients: readonly (pg.Client | null | undefined)[]): Promise<void> {
  await Promise.all(clients.map((client) => client && endConnection(client)));
}

function isSameNode(one: NodeAddress | undefined, other: NodeAddress | undefined): boolean {
  return one?.host === other?.host && one?.port === other?.port;
}

/** The error of a command whose deadline has passed. */
function givenUp(cause: unknown, mayBeCommitted: boolean): BusyError {
  return mayBeCommitted
    ? new OutcomeUnknownError('A commit was not answered.', { cause })
    : new DatabaseAwayError('The database does not answer.', { cause });
}

/**
 * True if the database or the connection failed, if the shard was moved, or if another server changed the same ids or
 * groups first.
 */
function isWorthRepeating(error: unknown): boolean {
  return (
    error instanceof ConcurrentChangeError || error instanceof ShardMovedError || isPassingFailure(error)
  );
}

import { setTimeout as pause } from 'node:timers/promises';
import type { OpenOrderLimits } from '@perkex/core/order-book/order.js';
import type pg from 'pg';
import { endConnection } from '../database/connect.js';
import { isPassingFailure } from '../database/errors.js';
import { timeOrderedIds } from '../database/time-ordered-id.js';
import { BusyError } from '../errors/busy-error.js';
import type { Batch } from '../feed/batch.js';
import { Lane } from '../feed/lane.js';
import { ConcurrentIdError } from './batch-writes.js';
import { CommandQueue, type Outcome } from './command-queue.js';
import { matchBatch } from './match-batch.js';
import { OpenOrderCounts } from './open-order-counts.js';
import { type AnswerTo, type OrderAnswer, type OrderCommand, orderKey } from './order-command.js';
import { isReplanningDue } from './order-connection.js';
import { type Groups, ONE_GROUP } from './order-groups.js';

/** The database stayed away for too long. Whether the command was carried out is unknown; its id makes it safe to send again. */
export class DatabaseAwayError extends BusyError {
  override readonly name = 'DatabaseAwayError';
}

export interface MatchingEngineOptions {
  /** Opens the engine's own pipelined connection. */
  readonly connect: () => Promise<pg.Client>;
  /** Told of batches that are repeated and of errors that commands get. */
  readonly onFailure: (error: unknown, willRepeat: boolean) => void;
  /** Told of every batch that changed something, after its commit and before its commands are answered. */
  readonly onBatch?: (batch: Batch) => void;
  /** Told before commands are answered of which an earlier try may have been committed without a word of it. */
  readonly onUncertain?: () => void;
  /** How long a batch is repeated while the database fails, in milliseconds. */
  readonly patienceMs?: number;
  /** The time in milliseconds, from whenever on. */
  readonly nowMs?: () => number;
  readonly batchLimit?: number;
  readonly capacity?: number;
  /** Which commands may share a batch; absent, all. */
  readonly groups?: Groups;
  /** How many open orders a user may have; absent, any number. */
  readonly openOrderLimits?: OpenOrderLimits;
}

const PATIENCE_MS = 15_000;
const BATCH_LIMIT = 256;
const CAPACITY = 2_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;

/**
 * The one place in a process where orders are matched: a queue, and the connection on which its batches follow
 * each other. Several batches at once were tried and are slower: each is smaller, and shares less.
 */
export class MatchingEngine {
  private readonly queue: CommandQueue<OrderCommand, OrderAnswer>;
  private readonly newTradeId = timeOrderedIds();
  private readonly patienceMs: number;
  private readonly nowMs: () => number;
  private readonly openOrderCounts: OpenOrderCounts;
  private readonly groups: Groups;
  private client: pg.Client | null = null;
  private lane = new Lane();
  private batchesOnConnection = 0;
  private isClosing = false;

  constructor(private readonly options: MatchingEngineOptions) {
    this.patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.nowMs = options.nowMs ?? (() => performance.now());
    this.groups = options.groups ?? ONE_GROUP;
    this.openOrderCounts = new OpenOrderCounts(this.nowMs);
    this.queue = new CommandQueue<OrderCommand, OrderAnswer>({
      handle: (commands) => this.match(commands),
      keyOf: orderKey,
      groupOf: ({ productId }) => this.groups.known(productId) ?? '',
      ownerOf: ({ userId }) => userId,
      capacity: options.capacity ?? CAPACITY,
      patienceMs: this.patienceMs,
      nowMs: this.nowMs,
      batchLimit: options.batchLimit ?? BATCH_LIMIT,
    });
  }

  /**
   * @throws QueueFullError when too many commands wait (nothing was done), DatabaseAwayError when the
   *   database stayed away (the outcome is unknown), and anything else for a bug
   */
  async submit<Command extends OrderCommand>(command: Command): Promise<AnswerTo<Command>> {
    if (this.groups.known(command.productId) === undefined) {
      await this.groups.find(command.productId);
    }
    // The queue holds commands of both kinds; a book answers each in its kind.
    return this.queue.submit(command) as Promise<AnswerTo<Command>>;
  }

  /** A batch was committed, here or by another server: what that one has done to a user's orders must be read anew. */
  noteBatch(batch: Batch): void {
    if (!this.lane.has(batch)) {
      this.openOrderCounts.forgetUsersOf(batch);
    }
  }

  /** Batches of other servers were never told of. */
  noteMissed(): void {
    this.openOrderCounts.forgetAll();
  }

  /** Gives up what the database does not take at once, from now on; for a process that is to end. */
  stopRepeating(): void {
    this.isClosing = true;
  }

  /** Matches what waits, then lets go of the database. */
  async close(): Promise<void> {
    this.stopRepeating();
    await this.queue.drain();
    await this.dropConnection();
  }

  private async match(commands: readonly OrderCommand[]): Promise<Outcome<OrderAnswer>[]> {
    const deadlineMs = this.nowMs() + this.patienceMs;
    const together = await this.matchUntil(deadlineMs, commands);
    const isBatchToBlame = together.some(
      (result) => 'error' in result && !(result.error instanceof BusyError),
    );
    if (!isBatchToBlame || commands.length === 1) {
      return together;
    }
    // One of them made the batch fail: alone, it fails alone.
    const results: Outcome<OrderAnswer>[] = [];
    for (const command of commands) {
      results.push(...(await this.matchUntil(deadlineMs, [command])));
    }
    return results;
  }

  /** Repeats a batch while the database, not the batch, is to blame. */
  private async matchUntil(
    deadlineMs: number,
    commands: readonly OrderCommand[],
  ): Promise<Outcome<OrderAnswer>[]> {
    let isUncertain = false;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        const answers = await this.matchOnce(commands);
        if (isUncertain) {
          this.options.onUncertain?.();
        }
        return answers.map((answer) => ({ answer }));
      } catch (error) {
        isUncertain = true;
        const willRepeat = isWorthRepeating(error) && !this.isClosing && this.nowMs() + pauseMs < deadlineMs;
        this.options.onFailure(error, willRepeat);
        if (!(error instanceof ConcurrentIdError)) {
          void this.dropConnection();
        }
        if (!willRepeat) {
          const told = isWorthRepeating(error)
            ? new DatabaseAwayError('The database does not answer.', { cause: error })
            : error;
          return commands.map(() => ({ error: told }));
        }
        await pause(pauseMs);
      }
    }
  }

  private async matchOnce(commands: readonly OrderCommand[]): Promise<OrderAnswer[]> {
    const client = await this.connected();
    if (isReplanningDue(this.batchesOnConnection)) {
      await client.query('discard plans');
    }
    this.batchesOnConnection += 1;
    const { answers, batch } = await matchBatch(client, commands, {
      isInShard: this.groups.isInShard,
      lane: this.lane,
      newTradeId: this.newTradeId,
      openOrderLimits: this.options.openOrderLimits ?? null,
      openOrderCounts: this.openOrderCounts,
    });
    if (batch) {
      this.lane.committed(batch);
      this.options.onBatch?.(batch);
    }
    return answers;
  }

  private async connected(): Promise<pg.Client> {
    if (!this.client) {
      this.client = await this.options.connect();
      this.batchesOnConnection = 0;
      this.lane = new Lane();
    }
    if (this.lane.isFull) {
      this.lane = new Lane();
    }
    return this.client;
  }

  /** After an error a new connection is the one state that is certain. */
  private async dropConnection(): Promise<void> {
    const client = this.client;
    this.client = null;
    this.openOrderCounts.forgetAll();
    if (client) {
      await endConnection(client);
    }
  }
}

/** The database or the way to it failed, or another server was first with an id. */
function isWorthRepeating(error: unknown): boolean {
  return error instanceof ConcurrentIdError || isPassingFailure(error);
}

import { BusyError, OutcomeUnknownError, TooManyRequestsError } from '../errors/busy-error.js';

/** How often the queue looks for commands whose time is over. */
const LOOK_EVERY_MS = 250;
/** How much of the queue one owner may hold. */
const SHARE_OF_ONE = 0.1;

/** What became of one command: its answer, or the error that only it has to hear of. */
export type Outcome<Answer> = { readonly answer: Answer } | { readonly error: unknown };

export interface CommandQueueOptions<Command, Answer> {
  /**
   * Handles commands together, one result for each, in their order. Must not throw.
   * @param deadlinesMs until when each is wanted, by `nowMs`
   */
  readonly handle: (
    commands: readonly Command[],
    deadlinesMs: readonly number[],
  ) => Promise<Outcome<Answer>[]>;
  /** Commands with the same key never share a batch: the later one must find what the earlier one did. */
  readonly keyOf: (command: Command) => string;
  /** Only commands of the same group share a batch; absent: all are of one. */
  readonly groupOf?: (command: Command) => string;
  /** Whose command it is: nobody may hold more than a tenth of the capacity. */
  readonly ownerOf: (command: Command) => string;
  /** How many commands may wait. */
  readonly capacity: number;
  /** How long after its submission a command is answered at the latest, handled or not, in milliseconds. */
  readonly patienceMs: number;
  /** The time in milliseconds, from whenever on. */
  readonly nowMs?: () => number;
  /** How many commands one batch may hold. */
  readonly batchLimit: number;
}

/** The queue is full: the command was not taken and nothing was done. */
export class QueueFullError extends BusyError {
  override readonly name = 'QueueFullError';
}

/** Its owner has as many commands waiting as one may have: the command was not taken and nothing was done. */
export class ShareTakenError extends TooManyRequestsError {
  override readonly name = 'ShareTakenError';
  constructor() {
    super('You have too many orders under way. Please wait for their answers.');
  }
}

/** The command waited for so long that nobody may be there for its answer: nothing was done. */
export class WaitedTooLongError extends BusyError {
  override readonly name = 'WaitedTooLongError';
}

interface Waiting<Command, Answer> {
  readonly command: Command;
  readonly deadlineMs: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Hands everything that has arrived, and is of the same group as the first, to one batch while the next gathers. A lone
 * command goes at once; a crowd shares a transaction.
 */
export class CommandQueue<Command, Answer> {
  private waiting: Waiting<Command, Answer>[] = [];
  /** The batch that is being handled. */
  private underWay: Waiting<Command, Answer>[] = [];
  private readonly waitingOf = new Map<string, number>();
  private running: Promise<void> | null = null;

  private readonly nowMs: () => number;

  constructor(private readonly options: CommandQueueOptions<Command, Answer>) {
    this.nowMs = options.nowMs ?? (() => performance.now());
  }

  /**
   * @throws QueueFullError when `capacity` commands wait already, ShareTakenError when too many of them are the
   *   owner's, WaitedTooLongError (in all of these nothing was done), OutcomeUnknownError when its time is over while it
   *   is being handled, and what `handle` says of this command
   */
  submit(command: Command): Promise<Answer> {
    if (this.waiting.length >= this.options.capacity) {
      return Promise.reject(new QueueFullError('Too many commands are waiting.'));
    }
    const owner = this.options.ownerOf(command);
    const ofOwner = this.waitingOf.get(owner) ?? 0;
    if (ofOwner >= Math.max(1, this.options.capacity * SHARE_OF_ONE)) {
      return Promise.reject(new ShareTakenError());
    }
    this.waitingOf.set(owner, ofOwner + 1);
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, deadlineMs: this.nowMs() + this.options.patienceMs, resolve, reject });
      this.running ??= this.run();
    });
  }

  /** Whether commands wait or are being handled. */
  get isBusy(): boolean {
    return this.running !== null;
  }

  /** Resolves when nothing waits any more. */
  async drain(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    // What arrives in the same turn of the event loop shares the first batch.
    await Promise.resolve();
    const looking = setInterval(() => this.answerOverdue(), LOOK_EVERY_MS);
    while (this.waiting.length > 0) {
      this.answerOverdue();
      const batch = this.takeBatch();
      this.underWay = batch;
      const results = await this.handle(batch);
      this.underWay = [];
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index] ?? { error: new Error('The batch gave this command no result.') };
        if ('answer' in result) {
          resolve(result.answer);
        } else {
          reject(result.error);
        }
      }
    }
    clearInterval(looking);
    this.running = null;
  }

  private async handle(batch: readonly Waiting<Command, Answer>[]): Promise<Outcome<Answer>[]> {
    return batch.length === 0
      ? []
      : this.options.handle(
          batch.map(({ command }) => command),
          batch.map(({ deadlineMs }) => deadlineMs),
        );
  }

  /** Answers those whose time is over. What `handle` says of them later, nobody hears. */
  private answerOverdue(): void {
    const nowMs = this.nowMs();
    const isOverdue = ({ deadlineMs }: Waiting<Command, Answer>) => deadlineMs < nowMs;
    for (const { reject } of this.underWay.filter(isOverdue)) {
      reject(new OutcomeUnknownError('The database takes too long.'));
    }
    const overdue = this.waiting.filter(isOverdue);
    if (overdue.length > 0) {
      this.waiting = this.waiting.filter((entry) => !isOverdue(entry));
      this.discount(overdue);
      for (const { reject } of overdue) {
        reject(new WaitedTooLongError('The command waited for too long.'));
      }
    }
  }

  private takeBatch(): Waiting<Command, Answer>[] {
    const { groupOf = () => '', keyOf, batchLimit } = this.options;
    const [first] = this.waiting;
    const group = first && groupOf(first.command);
    const keys = new Set<string>();
    const batch: Waiting<Command, Answer>[] = [];
    const later: Waiting<Command, Answer>[] = [];
    for (const entry of this.waiting) {
      const key = keyOf(entry.command);
      const isTaken = batch.length < batchLimit && !keys.has(key) && groupOf(entry.command) === group;
      (isTaken ? batch : later).push(entry);
      keys.add(key);
    }
    this.waiting = later;
    this.discount(batch);
    return batch;
  }

  /** These do not wait any more. */
  private discount(entries: readonly Waiting<Command, Answer>[]): void {
    for (const { command } of entries) {
      const owner = this.options.ownerOf(command);
      const left = (this.waitingOf.get(owner) ?? 1) - 1;
      if (left > 0) {
        this.waitingOf.set(owner, left);
      } else {
        this.waitingOf.delete(owner);
      }
    }
  }
}

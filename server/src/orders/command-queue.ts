import { BusyError, OutcomeUnknownError, TooManyRequestsError } from '../errors/busy-error.js';

/** The interval of the check for overdue commands. */
const LOOK_EVERY_MS = 250;
/** The share of the queue that one owner may hold. */
const SHARE_OF_ONE = 0.1;
const NO_KEYS: readonly string[] = [];

/** The outcome of one command: its answer, its own error, or none yet: it is handled again, before those that wait. */
export type Outcome<Answer> =
  | { readonly answer: Answer }
  | { readonly error: unknown }
  | { readonly isUndecided: true };

export interface CommandQueueOptions<Command, Answer> {
  /**
   * Handles commands together and returns one result each, in order. Must not throw.
   * @param deadlinesMs the deadline of each command, by `nowMs`
   */
  readonly handle: (
    commands: readonly Command[],
    deadlinesMs: readonly number[],
  ) => Promise<Outcome<Answer>[]>;
  /** Commands with the same key never share a batch: the later one must see the effect of the earlier one. */
  readonly keyOf: (command: Command) => string;
  /** Further keys of a command; by default it has none. */
  readonly otherKeysOf?: (command: Command) => readonly string[];
  /** Only commands of the same group share a batch; by default there is one group. */
  readonly groupOf?: (command: Command) => string;
  /** The owner of a command, who may hold at most a tenth of the capacity. */
  readonly ownerOf: (command: Command) => string;
  /** The maximum number of waiting commands. */
  readonly capacity: number;
  /** The maximum time from submission to answer, handled or not, in milliseconds. */
  readonly patienceMs: number;
  /** A monotonic clock in milliseconds. */
  readonly nowMs?: () => number;
  /** The maximum number of commands in a batch. */
  readonly batchLimit: number;
}

/** The queue is full. The command was not accepted and nothing was done. */
export class QueueFullError extends BusyError {
  override readonly name = 'QueueFullError';
}

/** The owner has reached its share of the queue. The command was not accepted and nothing was done. */
export class ShareTakenError extends TooManyRequestsError {
  override readonly name = 'ShareTakenError';
  constructor() {
    super('You have too many orders under way. Please wait for their answers.');
  }
}

/** The command waited past its deadline, so its caller may be gone. Nothing was done. */
export class WaitedTooLongError extends BusyError {
  override readonly name = 'WaitedTooLongError';
}

interface Waiting<Command, Answer> {
  readonly command: Command;
  readonly otherKeys: readonly string[];
  readonly deadlineMs: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Passes all waiting commands of the first one's group to one batch while the next ones gather. A single command is
 * handled at once; many share a transaction.
 */
export class CommandQueue<Command, Answer> {
  private waiting: Waiting<Command, Answer>[] = [];
  /** The batch in progress. */
  private underWay: Waiting<Command, Answer>[] = [];
  private readonly waitingOf = new Map<string, number>();
  private running: Promise<void> | null = null;

  private readonly nowMs: () => number;

  constructor(private readonly options: CommandQueueOptions<Command, Answer>) {
    this.nowMs = options.nowMs ?? (() => performance.now());
  }

  /**
   * @throws QueueFullError when `capacity` commands wait already, ShareTakenError when too many of them are the
   * owner's, WaitedTooLongError (in all of these nothing was done), OutcomeUnknownError when its deadline passes while
   * it is handled, and the error that `handle` gives for it
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
    const otherKeys = this.options.otherKeysOf?.(command) ?? NO_KEYS;
    return new Promise((resolve, reject) => {
      const deadlineMs = this.nowMs() + this.options.patienceMs;
      this.waiting.push({ command, otherKeys, deadlineMs, resolve, reject });
      this.running ??= this.run();
    });
  }

  /** True while commands wait or are handled. */
  get isBusy(): boolean {
    return this.running !== null;
  }

  /** The number of commands that wait or are handled. */
  get size(): number {
    return this.waiting.length + this.underWay.length;
  }

  /** Resolves when no command waits. */
  async drain(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    // Commands that arrive in the same turn of the event loop share the first batch.
    await Promise.resolve();
    const looking = setInterval(() => this.answerOverdue(), LOOK_EVERY_MS);
    while (this.waiting.length > 0) {
      this.answerOverdue();
      const batch = this.takeBatch();
      this.underWay = batch;
      const results = await this.handle(batch);
      this.underWay = [];
      const undecided: Waiting<Command, Answer>[] = [];
      for (const [index, entry] of batch.entries()) {
        const result = results[index] ?? { error: new Error('The batch gave this command no result.') };
        if ('answer' in result) {
          entry.resolve(result.answer);
        } else if ('error' in result) {
          entry.reject(result.error);
        } else {
          undecided.push(entry);
        }
      }
      this.waitAgain(undecided);
    }
    clearInterval(looking);
    this.running = null;
  }

  private waitAgain(entries: readonly Waiting<Command, Answer>[]): void {
    for (const { command } of entries) {
      const owner = this.options.ownerOf(command);
      this.waitingOf.set(owner, (this.waitingOf.get(owner) ?? 0) + 1);
    }
    this.waiting.unshift(...entries);
  }

  private async handle(batch: readonly Waiting<Command, Answer>[]): Promise<Outcome<Answer>[]> {
    return batch.length === 0
      ? []
      : this.options.handle(
          batch.map(({ command }) => command),
          batch.map(({ deadlineMs }) => deadlineMs),
        );
  }

  /** Answers overdue commands. A later result of `handle` for them is dropped. */
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
      const isFree = !keys.has(key) && (entry.otherKeys.length === 0 || !hasOneOf(keys, entry.otherKeys));
      const isTaken = isFree && batch.length < batchLimit && groupOf(entry.command) === group;
      (isTaken ? batch : later).push(entry);
      keys.add(key);
      for (const otherKey of entry.otherKeys) {
        keys.add(otherKey);
      }
    }
    this.waiting = later;
    this.discount(batch);
    return batch;
  }

  /** Removes the entries from the owners' counts. */
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

function hasOneOf(taken: ReadonlySet<string>, keys: readonly string[]): boolean {
  return keys.some((key) => taken.has(key));
}

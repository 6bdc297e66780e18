import { Worker } from 'node:worker_threads';

/** Sent to the thread. */
export interface NumberedTask<Task> {
  readonly id: number;
  readonly task: Task;
}

/** Sent by the thread. */
export type TaskOutcome<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: unknown };

export interface WorkerThreadOptions {
  /** The built module that calls `runTasks`, because a thread does not read TypeScript. */
  readonly file: URL;
  readonly workerData?: unknown;
  /** For messages, such as 'The thread that renders pages'. */
  readonly name: string;
  /** For messages, such as 'A page'. */
  readonly task: string;
  /** A task that takes longer ends the thread. */
  readonly maxTimeMs: number;
  readonly maxHeapMb: number;
}

interface Pending<Result> {
  readonly worker: Worker;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Runs tasks one after the other in a thread of low priority, so that no order waits for them. The thread starts with
 * the first task. If a task takes too long or needs too much memory, the thread ends, and the next task starts another.
 */
export class WorkerThread<Task, Result> {
  private worker: Worker | null = null;
  private readonly pending = new Map<number, Pending<Result>>();
  private lastId = 0;
  private isClosed = false;

  constructor(private readonly options: WorkerThreadOptions) {}

  /** @throws the Error of the task, or one that says why the thread ended */
  readonly run = (task: Task): Promise<Result> => {
    const { task: what, maxTimeMs } = this.options;
    if (this.isClosed) {
      return Promise.reject(this.closed());
    }
    const worker = this.worker ?? this.start();
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      const onLate = () =>
        this.end(worker, new Error(`${what} took more than ${maxTimeMs / 1_000} seconds.`));
      const timer = setTimeout(onLate, maxTimeMs).unref();
      this.pending.set(id, { worker, resolve, reject, timer });
      worker.postMessage({ id, task } satisfies NumberedTask<Task>);
    });
  };

  /** Ends the thread; tasks under way fail. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.worker) {
      await this.end(this.worker, this.closed());
    }
  }

  private start(): Worker {
    const { file, workerData, name, maxHeapMb } = this.options;
    const worker = new Worker(file, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    this.worker = worker;
    worker.unref();
    worker.on('message', (outcome: TaskOutcome<Result>) => this.settle(outcome));
    worker.on('error', (error) => void this.end(worker, error));
    worker.on('exit', () => void this.end(worker, new Error(`${name} ended.`)));
    return worker;
  }

  private settle(outcome: TaskOutcome<Result>): void {
    const pending = this.pending.get(outcome.id);
    this.pending.delete(outcome.id);
    clearTimeout(pending?.timer);
    if ('result' in outcome) {
      pending?.resolve(outcome.result);
    } else {
      pending?.reject(outcome.error);
    }
  }

  private async end(worker: Worker, error: Error): Promise<void> {
    if (this.worker === worker) {
      this.worker = null;
    }
    for (const [id, pending] of this.pending) {
      if (pending.worker === worker) {
        this.settle({ id, error });
      }
    }
    await worker.terminate();
  }

  private closed(): Error {
    return new Error('The server is closing.');
  }
}

import { setImmediate as turn } from 'node:timers/promises';

/** Keeps a batch short. */
const MAX_ITEMS = 20;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does the work of concurrent callers together: items that arrive in the same turn of the event loop, or while a batch
 * runs. If a batch fails, each of its items is tried alone, so the work must be repeatable.
 */
export class Batches<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;

  /** @param work returns a result for each item */
  constructor(private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>) {}

  /** Resolves with the result of an item, or rejects with its own error. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isRunning) {
        this.isRunning = true;
        void this.run();
      }
    });
  }

  private async run(): Promise<void> {
    await turn();
    while (this.waiting.length > 0) {
      await this.runTogether(this.waiting.splice(0, MAX_ITEMS));
    }
    this.isRunning = false;
  }

  private async runTogether(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) {
        resolve(results[index] as Result);
      }
    } catch (error) {
      if (batch.length === 1) {
        batch[0]?.reject(error);
        return;
      }
      await Promise.all(batch.map((one) => this.runTogether([one])));
    }
  }
}

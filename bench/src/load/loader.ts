import { Child } from '../child.js';
import type { LoadResult, LoadTask } from './load.js';

/** How long the last answers of a task may take. */
const LAST_ANSWERS_MS = 60_000;

/** Load from a process of its own, so that the load does not wait for whoever measures. */
export class Loader {
  private readonly child = Child.start('load/load-main.js');

  /** @throws when an answer was not 200: a rate with failures in it says nothing */
  async run(task: LoadTask): Promise<LoadResult> {
    const result = await this.child.ask<LoadResult>(task, task.seconds * 1_000 + LAST_ANSWERS_MS);
    if (Object.keys(result.otherStatuses).length > 0) {
      throw new Error(`Not everything was answered with 200: ${JSON.stringify(result.otherStatuses)}`);
    }
    return result;
  }

  close(): Promise<void> {
    return this.child.close();
  }
}

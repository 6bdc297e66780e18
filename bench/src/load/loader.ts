import { Child } from '../child.js';
import type { LoadResult, LoadTask } from './load.js';

/** The timeout for the last responses of a task. */
const LAST_ANSWERS_MS = 60_000;

/** Generates load in a separate process, so that the load does not wait for the measuring process. */
export class Loader {
  private readonly child = Child.start('load/load-main.js');

  /** @throws if a response was not 200, since a rate with failures means nothing */
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

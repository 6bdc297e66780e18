import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, type TransferListItem } from 'node:worker_threads';
import type { NumberedTask, TaskOutcome } from './worker-thread.js';

/**
 * Runs the tasks of a `WorkerThread`; called by its module. On Linux the thread has a low priority: the system
 * interrupts it as soon as the thread of the orders or PostgreSQL has work. Elsewhere a priority is that of the whole
 * process.
 * @param transfer what is moved to the other thread instead of copied
 */
export function runTasks<Task, Result>(
  run: (task: Task) => Result | Promise<Result>,
  transfer: (result: Result) => readonly TransferListItem[],
): void {
  if (process.platform === 'linux') {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  }
  const port = parentPort;
  port?.on('message', async ({ id, task }: NumberedTask<Task>) => {
    try {
      const result = await run(task);
      port.postMessage({ id, result } satisfies TaskOutcome<Result>, transfer(result));
    } catch (error) {
      port.postMessage({ id, error } satisfies TaskOutcome<Result>);
    }
  });
}

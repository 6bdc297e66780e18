import { callerChange } from '../api/call.js';
import type { ReviewedOrder } from '../api/orders.js';

const nameOf = ({ id }: ReviewedOrder) => `perkex-order-${id}`;

/** Null on an insecure page. */
function locksOfTabs(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}

/** Keeps the other tabs from resuming an order until this tab knows its outcome. */
export function holdLock(order: ReviewedOrder, done: Promise<void>): void {
  locksOfTabs()
    ?.request(nameOf(order), () => untilLeft(done))
    .catch(() => {});
}

/** Runs a task for an order, unless a tab holds its lock. */
export async function unlessLocked(order: ReviewedOrder, task: () => Promise<void>): Promise<void> {
  const locks = locksOfTabs();
  if (locks === null) {
    return task();
  }
  await locks.request(nameOf(order), { ifAvailable: true }, (lock) => lock && untilLeft(task()));
}

/** A call whose user has left the tab never settles. */
function untilLeft(task: Promise<void>): Promise<void> {
  const change = callerChange();
  const left = new Promise<void>((leave) => change.addEventListener('abort', () => leave(), { once: true }));
  return Promise.race([task, left]);
}

import { callerChange } from '../api/call.js';
import type { ReviewedOrder } from '../api/orders.js';

const nameOf = ({ id }: ReviewedOrder) => `perkex-order-${id}`;

/** Null on a page that is not secure. */
function locksOfTabs(): LockManager | null {
  return 'locks' in navigator ? navigator.locks : null;
}

/** Has the other tabs leave an order alone until this one knows its fate. */
export function holdLock(order: ReviewedOrder, done: Promise<void>): void {
  locksOfTabs()
    ?.request(nameOf(order), () => untilLeft(done))
    .catch(() => {});
}

/** Runs a task for an order, unless a tab has its lock. */
export async function unlessLocked(order: ReviewedOrder, task: () => Promise<void>): Promise<void> {
  const locks = locksOfTabs();
  if (locks === null) {
    return task();
  }
  await locks.request(nameOf(order), { ifAvailable: true }, (lock) => lock && untilLeft(task()));
}

/** A call whose user has left the tab never ends. */
function untilLeft(task: Promise<void>): Promise<void> {
  const change = callerChange();
  const left = new Promise<void>((leave) => change.addEventListener('abort', () => leave(), { once: true }));
  return Promise.race([task, left]);
}

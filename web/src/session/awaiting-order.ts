import { permanentStorage } from './storage.js';
import { isUnfinishedOrder, type UnfinishedOrder } from './unfinished-order.js';

/** An order under review that waits for its user to prove their e-mail. */
export interface AwaitingOrder extends UnfinishedOrder {
  readonly uid: string;
  /** The order's own id: whether it is placed in the old tab or in the one that the mail opens, it counts once. */
  readonly reviewId: string;
}

const KEY = 'perkex:awaiting-order';

/** Kept for the whole browser: the link in the mail opens a tab of its own. */
export function keepAwaitingOrder(order: AwaitingOrder): void {
  permanentStorage.setItem(KEY, JSON.stringify(order));
}

/** The order of this user; null when there is none, or something else has got into the storage. */
export function readAwaitingOrder(uid: string): AwaitingOrder | null {
  try {
    const order: unknown = JSON.parse(permanentStorage.getItem(KEY) ?? 'null');
    return isAwaitingOrder(order) && order.uid === uid ? order : null;
  } catch {
    return null;
  }
}

export function forgetAwaitingOrder(): void {
  permanentStorage.removeItem(KEY);
}

function isAwaitingOrder(value: unknown): value is AwaitingOrder {
  const { uid, reviewId } = (value ?? {}) as Partial<AwaitingOrder>;
  return isUnfinishedOrder(value) && typeof uid === 'string' && typeof reviewId === 'string';
}

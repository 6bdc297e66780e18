import { permanentStorage, tabStorage } from './storage.js';

/** Under this key a tab has an order whose user has to log in or to change a setting first. */
export const UNFINISHED_KEY = 'perkex:unfinished-order';

/** Under this key the browser has an order whose user has to prove their e-mail first. */
export const AWAITING_KEY = 'perkex:awaiting-order';

/** Under this key the browser has the orders that were confirmed and whose fate is not known yet. */
export const PENDING_KEY = 'perkex:pending-orders';

export function forgetUnfinishedOrder(): void {
  tabStorage.removeItem(UNFINISHED_KEY);
}

export function forgetAwaitingOrder(): void {
  permanentStorage.removeItem(AWAITING_KEY);
}

export function forgetPendingOrders(): void {
  permanentStorage.removeItem(PENDING_KEY);
}

/** True if orders of any user wait for their verdicts. */
export function hasPendingOrders(): boolean {
  return permanentStorage.getItem(PENDING_KEY) !== null;
}

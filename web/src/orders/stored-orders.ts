import { permanentStorage, tabStorage } from '../storage/storage.js';

/** Tab storage: an order whose user first has to log in or to change a setting. */
export const UNFINISHED_KEY = 'perkex:unfinished-order';

/** Browser storage: an order whose user first has to verify their e-mail. */
export const AWAITING_KEY = 'perkex:awaiting-order';

/** Browser storage: confirmed orders whose outcome is unknown. */
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

/** True if orders of any user wait for their outcome. */
export function hasPendingOrders(): boolean {
  return permanentStorage.getItem(PENDING_KEY) !== null;
}

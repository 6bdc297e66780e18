import { permanentStorage, tabStorage } from './storage.js';

/** Under this key a tab has an order whose user has to log in or to change a setting first. */
export const UNFINISHED_KEY = 'perkex:unfinished-order';

/** Under this key the browser has an order whose user has to prove their e-mail first. */
export const AWAITING_KEY = 'perkex:awaiting-order';

export function forgetUnfinishedOrder(): void {
  tabStorage.removeItem(UNFINISHED_KEY);
}

export function forgetAwaitingOrder(): void {
  permanentStorage.removeItem(AWAITING_KEY);
}

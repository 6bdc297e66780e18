/** What a visitor was about to do when the review button sent them to the login (clarifications, "Identity"). */
export interface UnfinishedOrder {
  readonly flow: 'buy' | 'sell';
  readonly productId: number;
  readonly name: string;
  readonly size: string;
  readonly mode: 'place' | 'now';
  /** In whole dollars. */
  readonly price: number;
}

const KEY = 'perkex:unfinished-order';

/** Kept for this tab, as long as it is open. */
export function keepUnfinishedOrder(order: UnfinishedOrder): void {
  sessionStorage.setItem(KEY, JSON.stringify(order));
}

export function readUnfinishedOrder(): UnfinishedOrder | null {
  const text = sessionStorage.getItem(KEY);
  return text === null ? null : (JSON.parse(text) as UnfinishedOrder);
}

export function forgetUnfinishedOrder(): void {
  sessionStorage.removeItem(KEY);
}

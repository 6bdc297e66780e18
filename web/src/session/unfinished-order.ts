import { isPrice } from '@perkex/core/money.js';
import { isPanelMode, type PanelMode } from '@perkex/core/panels/panel.js';
import { tabStorage } from './storage.js';

/** What a visitor was about to do when the review button sent them to the login. */
export interface UnfinishedOrder {
  readonly flow: 'buy' | 'sell';
  readonly productId: number;
  readonly name: string;
  readonly size: string;
  readonly mode: PanelMode;
  /** In whole dollars. */
  readonly price: number;
}

const KEY = 'perkex:unfinished-order';
const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** Kept for this tab, as long as it is open. */
export function keepUnfinishedOrder(order: UnfinishedOrder): void {
  tabStorage.setItem(KEY, JSON.stringify(order));
}

/** Null when there is none, or something else has got into the storage. */
export function readUnfinishedOrder(): UnfinishedOrder | null {
  try {
    const order: unknown = JSON.parse(tabStorage.getItem(KEY) ?? 'null');
    return isUnfinishedOrder(order) ? order : null;
  } catch {
    return null;
  }
}

function isUnfinishedOrder(value: unknown): value is UnfinishedOrder {
  const { flow, productId, name, size, mode, price } = (value ?? {}) as Partial<UnfinishedOrder>;
  return (
    (flow === 'buy' || flow === 'sell') &&
    isPanelMode(mode) &&
    Number.isSafeInteger(productId) &&
    isText(name) &&
    isText(size) &&
    typeof price === 'number' &&
    isPrice(price)
  );
}

export function forgetUnfinishedOrder(): void {
  tabStorage.removeItem(KEY);
}

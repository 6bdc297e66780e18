import { isPrice } from '@perkex/core/money.js';
import { isPanelMode, type PanelMode } from '@perkex/core/panels/panel.js';
import type { NavigateFunction } from 'react-router';
import { paths } from '../paths.js';
import { tabStorage } from './storage.js';

/** What somebody was about to do when they were sent to the login, or went to their settings first. */
export interface UnfinishedOrder {
  readonly flow: 'buy' | 'sell';
  readonly productId: number;
  readonly name: string;
  readonly size: string;
  readonly mode: PanelMode;
  /** In whole dollars; 0 when they had not named one yet. */
  readonly price: number;
}

/** The order under review. Its id is made when the review opens, and a reload keeps it. */
export interface Review {
  readonly id: string;
  /** Whose order it is: nobody else in this browser may place it. */
  readonly uid: string;
  readonly mode: PanelMode;
  /** In whole dollars. */
  readonly price: number;
  /** Whether the final checks were ticked before, in an earlier try of the same order. */
  readonly isChecked: boolean;
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

export function isUnfinishedOrder(value: unknown): value is UnfinishedOrder {
  const { flow, productId, name, size, mode, price } = (value ?? {}) as Partial<UnfinishedOrder>;
  return (
    (flow === 'buy' || flow === 'sell') &&
    isPanelMode(mode) &&
    Number.isSafeInteger(productId) &&
    isText(name) &&
    isText(size) &&
    typeof price === 'number' &&
    (price === 0 || isPrice(price))
  );
}

export function forgetUnfinishedOrder(): void {
  tabStorage.removeItem(KEY);
}

/** The state of a history entry of the settings for somebody whom a panel sent there, and who goes back to it. */
export const FROM_PANEL = { isFromPanel: true } as const;

export function isFromPanel(state: unknown): boolean {
  return (state as Partial<typeof FROM_PANEL> | null)?.isFromPanel === true;
}

/** The panel where the order was left, and the state that it is restored from. */
export function wayBackTo({ flow, productId, size, mode, price }: UnfinishedOrder) {
  return {
    to: flow === 'sell' ? paths.sell(productId, size) : paths.buy(productId, size),
    state: { bid: mode === 'place', mode, price },
  };
}

/** Opens an order's review again, on top of its panel, so that Back leads there as ever. */
export async function openReviewAgain(
  navigate: NavigateFunction,
  order: UnfinishedOrder,
  review: Review,
  { replace }: { readonly replace: boolean },
): Promise<void> {
  const { to, state } = wayBackTo(order);
  await navigate(to, { replace, state });
  await navigate(to, { state: { ...state, review } });
}

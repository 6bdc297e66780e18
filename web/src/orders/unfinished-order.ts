import { isPriceCents } from '@perkex/core/money.js';
import { isLifetime } from '@perkex/core/order-book/lifetime.js';
import { MAX_SIZES_OF_BID } from '@perkex/core/order-book/order.js';
import { isPanelMode } from '@perkex/core/panels/panel.js';
import type { ReplacedOrder, ReviewedOrder, UnfinishedOrder } from '../api/orders.js';
import { paths } from '../links/paths.js';
import { permanentStorage, storedIn, tabStorage } from '../storage/storage.js';
import { AWAITING_KEY, UNFINISHED_KEY } from './stored-orders.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Stores an order whose user first has to log in or to change a setting, for as long as this tab is open. */
export function keepUnfinishedOrder(order: UnfinishedOrder): void {
  tabStorage.setItem(UNFINISHED_KEY, JSON.stringify(order));
}

export function readUnfinishedOrder(): UnfinishedOrder | null {
  const order = storedIn(tabStorage, UNFINISHED_KEY);
  return isUnfinishedOrder(order) ? order : null;
}

/**
 * Stores an order whose user first has to verify their e-mail. All tabs see it, because the link in the mail opens a
 * new one.
 */
export function keepAwaitingOrder(order: ReviewedOrder): void {
  permanentStorage.setItem(AWAITING_KEY, JSON.stringify(order));
}

export function readAwaitingOrder(userId: string): ReviewedOrder | null {
  const order = reviewedOrderIn(storedIn(permanentStorage, AWAITING_KEY));
  return order?.uid === userId ? order : null;
}

function isUnfinishedOrder(value: unknown): value is UnfinishedOrder {
  const { flow, productId, name, brand, size, otherSizes, mode, priceCents, uid, ...terms } = (value ??
    {}) as Partial<UnfinishedOrder>;
  const { replaces, expiresIn, isRelisting } = terms;
  return (
    (flow === 'buy' || flow === 'sell') &&
    isPanelMode(mode) &&
    Number.isSafeInteger(productId) &&
    isNonEmptyText(name) &&
    (uid === undefined || isNonEmptyText(uid)) &&
    (replaces === undefined || isReplacedOrder(replaces)) &&
    (expiresIn === undefined || isLifetime(expiresIn)) &&
    (isRelisting === undefined || typeof isRelisting === 'boolean') &&
    (brand === undefined || brand === null || typeof brand === 'string') &&
    isNonEmptyText(size) &&
    (otherSizes === undefined || areSizes(otherSizes)) &&
    typeof priceCents === 'number' &&
    (priceCents === 0 || isPriceCents(priceCents))
  );
}

/** Reads an order from a storage or the history, which may hold anything; null without one. */
export function reviewedOrderIn(value: unknown): ReviewedOrder | null {
  if (!isUnfinishedOrder(value) || value.priceCents === 0) {
    return null;
  }
  const { id, uid, isChecked, isPriceConfirmed, isPriceDoubted } = value as Partial<ReviewedOrder>;
  return isOrderId(id) && isNonEmptyText(uid)
    ? {
        ...value,
        id,
        uid,
        isChecked: isChecked === true,
        isPriceConfirmed: isPriceConfirmed === true,
        isPriceDoubted: isPriceDoubted === true,
      }
    : null;
}

/** True for a replaced order from a storage or the history. */
export function isReplacedOrder(value: unknown): value is ReplacedOrder {
  const { id, priceCents } = (value ?? {}) as Partial<ReplacedOrder>;
  return isOrderId(id) && typeof priceCents === 'number' && isPriceCents(priceCents);
}

/** True for other sizes of a bid from a storage or the history. */
export function areSizes(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length < MAX_SIZES_OF_BID && value.every(isNonEmptyText);
}

function isOrderId(value: unknown): value is string {
  return isNonEmptyText(value) && UUID.test(value);
}

function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The history state of the settings when an order panel sent the user there and expects them back. */
export const FROM_PANEL = { isFromPanel: true } as const;

export function isFromPanel(state: unknown): boolean {
  return (state as Partial<typeof FROM_PANEL> | null)?.isFromPanel === true;
}

/** The address of the order's panel, and the history state that restores it. */
export function panelOf({
  flow,
  productId,
  size,
  mode,
  priceCents,
  replaces,
  expiresIn,
  isRelisting,
  otherSizes,
}: UnfinishedOrder) {
  return {
    to: flow === 'sell' ? paths.sell(productId, size) : paths.buy(productId, size),
    state: {
      bid: mode === 'place',
      mode,
      priceCents,
      ...(replaces && { replaces }),
      ...(expiresIn && { expiresIn }),
      ...(isRelisting !== undefined && { isRelisting }),
      ...(otherSizes && { otherSizes }),
    },
  };
}

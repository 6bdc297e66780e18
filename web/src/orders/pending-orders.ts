import { newOrderId } from '../api/order-id.js';
import { type ReviewedOrder, sizesOf, type UnfinishedOrder } from '../api/orders.js';
import { permanentStorage, storedIn } from '../storage/storage.js';
import { forgetPendingOrders, PENDING_KEY } from './stored-orders.js';
import { reviewedOrderIn } from './unfinished-order.js';

/** The server remembers refusals for the same time. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1_000;
const MAX_ORDERS = 20;

/** A confirmed order whose outcome is unknown. It survives a reload, a closed tab and a crash. */
export interface PendingOrder extends ReviewedOrder {
  readonly confirmedAtMs: number;
  /** True if sending was given up. The order is sent again when its user tries again, or with the next page. */
  readonly isGivenUp: boolean;
}

/** The pending orders of a user, oldest first. */
export function readPendingOrders(userId: string): PendingOrder[] {
  const stored = storedIn(permanentStorage, PENDING_KEY);
  return (Array.isArray(stored) ? stored : [])
    .flatMap((value) => pendingOrderIn(value) ?? [])
    .filter((order) => order.uid === userId && Date.now() - order.confirmedAtMs < MAX_AGE_MS);
}

/** Stores a pending order or updates it. Removes other users' orders. */
export function keepPendingOrder(order: PendingOrder): void {
  write([...othersThan(order), order].slice(-MAX_ORDERS));
}

export function forgetPendingOrder(order: ReviewedOrder): void {
  write(othersThan(order));
}

/**
 * The user's orders of a product whose sending was given up. They block other orders of it until their outcome is
 * known.
 */
export function givenUpOrders(userId: string, wanted: UnfinishedOrder): PendingOrder[] {
  return readPendingOrders(userId).filter((order) => order.isGivenUp && isOfSameTrade(order, wanted));
}

/**
 * The id of an order that is about to be reviewed: its own new one, or the id of the same order whose sending was given
 * up, so that it counts once.
 */
export function idForReview(userId: string, wanted: UnfinishedOrder): string {
  return givenUpOrders(userId, wanted).find((order) => isSameOrder(order, wanted))?.id ?? newOrderId();
}

/** True if two orders are for the same product and side, of any size and price. */
export function isOfSameTrade(one: UnfinishedOrder, other: UnfinishedOrder): boolean {
  return one.productId === other.productId && one.flow === other.flow;
}

/** True if two orders of the same trade are the same order. */
function isSameOrder(one: UnfinishedOrder, other: UnfinishedOrder): boolean {
  const isSamePrice = one.mode === other.mode && one.priceCents === other.priceCents;
  const isSameSize = sizesOf(one).join() === sizesOf(other).join();
  const isSameChoice = (one.isRelisting ?? true) === (other.isRelisting ?? true);
  return isSamePrice && isSameSize && isSameChoice && one.replaces?.id === other.replaces?.id;
}

function othersThan({ uid, id }: ReviewedOrder): PendingOrder[] {
  return readPendingOrders(uid).filter((order) => order.id !== id);
}

function write(orders: readonly PendingOrder[]): void {
  if (orders.length === 0) {
    forgetPendingOrders();
  } else {
    permanentStorage.setItem(PENDING_KEY, JSON.stringify(orders));
  }
}

function pendingOrderIn(value: unknown): PendingOrder | null {
  const order = reviewedOrderIn(value);
  const { confirmedAtMs, isGivenUp } = (value ?? {}) as Partial<PendingOrder>;
  return order !== null && typeof confirmedAtMs === 'number'
    ? { ...order, confirmedAtMs, isGivenUp: isGivenUp === true }
    : null;
}

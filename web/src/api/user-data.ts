import type {
  MoneyMethod,
  OrderRow,
  Shipping,
  StoredShipping,
  UserData,
} from '@perkex/contract/user-data.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { LifetimeDays } from '@perkex/core/order-book/lifetime.js';
import type { Side } from '@perkex/core/order-book/order.js';
import type { PanelTrader } from '@perkex/core/panels/panel.js';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callForFile } from './call.js';
import { callQuery } from './call-query.js';
import { namedOrder } from './order-name.js';
import { readAgain } from './read-again.js';
import { SaveQueues } from './save-queue.js';

/** All data of one user. Each list begins with a blank row (section 9). */
export function userDataQuery(userId: string) {
  return callQuery(['userData', userId], { params: { uid: userId }, enabled: userId !== '' });
}

/** Everything stored about the user, as a JSON file. */
export function exportUserData(): Promise<Blob> {
  return callForFile('exportUserData', {});
}

/**
 * Trades of the user (`side` 'ask' for sales, 'bid' for purchases) that are older than those in the user's data, newest
 * first.
 * @param before the name of the oldest one there (`orderName`)
 */
export function historyQuery(userId: string, side: Side, before: string) {
  return infiniteQueryOptions({
    queryKey: ['history', userId, side, before],
    queryFn: ({ pageParam, signal }) => call('history', { query: { side, before: pageParam } }, signal),
    initialPageParam: before,
    getNextPageParam: ({ next }) => next,
    // Past trades change only if their deals fail, of which a notification tells.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The price lookup by item name (section 7): lowest ask first, highest bid second, in cents, 0 for none. */
export function pricesQuery(name: string, size: string) {
  return queryOptions({
    queryKey: ['prices', name, size],
    queryFn: async ({ signal }) =>
      (await call('prices', { query: { name, size } }, signal)).map(dollarsToCents),
  });
}

/** Refetches the user's data after a change. */
export function invalidateUserData(client: QueryClient): Promise<void> {
  return readAgain(client, ['userData']);
}

/** Creates the user data after a sign-up (section 7). */
export function createUserData(userId: string): Promise<string> {
  return call('createUserData', { body: { uid: userId } });
}

/** Keys: 'payout' and 'payment'. */
export const methodSaves = new SaveQueues<MoneyMethod>();
/** Open orders by name. */
export const removals = new SaveQueues<OrderRow>();
/** Open orders to renew, by name. */
export const renewals = new SaveQueues<OrderRow>();
export const shippingSaves = new SaveQueues<ShippingChange>();
/** The only key of `shippingSaves`. */
export const SHIPPING = 'shipping';

export interface ShippingChange {
  readonly shipping: Shipping;
  /** The stored address that the form started from. If another one is stored by now, the change is refused. */
  readonly base: StoredShipping;
}

export function saveShipping(userId: string, { shipping, base }: ShippingChange): Promise<string> {
  return call('shipping', { body: { uid: userId, ...shipping, base } });
}

export function savePayout(userId: string, payout: MoneyMethod): Promise<string> {
  return call('payout', { body: { uid: userId, payout } });
}

export function savePayment(userId: string, payment: MoneyMethod): Promise<string> {
  return call('payment', { body: { uid: userId, payment } });
}

/** Removes an open ask or bid of the user. */
export function cancelOrder(name: 'deleteAsk' | 'deleteBid', userId: string, row: OrderRow): Promise<string> {
  const { name: product, price, size, thumbnail } = row;
  return call(name, { body: { uid: userId, ...namedOrder(row), name: product, price, size, thumbnail } });
}

/** Lets an open order of the user expire after the given days. */
export function renewOrder(userId: string, row: OrderRow, expiresIn: LifetimeDays): Promise<string> {
  return call('changeOrder', { body: { uid: userId, ...namedOrder(row), expiresIn } });
}

/** The seller for the order panel. While their data are loading, they count as missing. */
export function seller(isLoggedIn: boolean, data: UserData | undefined): PanelTrader {
  return { isLoggedIn, missing: isLoggedIn && !data?.payout.type ? ['payout'] : [] };
}

export function buyer(isLoggedIn: boolean, data: UserData | undefined): PanelTrader {
  if (!isLoggedIn) {
    return { isLoggedIn, missing: [] };
  }
  const missingPayment = data?.payment.type ? [] : (['payment'] as const);
  const missingShipping = data?.shipping.street ? [] : (['shipping'] as const);
  return { isLoggedIn, missing: [...missingPayment, ...missingShipping] };
}

import { useEffect, useEffectEvent, useMemo } from 'react';
import { type LiveEvent, type LiveListener, tell } from './live-events.js';
import { subscribe } from './subscriptions.js';

const NOTHING: LiveListener = {};
const NO_PRODUCTS: readonly number[] = [];

/**
 * Subscribes to a product while the screen is mounted. Its queries are refetched after changes of its books and trades.
 */
export function useLiveProduct(productId: number, listener: LiveListener = NOTHING): void {
  const products = useMemo(() => [productId], [productId]);
  useSubscription({ products, isOfMarket: false, isOfList: false }, listener);
}

/** Subscribes to the products of a list once it is loaded. */
export function useLiveProducts(
  productIds: readonly number[] | undefined,
  listener: LiveListener = NOTHING,
): void {
  // Equal lists of products are the same subscription, whatever their identity.
  const key = productIds?.join() ?? '';
  const products = useMemo(() => (key === '' ? NO_PRODUCTS : key.split(',').map(Number)), [key]);
  useSubscription({ products, isOfMarket: false, isOfList: true }, listener);
}

/** Subscribes to the whole market: all trades, and the books of all products. */
export function useLiveMarket(listener: LiveListener = NOTHING): void {
  useSubscription({ products: NO_PRODUCTS, isOfMarket: true, isOfList: false }, listener);
}

/** Subscribes to the events of the logged-in user. It adds no products: their stream is open anyway. */
export function useOwnLive(listener: Pick<LiveListener, 'onTrade' | 'onNotification' | 'onReset'>): void {
  useSubscription({ products: NO_PRODUCTS, isOfMarket: false, isOfList: false }, listener);
}

interface Wanted {
  readonly products: readonly number[];
  readonly isOfMarket: boolean;
  readonly isOfList: boolean;
}

function useSubscription({ products, isOfMarket, isOfList }: Wanted, listener: LiveListener): void {
  const onEvent = useEffectEvent((event: LiveEvent) => tell(listener, event));
  useEffect(
    () => subscribe({ products, isOfMarket, isOfList, onEvent: (event) => onEvent(event) }),
    [products, isOfMarket, isOfList],
  );
}

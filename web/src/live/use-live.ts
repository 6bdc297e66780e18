import { useEffect, useEffectEvent, useMemo } from 'react';
import { type LiveEvent, type LiveListener, tell } from './live-events.js';
import { watch } from './watches.js';

const NOTHING: LiveListener = {};
const NO_PRODUCTS: readonly number[] = [];

/**
 * Subscribes to a product while the screen is mounted. Its queries are refetched after changes of its books and trades.
 */
export function useLiveProduct(productId: number, listener: LiveListener = NOTHING): void {
  const products = useMemo(() => [productId], [productId]);
  useWatch({ products, isOfMarket: false, isOfList: false }, listener);
}

/** Subscribes to the products of a list once it is loaded. */
export function useLiveProducts(
  productIds: readonly number[] | undefined,
  listener: LiveListener = NOTHING,
): void {
  // Equal lists of products are the same demand, whatever their identity.
  const key = productIds?.join() ?? '';
  const products = useMemo(() => (key === '' ? NO_PRODUCTS : key.split(',').map(Number)), [key]);
  useWatch({ products, isOfMarket: false, isOfList: true }, listener);
}

/** Subscribes to the whole market: all trades, and the books of all products. */
export function useLiveMarket(listener: LiveListener = NOTHING): void {
  useWatch({ products: NO_PRODUCTS, isOfMarket: true, isOfList: false }, listener);
}

/** Subscribes to the events of the logged-in user. It adds no demand: their stream is open anyway. */
export function useOwnLive(
  listener: Pick<LiveListener, 'onOrder' | 'onTrade' | 'onNotification' | 'onReset'>,
): void {
  useWatch({ products: NO_PRODUCTS, isOfMarket: false, isOfList: false }, listener);
}

interface Wanted {
  readonly products: readonly number[];
  readonly isOfMarket: boolean;
  readonly isOfList: boolean;
}

function useWatch({ products, isOfMarket, isOfList }: Wanted, listener: LiveListener): void {
  const hear = useEffectEvent((event: LiveEvent) => tell(listener, event));
  useEffect(
    () => watch({ products, isOfMarket, isOfList, hear: (event) => hear(event) }),
    [products, isOfMarket, isOfList],
  );
}

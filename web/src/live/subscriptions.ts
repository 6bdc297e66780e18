import type { LiveEvent } from './live-events.js';

/** The subscription of a mounted screen or a part of it. */
export interface ScreenSubscription {
  readonly products: readonly number[];
  /** True for the whole market: all trades, and the books of all products. */
  readonly isOfMarket: boolean;
  /** True if other subscriptions take precedence when a stream cannot carry all products. */
  readonly isOfList: boolean;
  readonly onEvent: (event: LiveEvent) => void;
}

/** The combined subscription of this tab's screens. */
export interface Subscription {
  /** Most important first. */
  readonly products: readonly number[];
  readonly isOfMarket: boolean;
}

const subscriptions = new Set<ScreenSubscription>();
let onChange: () => void = () => {};

/** @returns ends the subscription */
export function subscribe(wanted: ScreenSubscription): () => void {
  subscriptions.add(wanted);
  onChange();
  return () => {
    subscriptions.delete(wanted);
    onChange();
  };
}

export function currentSubscription(): Subscription {
  const all = [...subscriptions];
  const productsOf = (some: readonly ScreenSubscription[]) => some.flatMap(({ products }) => products);
  const singles = all.filter(({ isOfList }) => !isOfList);
  const lists = all.filter(({ isOfList }) => isOfList);
  return {
    products: [...new Set([...productsOf(singles), ...productsOf(lists)])],
    isOfMarket: all.some(({ isOfMarket }) => isOfMarket),
  };
}

/** Calls back whenever the combined subscription may have changed. There is only one listener, the connection. */
export function onSubscriptionChange(listener: () => void): void {
  onChange = listener;
}

/** Sends an event to the screens that subscribe to its subject. */
export function deliver(event: LiveEvent): void {
  for (const each of [...subscriptions]) {
    if (concerns(each, event)) {
      each.onEvent(event);
    }
  }
}

function concerns({ products, isOfMarket }: ScreenSubscription, event: LiveEvent): boolean {
  switch (event.name) {
    case 'book':
    case 'sale':
    case 'odd':
    case 'void':
    case 'levels':
      return isOfMarket || products.includes(event.data.product);
    case 'reset':
      return event.data.isOwn !== (isOfMarket || products.length > 0);
    default:
      return true;
  }
}

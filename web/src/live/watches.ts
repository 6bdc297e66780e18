import type { LiveEvent } from './live-events.js';

/** The subscription of a mounted screen or a part of it. */
export interface Watch {
  readonly products: readonly number[];
  /** True for the whole market: all trades, and the books of all products. */
  readonly isOfMarket: boolean;
  /** True if other subscriptions take precedence when a stream cannot carry all products. */
  readonly isOfList: boolean;
  readonly hear: (event: LiveEvent) => void;
}

/** The combined demand of this tab's screens. */
export interface Demand {
  /** Most important first. */
  readonly products: readonly number[];
  readonly isOfMarket: boolean;
}

const watches = new Set<Watch>();
let onDemand: () => void = () => {};

/** @returns ends the subscription */
export function watch(wanted: Watch): () => void {
  watches.add(wanted);
  onDemand();
  return () => {
    watches.delete(wanted);
    onDemand();
  };
}

export function demand(): Demand {
  const all = [...watches];
  const productsOf = (some: readonly Watch[]) => some.flatMap(({ products }) => products);
  const singles = all.filter(({ isOfList }) => !isOfList);
  const lists = all.filter(({ isOfList }) => isOfList);
  return {
    products: [...new Set([...productsOf(singles), ...productsOf(lists)])],
    isOfMarket: all.some(({ isOfMarket }) => isOfMarket),
  };
}

/** Calls back whenever the demand may have changed. There is only one listener, the connection. */
export function listenToDemand(listener: () => void): void {
  onDemand = listener;
}

/** Sends an event to the screens that subscribe to its subject. */
export function deliver(event: LiveEvent): void {
  for (const each of [...watches]) {
    if (concerns(each, event)) {
      each.hear(event);
    }
  }
}

function concerns({ products, isOfMarket }: Watch, event: LiveEvent): boolean {
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

import type { LiveEvent } from './live-events.js';

/** What a mounted screen, or a part of it, wants to follow. */
export interface Watch {
  readonly products: readonly number[];
  /** Whether it follows the whole market: every sale, and the books of all products. */
  readonly isOfMarket: boolean;
  /** Whether others go first where there are more products than one stream takes. */
  readonly isOfList: boolean;
  readonly hear: (event: LiveEvent) => void;
}

/** What all of this tab's screens want together. */
export interface Demand {
  /** The most wanted first. */
  readonly products: readonly number[];
  readonly isOfMarket: boolean;
}

const watches = new Set<Watch>();
let onDemand: () => void = () => {};

/** @returns what ends the watch */
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

/** Calls back whenever the screens may want something else. There is one such listener: the connection. */
export function listenToDemand(listener: () => void): void {
  onDemand = listener;
}

/** Tells an event to the screens that watch what it is about. */
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
    case 'levels':
      return isOfMarket || products.includes(event.data.product);
    case 'reset':
      return event.data.isOwn !== (isOfMarket || products.length > 0);
    default:
      return true;
  }
}

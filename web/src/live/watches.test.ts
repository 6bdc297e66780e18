import { afterEach, describe, expect, it } from 'vitest';
import type { LiveEvent } from './live-events.js';
import { deliver, demand, listenToDemand, watch } from './watches.js';

const ends: (() => void)[] = [];

function watches(products: readonly number[], { isOfMarket = false, isOfList = false } = {}): LiveEvent[] {
  const heard: LiveEvent[] = [];
  ends.push(watch({ products, isOfMarket, isOfList, hear: (event) => heard.push(event) }));
  return heard;
}

afterEach(() => {
  for (const end of ends.splice(0)) {
    end();
  }
  listenToDemand(() => {});
});

const book = (product: number): LiveEvent => ({
  name: 'book',
  data: { product, size: '9', seq: 1, lowestAsk: 240, highestBid: 200, asks: 1, bids: 1 },
});
const reset = (isOwn: boolean): LiveEvent => ({ name: 'reset', data: { isOwn } });

describe('demand', () => {
  it('is empty without screens', () => {
    expect(demand()).toEqual({ products: [], isOfMarket: false });
  });

  it('lists each product once, single ones before those of lists', () => {
    watches([7, 8], { isOfList: true });
    watches([3]);
    watches([8]);
    expect(demand()).toEqual({ products: [3, 8, 7], isOfMarket: false });
  });

  it('ends when its screens unmount, and reports each possible change', () => {
    let changes = 0;
    listenToDemand(() => {
      changes += 1;
    });
    const end = watch({ products: [3], isOfMarket: true, isOfList: false, hear() {} });
    expect(demand()).toEqual({ products: [3], isOfMarket: true });
    end();
    expect(demand()).toEqual({ products: [], isOfMarket: false });
    expect(changes).toBe(2);
  });
});

describe('deliver', () => {
  it('sends an event of a product to subscribers of the product or the market', () => {
    const heard = [watches([3]), watches([4]), watches([], { isOfMarket: true })];
    deliver(book(3));
    expect(heard).toEqual([[book(3)], [], [book(3)]]);
  });

  it('sends a resync to subscribers of the market, or to subscribers of their own events', () => {
    const heard = [watches([3]), watches([], { isOfMarket: true }), watches([])];
    deliver(reset(false));
    deliver(reset(true));
    expect(heard).toEqual([[reset(false)], [reset(false)], [reset(true)]]);
  });

  it('sends events of the user to every subscriber', () => {
    const heard = [watches([3]), watches([])];
    const notice: LiveEvent = { name: 'notice', data: { unread: 1 } };
    deliver(notice);
    expect(heard).toEqual([[notice], [notice]]);
  });
});

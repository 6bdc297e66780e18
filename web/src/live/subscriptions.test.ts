import { afterEach, describe, expect, it } from 'vitest';
import type { LiveEvent } from './live-events.js';
import { currentSubscription, deliver, onSubscriptionChange, subscribe } from './subscriptions.js';

const ends: (() => void)[] = [];

function subscribed(products: readonly number[], { isOfMarket = false, isOfList = false } = {}): LiveEvent[] {
  const events: LiveEvent[] = [];
  ends.push(subscribe({ products, isOfMarket, isOfList, onEvent: (event) => events.push(event) }));
  return events;
}

afterEach(() => {
  for (const end of ends.splice(0)) {
    end();
  }
  onSubscriptionChange(() => {});
});

const book = (product: number): LiveEvent => ({
  name: 'book',
  data: { product, size: '9', seq: 1, lowestAsk: 240, highestBid: 200, asks: 1, bids: 1 },
});
const reset = (isOwn: boolean): LiveEvent => ({ name: 'reset', data: { isOwn } });

describe('the subscription of a tab', () => {
  it('is empty without screens', () => {
    expect(currentSubscription()).toEqual({ products: [], isOfMarket: false });
  });

  it('lists each product once, single ones before those of lists', () => {
    subscribed([7, 8], { isOfList: true });
    subscribed([3]);
    subscribed([8]);
    expect(currentSubscription()).toEqual({ products: [3, 8, 7], isOfMarket: false });
  });

  it('ends when its screens unmount, and reports each possible change', () => {
    let changes = 0;
    onSubscriptionChange(() => {
      changes += 1;
    });
    const end = subscribe({ products: [3], isOfMarket: true, isOfList: false, onEvent() {} });
    expect(currentSubscription()).toEqual({ products: [3], isOfMarket: true });
    end();
    expect(currentSubscription()).toEqual({ products: [], isOfMarket: false });
    expect(changes).toBe(2);
  });
});

describe('deliver', () => {
  it('sends an event of a product to subscribers of the product or the market', () => {
    const events = [subscribed([3]), subscribed([4]), subscribed([], { isOfMarket: true })];
    deliver(book(3));
    expect(events).toEqual([[book(3)], [], [book(3)]]);
  });

  it('sends a resync to subscribers of the market, or to subscribers of their own events', () => {
    const events = [subscribed([3]), subscribed([], { isOfMarket: true }), subscribed([])];
    deliver(reset(false));
    deliver(reset(true));
    expect(events).toEqual([[reset(false)], [reset(false)], [reset(true)]]);
  });

  it('sends events of the user to every subscriber', () => {
    const events = [subscribed([3]), subscribed([])];
    const notice: LiveEvent = { name: 'notice', data: { unread: 1 } };
    deliver(notice);
    expect(events).toEqual([[notice], [notice]]);
  });
});

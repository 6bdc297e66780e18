import { BOOK_CHANGES } from '../books/book-changes.js';
import { EXTENDED_ORDERS } from '../books/extended-orders.js';
import { nameOfPlace, type OrderPlace } from '../books/order-place.js';
import type { Transaction } from '../database/transaction.js';
import type { Consumer } from '../feed/consumer.js';
import type { FeedEntry } from '../feed/entry.js';
import { addTrades, removeOrders, saveOpenOrders, type TradeKey } from './index-rows.js';

export const USER_INDEX_CONSUMER = 'orders-of-users';

/**
 * Keeps the copies of the open orders and trades of users. It copies what the shards have now, so an entry may be
 * processed again, and in any order with those of other servers: what an order becomes last is in an entry that
 * follows.
 */
export class UserIndexConsumer implements Consumer {
  readonly name = USER_INDEX_CONSUMER;

  wants({ changes }: FeedEntry): boolean {
    return (
      EXTENDED_ORDERS.in(changes).length > 0 ||
      BOOK_CHANGES.in(changes).some(({ orders, trades }) => orders.length > 0 || trades.length > 0)
    );
  }

  async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
    const closed = new Map<string, OrderPlace>();
    const open = new Map<string, OrderPlace>();
    const trades: TradeKey[] = [];
    for (const { changes } of entries) {
      for (const { productId, size, seq } of EXTENDED_ORDERS.in(changes)) {
        open.set(nameOfPlace({ productId, size, seq }), { productId, size, seq });
      }
      for (const { productId, size, orders, trades: made } of BOOK_CHANGES.in(changes)) {
        for (const { seq, status } of orders) {
          const place = { productId, size, seq };
          (status === 'open' ? open : closed).set(nameOfPlace(place), place);
        }
        trades.push(...made.map(({ id }) => ({ productId, id })));
      }
    }
    // A closed order stays closed, whichever entry came first.
    const stillOpen = [...open].flatMap(([name, place]) => (closed.has(name) ? [] : [place]));
    await removeOrders(tx, [...closed.values()]);
    await saveOpenOrders(tx, stillOpen);
    await addTrades(tx, trades);
  }
}

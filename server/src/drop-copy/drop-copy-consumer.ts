import { centsToDollars } from '@perkex/core/money.js';
import { ORDER_STATUSES, type Side } from '@perkex/core/order-book/order.js';
import { BOOK_CHANGES, type BookChange, type OrderChange, type TradeMade } from '../books/book-changes.js';
import { nameOfPlace, ORDER_PLACES } from '../books/order-place.js';
import { planByKey } from '../database/plan-by-key.js';
import { int4, oneOf, orNull, type RowOf, statement, text, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { Consumer } from '../feed/consumer.js';
import type { FeedEntry } from '../feed/entry.js';
import { lockHeads, type NewUserEvent, saveUserEvents } from './save-user-events.js';

/** On a distributed database, the products name the shards. */
const READ_ORDERS = statement({
  name: 'read-orders-of-user-events',
  text: `select o.product_id as "productId", o.size, o.seq, o.order_id as "orderId", o.user_id as "userId",
           o.price_cents as "priceCents", o.group_id as "group", o.status
         from ${ORDER_PLACES.as('changed')}
         join orders as o
           on o.product_id = changed.product_id and o.size = changed.size and o.seq = changed.seq
         where ${ORDER_PLACES.among('o', ['product_id'])}`,
  row: {
    productId: int4,
    size: text,
    seq: int4,
    orderId: uuid,
    userId: text,
    priceCents: int4,
    group: orNull(uuid),
    status: oneOf(ORDER_STATUSES),
  },
});

type FoundOrder = RowOf<typeof READ_ORDERS>;

/** The consumer that adds the orders and trades of the books to the drop copies of their users. */
export class DropCopyConsumer implements Consumer {
  readonly name = 'drop-copy';

  wants({ changes }: FeedEntry): boolean {
    return BOOK_CHANGES.in(changes).some(({ orders, trades }) => orders.length > 0 || trades.length > 0);
  }

  async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
    const books = entries.flatMap(({ changes }) => BOOK_CHANGES.in(changes)).sort(inOrderOfTime);
    const heads = await lockHeads(tx, books.flatMap(usersOf));
    if (heads.size === 0) {
      return;
    }
    const places = books.flatMap(({ productId, size, orders }) =>
      orders.filter(({ userId }) => heads.has(userId)).map(({ seq }) => ({ productId, size, seq })),
    );
    await planByKey(tx);
    const found = places.length > 0 ? await READ_ORDERS.rows(tx, ORDER_PLACES.values(places)) : [];
    const orders = new Map(found.map((order) => [nameOfPlace(order), order]));
    const events = books.flatMap((book) => eventsOf(book, orders));
    await saveUserEvents(tx, await withoutLate(tx, events, found));
  }
}

/**
 * Where to look for the end of an order: it was added by another server a moment before, or since a server has ended.
 */
const NEWEST_EVENTS = 1_000;

const FIND_ENDED_ORDERS = statement({
  name: 'find-ended-orders-in-user-events',
  text: `select recent.data ->> 'order' as "orderId", (recent.data ->> 'productId')::int as "productId"
         from unnest($1::text[]) as asked (user_id)
         cross join lateral (
           select event.kind, event.data from user_events as event
           where event.user_id = asked.user_id order by event.number desc limit $3
         ) as recent
         where recent.kind = 'order' and recent.data ->> 'status' <> 'open' and recent.data ->> 'order' = any($2::text[])`,
  row: { orderId: text, productId: int4 },
});

/**
 * Leaves out that an order was opened if its end has been added already: two servers have changed it one after the
 * other, and the entries of the second one came first. Otherwise the newest event of the order would not be its state.
 */
async function withoutLate(
  tx: Transaction,
  events: readonly NewUserEvent[],
  orders: readonly FoundOrder[],
): Promise<readonly NewUserEvent[]> {
  const addedHere = new Set(
    events.flatMap(({ data }) => ('order' in data && data.status !== 'open' ? [nameOf(data)] : [])),
  );
  const ended = orders.filter(
    ({ status, orderId, productId }) =>
      status !== 'open' && !addedHere.has(nameOf({ order: orderId, productId })),
  );
  if (ended.length === 0) {
    return events;
  }
  const users = new Set(ended.map(({ userId }) => userId));
  const ids = ended.map(({ orderId }) => orderId);
  const known = await FIND_ENDED_ORDERS.rows(tx, [[...users], ids, NEWEST_EVENTS]);
  const late = new Set(known.map(({ orderId, productId }) => nameOf({ order: orderId, productId })));
  return events.filter(({ data }) => !('order' in data && late.has(nameOf(data))));
}

/** The name of an order in events. */
const nameOf = ({ order, productId }: { readonly order: string; readonly productId: number }) =>
  `${productId}/${order}`;

/** The changes of one book may come from several servers. They have the time of one clock, read while it was locked. */
function inOrderOfTime(one: BookChange, other: BookChange): number {
  const [place, otherPlace] = [one, other].map(({ productId, size }) => `${productId}/${size}`) as [
    string,
    string,
  ];
  return one.atMs - other.atMs || place.localeCompare(otherPlace) || one.seq - other.seq;
}

function usersOf({ orders, trades }: BookChange): string[] {
  return [
    ...orders.map(({ userId }) => userId),
    ...trades.flatMap(({ sellerId, buyerId }) => [sellerId, buyerId]),
  ];
}

function eventsOf(book: BookChange, orders: ReadonlyMap<string, FoundOrder>): NewUserEvent[] {
  return [
    ...book.orders.flatMap((change) => {
      const order = orders.get(nameOfPlace({ ...book, seq: change.seq }));
      // The orders of an erased user have a pseudonym.
      return order?.userId === change.userId ? [orderEvent(book, change, order)] : [];
    }),
    ...book.trades.flatMap((trade) => [
      tradeEvent(book, trade, 'ask', trade.sellerId),
      tradeEvent(book, trade, 'bid', trade.buyerId),
    ]),
  ];
}

function orderEvent(
  { productId, size, atMs }: BookChange,
  { userId, side, status, reason }: OrderChange,
  { orderId, priceCents, group }: FoundOrder,
): NewUserEvent {
  const price = centsToDollars(priceCents);
  return {
    userId,
    atMs,
    kind: 'order',
    data: {
      order: orderId,
      productId,
      size,
      side,
      price,
      status,
      reason: reason ?? null,
      ...(group !== null && { group }),
    },
  };
}

function tradeEvent(
  { productId, size, atMs }: BookChange,
  { id, priceCents }: TradeMade,
  side: Side,
  userId: string,
): NewUserEvent {
  const price = centsToDollars(priceCents);
  return { userId, atMs, kind: 'trade', data: { trade: id, productId, size, side, price } };
}

import { BOOK_CHANGES, type BookChange, type OrderChange } from '../books/book-changes.js';
import { ORDER_PLACES } from '../books/order-place.js';
import { rowsInShards } from '../database/in-shards.js';
import { RowSet } from '../database/row-set.js';
import { int4, type RowOf, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import type { Consumer } from '../feed/consumer.js';
import type { FeedEntry } from '../feed/entry.js';

const LOOK_AFTER_CLOSED = statement({
  name: 'look-at-closed-asks-of-rules',
  text: `update price_rules as rule set look_at = now() from ${ORDER_PLACES.as('closed')}
         where rule.product_id = closed.product_id and rule.size = closed.size and rule.seq = closed.seq`,
});

const BOOKS = new RowSet<BookChange>({
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
  lowest_cents: [int4, ({ lowestAskCents }) => lowestAskCents],
  highest_cents: [int4, ({ highestBidCents }) => highestBidCents ?? 0],
});

const MAY_UNDERCUT = 'book.lowest_cents > rule.floor_cents and book.lowest_cents - 100 > book.highest_cents';
const IS_LATER = '(rule.look_at is null or rule.look_at > greatest(rule.changes_from, now()))';

/** Rules whose ask may go below another one now, or once ten minutes have passed since its last price. */
const LOOK_AT_UNDERCUT = statement({
  name: 'look-at-undercut-asks-of-rules',
  text: `update price_rules as rule set look_at = greatest(rule.changes_from, now()) from ${BOOKS.as('book')}
         where rule.product_id = book.product_id and rule.size = book.size
           and book.lowest_cents < rule.lowest_until_cents and ${MAY_UNDERCUT} and ${IS_LATER}`,
});

/** The other rules whose ask is not the lowest. */
const READ_OUTDONE = statement({
  name: 'read-outdone-asks-of-rules',
  text: `select distinct rule.product_id as "productId", rule.size, rule.user_id as "userId",
           book.lowest_cents as "lowestCents"
         from ${BOOKS.as('book')}
         join price_rules as rule on rule.product_id = book.product_id and rule.size = book.size
         where book.lowest_cents < rule.lowest_until_cents and not (${MAY_UNDERCUT}) and ${IS_LATER}`,
  row: { productId: int4, size: text, userId: text, lowestCents: int4 },
});

const OUTDONE = new RowSet<RowOf<typeof READ_OUTDONE>>({
  product_id: [int4, ({ productId }) => productId],
  size: [text, ({ size }) => size],
  user_id: [text, ({ userId }) => userId],
  lowest_cents: [int4, ({ lowestCents }) => lowestCents],
});

/** Where the seller of the rule has the lowest ask, another seller's may still be the one to go below. */
const READ_OUTDONE_BY_OWN = statement({
  name: 'read-asks-of-rules-outdone-by-own-ones',
  text: `select distinct outdone.product_id as "productId", outdone.size, outdone.user_id as "userId",
           outdone.lowest_cents as "lowestCents"
         from ${rowsInShards(OUTDONE, 'outdone')}
         join orders as own on own.product_id = outdone.product_id and own.product_id = any($1::int4[])
           and own.size = outdone.size and own.price_cents = outdone.lowest_cents and own.user_id = outdone.user_id
         where own.status = 'open' and own.side = 'ask'`,
  row: { productId: int4, size: text, userId: text, lowestCents: int4 },
});

const LOOK_AT_OUTDONE_BY_OWN = statement({
  name: 'look-at-asks-of-rules-outdone-by-own-ones',
  text: `update price_rules as rule set look_at = greatest(rule.changes_from, now()) from ${OUTDONE.as('outdone')}
         where rule.product_id = outdone.product_id and rule.size = outdone.size and rule.user_id = outdone.user_id
           and outdone.lowest_cents < rule.lowest_until_cents and ${IS_LATER}`,
});

/** The consumer that notes which rules have to look at their book: its asks are lower, or their own ask is closed. */
export class PriceRulesConsumer implements Consumer {
  readonly name = 'price-rules';

  wants({ changes }: FeedEntry): boolean {
    return BOOK_CHANGES.in(changes).some(({ orders }) => orders.some(mayMatter));
  }

  async consume(tx: Transaction, entries: readonly FeedEntry[]): Promise<void> {
    const books = entries.flatMap(({ changes }) => BOOK_CHANGES.in(changes));
    const closed = books.flatMap(({ productId, size, orders }) =>
      orders
        .filter(({ side, status }) => side === 'ask' && status !== 'open')
        .map(({ seq }) => ({ productId, size, seq })),
    );
    await LOOK_AFTER_CLOSED.run(tx, ORDER_PLACES.values(closed));
    await LOOK_AT_UNDERCUT.run(tx, BOOKS.values(books));
    const outdone = await READ_OUTDONE.rows(tx, BOOKS.values(books));
    if (outdone.length > 0) {
      const byOwn = await READ_OUTDONE_BY_OWN.rows(tx, OUTDONE.values(outdone));
      await LOOK_AT_OUTDONE_BY_OWN.run(tx, OUTDONE.values(byOwn));
    }
  }
}

/** A lower ask, a closed own one, or a bid that is no longer in the way. */
function mayMatter({ side, status }: OrderChange): boolean {
  return side === 'ask' || status !== 'open';
}

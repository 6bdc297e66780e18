import { BOOK_CHANGES, type BookChange, type OrderChange } from '../books/book-changes.js';
import { ORDER_PLACES } from '../books/order-place.js';
import { RowSet } from '../database/row-set.js';
import { int4, statement, text } from '../database/statement.js';
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

/** Rules whose ask may go below another one now, or once ten minutes have passed since its last price. */
const LOOK_AT_UNDERCUT = statement({
  name: 'look-at-undercut-asks-of-rules',
  text: `update price_rules as rule set look_at = greatest(rule.changes_from, now()) from ${BOOKS.as('book')}
         where rule.product_id = book.product_id and rule.size = book.size
           and book.lowest_cents < rule.lowest_until_cents and book.lowest_cents > rule.floor_cents
           and book.lowest_cents - 100 > book.highest_cents
           and (rule.look_at is null or rule.look_at > greatest(rule.changes_from, now()))`,
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
  }
}

/** A lower ask, a closed own one, or a bid that is no longer in the way. */
function mayMatter({ side, status }: OrderChange): boolean {
  return side === 'ask' || status !== 'open';
}

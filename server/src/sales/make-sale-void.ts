import { dayAt } from '@perkex/core/figures/days.js';
import { statement, text, timestamptz } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockConsumerBriefly } from '../feed/consumer.js';
import type { FeedWriter } from '../feed/feed-writer.js';
import { CHANGED_PRODUCTS } from '../products/changed-products.js';
import { correctDays } from './correct-days.js';
import { removeFromFirstPartners } from './first-partners.js';
import { judgeChanged } from './judge-sales.js';
import { IS_SALE } from './sale-conditions.js';
import { HISTORY_CONSUMER, type SaleKey } from './trades-to-roll-up.js';
import { VOID_SALES } from './void-sales.js';

const MARK_VOID = statement({
  name: 'mark-void-sale',
  text: `update trades set is_void = true where product_id = $1 and id = $2 and ${IS_SALE}
         returning size, traded_at as at`,
  row: { size: text, at: timestamptz },
});

const FORGET_ODDITY = statement({
  name: 'forget-oddity-of-void-sale',
  text: 'delete from odd_sales where product_id = $1 and id = $2',
});

/**
 * Makes a sale void: everything that follows from the sales is then as if it had never happened. Marks the trade,
 * corrects the days, the odd sales and the first partners, and reports it in the feed, all in one transaction. It can
 * be repeated: a void sale changes nothing.
 */
export async function makeSaleVoid(
  tx: Transaction,
  sale: SaleKey,
  writer: Pick<FeedWriter, 'write'>,
): Promise<void> {
  const { productId, id } = sale;
  // The trade is locked before the consumer, as account erasure does.
  const marked = await MARK_VOID.row(tx, [productId, id]);
  if (!marked) {
    return;
  }
  const { size, at } = marked;
  await lockConsumerBriefly(tx, HISTORY_CONSUMER);
  await FORGET_ODDITY.run(tx, [productId, id]);
  const judgedAgain = await removeFromFirstPartners(tx, sale);
  const verdicts = await judgeChanged(tx, [sale], judgedAgain);
  const products = await correctDays(tx, verdicts, [{ productId, day: dayAt(at.getTime()) }]);
  await writer.write(tx, { ...VOID_SALES.of([{ productId, size, id }]), ...CHANGED_PRODUCTS.of(products) });
}

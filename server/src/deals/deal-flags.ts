import { hasEnded, isSaleVoid } from '@perkex/core/deals/deal.js';
import type { DealCommand } from '@perkex/core/deals/deal-event.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import { statement } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { amongDealKeys, DEAL_KEYS, type DealKey } from './deal-key.js';
import type { StoredDeal } from './deal-row.js';
import { sendVoidSale } from './void-sales.js';

/** A deal at version 0 is in progress. Later versions are the work of `flagAfterStep`. */
const FLAG_NEW_DEALS = statement({
  name: 'flag-new-deals',
  text: `update trades as trade set has_open_deal = true
         from ${DEAL_KEYS.as('opened')}
         join deals as deal on deal.product_id = opened.product_id and deal.id = opened.id
         where trade.product_id = deal.product_id and trade.id = deal.id and deal.version = 0
           and ${amongDealKeys('deal', 'trade')}
           and not trade.has_open_deal`,
});

const FLAG_DEAL = statement({
  name: 'flag-deal',
  text: `update trades set has_open_deal = $3, undone_by = coalesce($4, undone_by)
         where product_id = $1 and id = $2`,
});

/** Flags the trades of deals that were just opened. It can be repeated. */
export async function flagNewDeals(tx: Transaction, keys: readonly DealKey[]): Promise<void> {
  await FLAG_NEW_DEALS.run(tx, DEAL_KEYS.values(keys));
}

/**
 * Changes the flags of a trade if its deal has ended with this step, is in progress again, or was undone. A user's
 * deals are found by them. If the sale no longer counts, a job makes it void.
 */
export async function flagAfterStep(
  tx: Transaction,
  { key: { productId, id }, deal: before }: StoredDeal,
  { event, actor }: DealCommand,
  { deal: after }: Stepped,
): Promise<void> {
  const undoneBy = event.type === 'undo' ? actor.kind : null;
  if (undoneBy !== null || hasEnded(before) !== hasEnded(after)) {
    await FLAG_DEAL.send(tx, [productId, id, !hasEnded(after), undoneBy]);
  }
  if (isSaleVoid(after) && !isSaleVoid(before)) {
    await sendVoidSale(tx, { productId, id });
  }
}

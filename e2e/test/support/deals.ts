import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { transaction } from '@perkex/server/database/transaction.js';
import type { DealKey } from '@perkex/server/deals/deal-key.js';
import { DealsConsumer } from '@perkex/server/deals/deals-consumer.js';
import { takeStep } from '@perkex/server/deals/take-step.js';
import { consumeAll } from '../../../server/test/consumers.js';
import { fact, NO_HOLIDAYS, QUIET_STEPS } from '../../../server/test/deals.js';
import type { Account } from '../../src/accounts.js';
import type { Shop, ShopProduct } from './shop.js';

/** Causes an event that is neither party's, now or at another time. @returns the version of the deal after it */
export type Happens = (
  actor: 'clock' | 'provider' | 'member',
  event: DealEvent,
  nowMs?: number,
) => Promise<number>;

/** A new trade at 200$ with its deal, in a shop that `hasDeals`. The buyer is the taker. */
export async function buildDeal(
  { app: { database } }: Shop,
  { id: productId, name }: ShopProduct,
  { seller, buyer }: { readonly seller: Account; readonly buyer: Account },
): Promise<Happens> {
  const order = { name, size: '9', price: 200 };
  await seller.order('ask', order);
  await buyer.order('buy', order);
  await consumeAll(database, new DealsConsumer(QUIET_STEPS));
  const { rows } = await database.pool.query<DealKey>(
    'select product_id as "productId", id from trades where product_id = $1',
    [productId],
  );
  const key = rows[0] as DealKey;
  return (actor, event, nowMs = Date.now()) =>
    transaction(database.pool, async (tx) => {
      const moment = { nowMs, holidays: NO_HOLIDAYS };
      const result = await takeStep(tx, key, fact(actor, event), moment);
      if (result?.kind !== 'stepped') {
        throw new Error(`${event.type} was refused.`);
      }
      return result.deal.version;
    });
}

/** The buyer pays. */
export async function pay(happens: Happens): Promise<void> {
  const callVersion = await happens('clock', { type: 'pay', method: 'card', carriedCents: 0 });
  await happens('provider', { type: 'payment-held', callVersion, amountCents: 216_00 });
}

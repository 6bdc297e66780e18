import type { CallProblem } from '@perkex/contract/calls.js';
import type { AnySizeBidBody } from '@perkex/contract/orders.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import { compareSizes } from '@perkex/core/sizes.js';
import type { Refusal } from '../http/problems.js';
import { groupOrderId } from './order-command.js';
import { orderableProduct, type Trading } from './place-order.js';
import { explainedRefusal } from './refusal-details.js';
import { anySizeSentence } from './sentences.js';

/**
 * Places a signed-in user's bid over several sizes of a product (POST /bidAnySize; orders-beyond, "Any of several
 * sizes"): an order in each size, of which the first to trade cancels the others in the same transaction. It trades at
 * once with the lowest ask that it meets, and is placed or refused as a whole. With a `confirmedPrice`, a price that is
 * doubtful in one of the sizes is refused.
 * @returns the sentence for the toast, or the refusal
 * @throws what `MatchingEngine.submit` throws
 */
export async function bidAnySize(
  {
    engine,
    findProduct,
    explain,
    refuseDoubtfulPrice,
  }: Pick<Trading, 'engine' | 'findProduct' | 'explain' | 'refuseDoubtfulPrice'>,
  userId: string,
  { id, name, price, sizes, late = false, expiresIn, confirmedPrice }: AnySizeBidBody,
): Promise<string | Refusal<CallProblem<'bidAnySize'>>> {
  const product = await orderableProduct(findProduct, name);
  if ('refused' in product) {
    return product;
  }
  const priceCents = dollarsToCents(price);
  const sorted = inOneOrder(sizes);
  if (confirmedPrice !== undefined && !late) {
    // One that has traded at once is an order in one of the sizes only.
    const orderIds = anySizeOrderIds({ id, sizes });
    for (const size of sorted) {
      const order = { call: 'bid', userId, orderIds, productId: product.id, size, priceCents } as const;
      const refusal = await refuseDoubtfulPrice({ ...order, confirmedPrice });
      if (refusal) {
        return refusal;
      }
    }
  }
  const answer = await engine.submit({
    kind: 'group-bid',
    userId,
    orderId: id,
    productId: product.id,
    sizes: sorted,
    priceCents,
    isLate: late,
    ...(expiresIn !== undefined && { lifetimeMs: lifetimeMs(expiresIn) }),
  });
  return answer.kind === 'refused'
    ? explainedRefusal(explain, userId, answer.code)
    : anySizeSentence(answer, { name, sizes: sorted, priceCents, late });
}

/** The client order ids of the orders of a bid over several sizes. */
export function anySizeOrderIds({ id, sizes }: Pick<AnySizeBidBody, 'id' | 'sizes'>): string[] {
  const sorted = inOneOrder(sizes);
  return sorted.map((size) => groupOrderId({ orderId: id, sizes: sorted }, size));
}

/** The same bid has the same ids, in whatever order its sizes are listed. */
function inOneOrder(sizes: readonly string[]): string[] {
  return sizes.toSorted(compareSizes);
}

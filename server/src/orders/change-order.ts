import type { CallProblem } from '@perkex/contract/calls.js';
import type { OrderChangeBody } from '@perkex/contract/orders.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import { derivedId } from '../database/derived-id.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import type { FoundOrder } from './find-order.js';
import type { Trading } from './place-order.js';
import { explainedRefusal } from './refusal-details.js';
import { extensionSentence, orderSentence } from './sentences.js';

type ChangeTrading = Pick<Trading, 'engine' | 'findOrder' | 'explain' | 'refuseDoubtfulPrice'>;
type Changed = string | Refusal<CallProblem<'changeOrder'>>;

/**
 * Changes a signed-in user's open order (POST /changeOrder). Another price replaces it by a new order with the same
 * expiry and, for an ask, the same choice whether it is placed again if its buyer does not pay, unless `expiresIn` or
 * `relist` changes that, too; that order may trade at once. Without another price it keeps its place in the queue.
 * Without any change, nothing changes. The same change again has no further effect. A refused change leaves the order
 * as it is, and may be sent again.
 * @returns the sentence for the toast, or the refusal
 * @throws what `MatchingEngine.submit` throws
 */
export async function changeOrder(
  trading: ChangeTrading,
  userId: string,
  { productId: namedProduct, ...change }: OrderChangeBody,
): Promise<Changed> {
  const { id, price, expiresIn, relist } = change;
  const order = await trading.findOrder(userId, { id, productId: namedProduct });
  if (isRefusal(order)) {
    return order;
  }
  if (relist !== undefined && order.side === 'bid') {
    return { refused: 'invalid-body', detail: 'Only asks are listed again: a bid takes no relist.' };
  }
  if (price !== undefined && dollarsToCents(price) !== order.priceCents) {
    return replace(trading, userId, order, { ...change, price });
  }
  if (expiresIn === undefined && relist === undefined) {
    if (order.status !== 'open') {
      return { refused: order.status === 'traded' ? 'already-traded' : 'unknown-order' };
    }
    return orderSentence({ kind: 'rested' }, { ...order, call: order.side, late: true });
  }
  const { productId, size, seq, side } = order;
  const answer = await trading.engine.submit({
    kind: 'extension',
    userId,
    orderId: id,
    productId,
    size,
    seq,
    side,
    lifetimeMs: expiresIn && lifetimeMs(expiresIn),
    isRelisting: relist,
  });
  return answer.kind === 'refused'
    ? { refused: answer.code }
    : extensionSentence(order, { expiresIn, relist });
}

async function replace(
  { engine, explain, refuseDoubtfulPrice }: ChangeTrading,
  userId: string,
  { productId, size, seq, side, name }: FoundOrder,
  {
    id,
    price,
    expiresIn,
    relist,
    confirmedPrice,
  }: Omit<OrderChangeBody, 'uid' | 'productId'> & { readonly price: number },
): Promise<Changed> {
  const priceCents = dollarsToCents(price);
  const orderId = changedOrderId(id, priceCents);
  const order = { call: side, userId, orderId, productId, size, priceCents };
  const refusal =
    confirmedPrice === undefined
      ? null
      : await refuseDoubtfulPrice({ ...order, orderIds: [orderId], confirmedPrice });
  if (refusal) {
    return refusal;
  }
  const answer = await engine.submit({
    ...order,
    kind: 'placement',
    replacedSeq: seq,
    lifetimeMs: expiresIn && lifetimeMs(expiresIn),
    isRelisting: relist,
    isChange: true,
  });
  return answer.kind === 'refused'
    ? explainedRefusal(explain, userId, answer.code)
    : orderSentence(answer, { call: side, name, size, priceCents, late: false });
}

/**
 * The client order id of an order that replaces one at another price: the same for the same change, so that it counts
 * once.
 */
export function changedOrderId(id: string, priceCents: number): string {
  return derivedId(`changed-order/${id}/${priceCents}`);
}

import type { CallProblem } from '@perkex/contract/calls.js';
import type { CancellationBody, OrderBody } from '@perkex/contract/orders.js';
import { dollarsToCents } from '@perkex/core/money.js';
import { lifetimeMs } from '@perkex/core/order-book/lifetime.js';
import { type OrderCall, type Side, sideOf } from '@perkex/core/order-book/order.js';
import type { FindProduct } from '../catalogue/find-product.js';
import { isRefusal, type Refusal } from '../http/problems.js';
import type { FindOrder, FoundOrder } from './find-order.js';
import type { MatchingEngine } from './matching-engine.js';
import type { NoteMissedRemoval } from './missed-removals.js';
import type { SuccessorOf } from './order-successors.js';
import type { RefuseDoubtfulPrice } from './price-doubts.js';
import { type ExplainRefusal, explainedRefusal } from './refusal-details.js';
import { cancellationSentence, orderSentence } from './sentences.js';

/** The dependencies of placing and cancelling orders. */
export interface Trading {
  readonly engine: Pick<MatchingEngine, 'submit'>;
  readonly findProduct: FindProduct;
  readonly findOrder: FindOrder;
  readonly explain: ExplainRefusal;
  readonly refuseDoubtfulPrice: RefuseDoubtfulPrice;
  readonly noteMissedRemoval: NoteMissedRemoval;
  readonly successorOf: SuccessorOf;
}

/** The dependencies of orders that replace none, such as those of the demonstration market. */
type PlainTrading = Pick<Trading, 'engine' | 'findProduct'> &
  Partial<Pick<Trading, 'explain' | 'findOrder' | 'refuseDoubtfulPrice'>>;

/**
 * Places a signed-in user's order (POST /ask, /bid, /sell, /buy; section 7): the name in the body identifies the
 * product, its price is the limit, and the session's user owns the order. An order that `replaces` an open one of the
 * same side, product and size cancels it in the same step; if it is refused, that one stays open. If it rests, it
 * expires after `expiresIn` days. An ask with `relist` false, or in place of such an ask, is not placed again if its
 * buyer does not pay. With a `confirmedPrice`, a doubtful price is refused (`price-doubts.ts`).
 * @returns the sentence for the toast, or the refusal
 * @throws what `MatchingEngine.submit` throws
 */
export async function placeOrder(
  { engine, findProduct, findOrder, explain, refuseDoubtfulPrice }: PlainTrading,
  call: OrderCall,
  userId: string,
  { id, name, price, size, late = false, replaces, expiresIn, relist, confirmedPrice }: OrderBody,
): Promise<string | Refusal<CallProblem<OrderCall>>> {
  const product = await orderableProduct(findProduct, name);
  if ('refused' in product) {
    return product;
  }
  const priceCents = dollarsToCents(price);
  const replaced =
    replaces === undefined ? undefined : await findOrder?.(userId, { id: replaces, productId: product.id });
  if (replaces !== undefined && (!replaced || isRefusal(replaced) || replaced.size !== size)) {
    return { refused: 'unknown-order', detail: notOpenDetail(call) };
  }
  if (confirmedPrice !== undefined && !late) {
    const order = { call, userId, orderIds: [id], productId: product.id, size, priceCents };
    const refusal = await refuseDoubtfulPrice?.({ ...order, confirmedPrice });
    if (refusal) {
      return refusal;
    }
  }
  const answer = await engine.submit({
    kind: 'placement',
    call,
    userId,
    orderId: id,
    productId: product.id,
    size,
    priceCents,
    isLate: late,
    replacedSeq: replaced && !isRefusal(replaced) ? replaced.seq : undefined,
    lifetimeMs: expiresIn === undefined ? undefined : lifetimeMs(expiresIn),
    isRelisting: relist,
  });
  switch (answer.kind) {
    case 'rested':
    case 'traded':
      return orderSentence(answer, { call, name, size, priceCents, late });
    case 'refused': {
      const { code } = answer;
      const detail = replacementDetail(call, code);
      return detail === undefined ? explainedRefusal(explain, userId, code) : { refused: code, detail };
    }
  }
}

/** The product with this name, or why it takes no orders. */
export async function orderableProduct(
  findProduct: FindProduct,
  name: string,
): Promise<{ readonly id: number } | Refusal<'unknown-product' | 'not-trading-yet'>> {
  const product = await findProduct(name);
  if (!product) {
    return { refused: 'unknown-product' };
  }
  return product.trades ? product : { refused: 'not-trading-yet' };
}

/** Why an order cannot replace another one. */
function replacementDetail(call: OrderCall, code: CallProblem<OrderCall>): string | undefined {
  switch (code) {
    case 'already-traded':
      return `The ${sideOf(call)} that this order should replace has traded. No other order was placed.`;
    case 'unknown-order':
      return notOpenDetail(call);
    default:
      return undefined;
  }
}

function notOpenDetail(call: OrderCall): string {
  return `The ${sideOf(call)} that this order should replace is no longer open. No other order was placed.`;
}

/**
 * Cancels a signed-in user's open order (POST /deleteAsk, /deleteBid; section 7), or the one that took its place. A
 * second cancellation gets the same answer. The id alone is not enough if orders for several products have it. A seller
 * whose ask has just traded may undo the trade (`missed-removals.ts`).
 */
export async function cancelOrder(
  trading: Pick<Trading, 'engine' | 'findOrder' | 'noteMissedRemoval' | 'successorOf'>,
  side: Side,
  userId: string,
  named: Pick<CancellationBody, 'id' | 'productId'>,
): Promise<string | Refusal<CallProblem<'deleteAsk' | 'deleteBid'>>> {
  const order = await trading.findOrder(userId, named);
  return isRefusal(order) ? order : cancelFound(trading, side, userId, order);
}

async function cancelFound(
  trading: Pick<Trading, 'engine' | 'noteMissedRemoval' | 'successorOf'>,
  side: Side,
  userId: string,
  order: FoundOrder,
): Promise<string | Refusal<CallProblem<'deleteAsk' | 'deleteBid'>>> {
  const { engine, noteMissedRemoval, successorOf } = trading;
  const { orderId, productId, size, seq } = order;
  const answer = await engine.submit({
    kind: 'cancellation',
    reason: 'owner',
    side,
    userId,
    orderId,
    productId,
    size,
    seq,
  });
  if (answer.kind !== 'refused') {
    const successor = await successorOf(userId, order, answer.wasOpen);
    return successor ? cancelFound(trading, side, userId, successor) : cancellationSentence(side, order);
  }
  if (side === 'ask' && answer.code === 'already-traded') {
    await noteMissedRemoval(userId, order);
  }
  return { refused: answer.code };
}

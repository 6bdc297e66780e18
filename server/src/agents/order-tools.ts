import { orderIdField, productIdField } from '@perkex/contract/fields.js';
import { inCents } from '@perkex/contract/in-cents.js';
import { restingOrderBodySchema, sellBodySchema } from '@perkex/contract/orders.js';
import type { ProductDetail } from '@perkex/contract/products.js';
import { buyerFees, sellerFees } from '@perkex/core/fees.js';
import { centsToDollars, dollarsToCents, formatPrice } from '@perkex/core/money.js';
import { DEFAULT_LIFETIME_DAYS } from '@perkex/core/order-book/lifetime.js';
import { mayRest, ORDER_CALLS, type OrderCall, SIDES, sideOf } from '@perkex/core/order-book/order.js';
import { lastSalesOf, priceQuestion } from '@perkex/core/panels/price-question.js';
import { FIRST_LEVEL, perMilleOf } from '@perkex/core/seller-levels.js';
import * as z from 'zod/mini';
import { RefusedCall } from './market-calls.js';
import { bestOf } from './market-tools.js';
import { type Agent, priceInput, productInput, sizeInput, type Tool, tool } from './tool.js';

const actInput = z
  .enum(ORDER_CALLS)
  .check(
    z.describe(
      '"bid" and "ask" rest until they trade. "buy" and "sell" trade at once, at this price or a better one, or are refused',
    ),
  );
const orderInput = orderIdField.check(z.describe('The id of an order'));
const productOfOrderInput = z.optional(
  productIdField.check(
    z.describe('The number of its product; needed if orders for several products have the id'),
  ),
);
const lifetimeInput = restingOrderBodySchema.shape.expiresIn.check(
  z.describe(`Days until a bid or an ask expires; ${DEFAULT_LIFETIME_DAYS} if left out`),
);

const relistInput = sellBodySchema.shape.relist.check(
  z.describe('False if an "ask" or a "sell" is not to be placed again when its buyer does not pay'),
);

const orderFields = { act: actInput, product: productInput, size: sizeInput };

const prepareOrder = tool({
  name: 'prepare_order',
  title: 'Prepare an order',
  description:
    'Prepares an order without placing it: answers the price with all fees, what it would trade with now, an id, and a link. Give the link to the person: the site shows them the same order, which they review and confirm there. With a key whose mandate covers the order, place_order places it with this id instead.',
  input: z.strictObject({
    ...orderFields,
    price: z.optional(
      priceInput.check(z.describe('Whole dollars, without fees. "buy" and "sell" need none: the best price')),
    ),
    expiresIn: lifetimeInput,
    relist: relistInput,
  }),
  async run(agent, { act, product: id, size, price, expiresIn = DEFAULT_LIFETIME_DAYS, relist = true }) {
    const product = await orderable(agent, id, size);
    const { lowestAsk, highestBid } = bestOf(product, size);
    const best = sideOf(act) === 'bid' ? lowestAsk : highestBid;
    if (!mayRest(act) && best === null) {
      throw new RefusedCall({ refused: act === 'buy' ? 'no-asks' : 'no-bids' });
    }
    const limit = price ?? (mayRest(act) ? null : best);
    if (limit === null) {
      throw new RefusedCall({ refused: 'invalid-price', detail: `A price is missing for this ${act}.` });
    }
    const crosses = best !== null && (sideOf(act) === 'bid' ? best <= limit : best >= limit);
    if (!mayRest(act) && !crosses) {
      throw new RefusedCall({ refused: 'price-moved', detail: `The best price is ${best}$ now.` });
    }
    return {
      id: agent.newId(),
      act,
      product: id,
      name: product.name,
      size,
      price: limit,
      ...(mayRest(act) && { expiresInDays: expiresIn }),
      ...(sideOf(act) === 'ask' && { relist }),
      market: { lowestAsk, highestBid },
      tradesNowAt: crosses ? best : null,
      atPrice: await allIn(agent, act, limit),
      ...(crosses && best !== limit && { now: await allIn(agent, act, best) }),
      ...doubtOf(product, { act, size, price: limit }),
      link: linkOf(agent, { act, product: id, size, price: limit, tradesNow: crosses }),
    };
  },
});

/** @throws RefusedCall if no order of this product and size can be placed now */
async function orderable({ calls }: Agent, id: number, size: string): Promise<ProductDetail> {
  const [product] = await calls.make('product', { params: { id } });
  if (!product) {
    throw new RefusedCall({ refused: 'unknown-product' });
  }
  if (product.hidden) {
    throw new RefusedCall({ refused: 'no-longer-traded' });
  }
  if (product.tradesFrom !== null) {
    throw new RefusedCall({ refused: 'not-trading-yet', detail: `Trading begins on ${product.tradesFrom}.` });
  }
  if (!product.sizes.includes(size)) {
    throw new RefusedCall({ refused: 'unknown-size', detail: `Its sizes are ${product.sizes.join(', ')}.` });
  }
  return product;
}

/**
 * The price with its fees (section 9), in dollars with cents. A seller's fee is that of their level, if the key may
 * read it.
 */
async function allIn({ calls, scopes }: Agent, act: OrderCall, price: number) {
  const cents = dollarsToCents(price);
  if (sideOf(act) === 'bid') {
    const { processingFeeCents, shippingCents, totalCents } = buyerFees(cents);
    return {
      price,
      processingFee: centsToDollars(processingFeeCents),
      shipping: centsToDollars(shippingCents),
      youPay: centsToDollars(totalCents),
    };
  }
  const level = scopes?.includes('read') ? await calls.make('sellerLevel') : null;
  const transactionFeePerMille = level
    ? perMilleOf(level.transactionFee)
    : FIRST_LEVEL.transactionFeePerMille;
  const fees = sellerFees(cents, { transactionFeePerMille });
  return {
    price,
    transactionFee: centsToDollars(fees.transactionFeeCents),
    processingFee: centsToDollars(fees.processingFeeCents),
    shipping: centsToDollars(fees.shippingCents),
    youGet: centsToDollars(fees.totalCents),
  };
}

/** A price that only a person can place, because it is far worse for its owner than the market. */
function doubtOf(
  product: ProductDetail,
  { act, size, price }: { readonly act: OrderCall; readonly size: string; readonly price: number },
) {
  const { lowestAsk, highestBid } = bestOf(product, size);
  const reference = priceQuestion(
    sideOf(act),
    dollarsToCents(price),
    { lowestAskCents: dollarsToCents(lowestAsk ?? 0), highestBidCents: dollarsToCents(highestBid ?? 0) },
    lastSalesOf(size, [...product.oldersales, ...product.lastsales].map(inCents)),
  );
  return (
    reference && {
      onlyByPerson: `This price is 30 % or more worse than the market's (${formatPrice(reference.priceCents)}): place_order would refuse it, and only the person can confirm it, by the link.`,
    }
  );
}

/** The page on which a person reviews and confirms the order. A link places nothing. */
function linkOf(
  { publicUrl }: Agent,
  {
    act,
    product,
    size,
    price,
    tradesNow,
  }: {
    readonly act: OrderCall;
    readonly product: number;
    readonly size: string;
    readonly price: number;
    readonly tradesNow: boolean;
  },
): string {
  const query = new URLSearchParams({ size, ...(tradesNow && { mode: 'now' }), price: String(price) });
  return `${publicUrl}/${sideOf(act) === 'bid' ? 'buy' : 'sell'}/${product}?${query}`;
}

const placeOrder = tool({
  name: 'place_order',
  title: 'Place an order',
  description:
    'Places an order that prepare_order has prepared, within the mandate of the key, which needs the scope "trade". Send the same id again if an answer was lost: it is placed once. A price that is 30 % or more worse than the market is refused: only a person can confirm it.',
  input: z.strictObject({
    id: orderIdField.check(z.describe('The id that prepare_order has answered')),
    ...orderFields,
    price: priceInput,
    expiresIn: lifetimeInput,
    relist: relistInput,
  }),
  needsKey: true,
  isAct: true,
  async run(agent, { id, act, product, size, price, expiresIn = DEFAULT_LIFETIME_DAYS, relist }) {
    const { name } = await orderable(agent, product, size);
    const order = { id, name, size, price, confirmedPrice: null, ...(relist !== undefined && { relist }) };
    const answer = await agent.calls.make(act, {
      body: mayRest(act) ? { ...order, expiresIn } : order,
    });
    return { answer, order: id };
  },
});

const changeOrder = tool({
  name: 'change_order',
  title: 'Change an order',
  description:
    'Gives an open order of the user another price, which may trade at once, or another lifetime, or chooses whether an ask is placed again if its buyer does not pay. Within the mandate of the key, which needs the scope "trade".',
  input: z.strictObject({
    order: orderInput,
    product: productOfOrderInput,
    price: z.optional(priceInput),
    expiresIn: restingOrderBodySchema.shape.expiresIn.check(z.describe('Days until it expires, from now')),
    relist: relistInput,
  }),
  needsKey: true,
  isAct: true,
  run: async ({ calls }, { order: id, product: productId, ...change }) => ({
    answer: await calls.make('changeOrder', { body: { id, productId, ...change, confirmedPrice: null } }),
  }),
});

const cancelOrder = tool({
  name: 'cancel_order',
  title: 'Remove an order',
  description: 'Removes an open order of the user. Needs a key with the scope "trade".',
  input: z.strictObject({ order: orderInput, product: productOfOrderInput, side: z.enum(SIDES) }),
  needsKey: true,
  isAct: true,
  run: async ({ calls }, { order: id, product: productId, side }) => ({
    answer: await calls.make(side === 'ask' ? 'deleteAsk' : 'deleteBid', { body: { id, productId } }),
  }),
});

export const ORDER_TOOLS: readonly Tool[] = [prepareOrder, placeOrder, changeOrder, cancelOrder];

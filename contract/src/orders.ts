import { LIFETIMES_DAYS } from '@perkex/core/order-book/lifetime.js';
import { MAX_SIZES_OF_BID } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import {
  ignoredField,
  orderIdField,
  priceField,
  productIdField,
  productNameField,
  sizeField,
  uidField,
} from './fields.js';

/**
 * The price that the user has confirmed by a second gesture, or null for none; pages send it with every order
 * (orders-beyond, "Slips of the finger"). A price that is 30 % or more worse for its owner than the market's is refused
 * (`price-unconfirmed`) unless it is this one. Without the field, no price is refused for that.
 */
const confirmedPriceField = z.optional(z.nullable(priceField));

/**
 * The product of an own order that the `id` names. It is needed only if orders for several products have the id: then
 * the id alone is refused (`ambiguous-order`).
 */
export const productOfOrderField = z.optional(productIdField);

/** Sale, ask, buy and bid payloads (section 3). The server sets thumbnail and date and ignores those of the body. */
export const orderBodySchema = z.strictObject({
  uid: uidField,
  id: orderIdField,
  name: productNameField,
  price: priceField,
  size: sizeField,
  thumbnail: ignoredField,
  date: ignoredField,
  /**
   * Asks for the outcome of an order sent before, and gets its first answer. If the order never arrived, it is refused
   * (`too-late`) and is not placed even if the first request arrives afterwards.
   */
  late: z.optional(z.boolean()),
  /**
   * The id of an own open order of the same side, product and size, which this one replaces: it is cancelled in the
   * same step. If this order is refused, it stays open.
   */
  replaces: z.optional(orderIdField),
  confirmedPrice: confirmedPriceField,
});

/** The payload of an order that may rest. */
export const restingOrderBodySchema = z.extend(orderBodySchema, {
  /** The days after which the order expires if it rests. Without it, it lasts until it is removed. */
  expiresIn: z.optional(z.literal(LIFETIMES_DAYS, `must be one of ${LIFETIMES_DAYS.join(', ')}`)),
});

/** False for an ask that is not placed again if its buyer does not pay (after-the-trade, "Deal states"). */
const relistField = z.optional(z.boolean());

/** The payload of a sale at once. */
export const sellBodySchema = z.extend(orderBodySchema, {
  /** By default that of the ask that it replaces, or else true. */
  relist: relistField,
});

/** The payload of an ask. */
export const askBodySchema = z.extend(restingOrderBodySchema, sellBodySchema.shape);

export type OrderBody = z.infer<typeof askBodySchema>;

/**
 * A change of an open order (orders-beyond, "Change"). With another price it gets a new place in the queue, or trades
 * at once; without one it keeps its place. A bid takes no `relist`.
 */
export const orderChangeFieldsSchema = z.strictObject({
  uid: uidField,
  id: orderIdField,
  productId: productOfOrderField,
  price: z.optional(priceField),
  expiresIn: restingOrderBodySchema.shape.expiresIn,
  relist: relistField,
  confirmedPrice: confirmedPriceField,
});

/** Requires something to change. */
export const saysAChange = z.refine<
  Pick<z.infer<typeof orderChangeFieldsSchema>, 'price' | 'expiresIn' | 'relist'>
>(({ price, expiresIn, relist }) => price !== undefined || expiresIn !== undefined || relist !== undefined, {
  path: ['price'],
  error: 'is required without expiresIn and relist',
});

export const orderChangeBodySchema = orderChangeFieldsSchema.check(saysAChange);

export type OrderChangeBody = z.infer<typeof orderChangeBodySchema>;

/**
 * A bid over several sizes of a product, of which the first to trade cancels the others (orders-beyond, "Any of several
 * sizes").
 */
export const anySizeBidBodySchema = z.strictObject({
  uid: uidField,
  id: orderIdField,
  name: productNameField,
  price: priceField,
  sizes: z.array(sizeField, 'must be a list of sizes').check(
    z.minLength(2, 'must have at least two sizes'),
    z.maxLength(MAX_SIZES_OF_BID, `must have at most ${MAX_SIZES_OF_BID} sizes`),
    z.refine((sizes) => new Set(sizes).size === sizes.length, 'must name each size once'),
  ),
  late: orderBodySchema.shape.late,
  expiresIn: restingOrderBodySchema.shape.expiresIn,
  confirmedPrice: confirmedPriceField,
});

export type AnySizeBidBody = z.infer<typeof anySizeBidBodySchema>;

/**
 * deleteAsk and deleteBid (section 7): the owner, the id and the product identify the order, the rest is decoration.
 */
export const cancellationBodySchema = z.strictObject({
  uid: uidField,
  id: orderIdField,
  productId: productOfOrderField,
  name: ignoredField,
  price: ignoredField,
  size: ignoredField,
  thumbnail: ignoredField,
  date: ignoredField,
});

export type CancellationBody = z.infer<typeof cancellationBodySchema>;

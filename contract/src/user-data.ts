import type { DealState } from '@perkex/core/deals/deal.js';
import { SIDES } from '@perkex/core/order-book/order.js';
import * as z from 'zod/mini';
import { line, requiredLine, uidField } from './fields.js';

const ENGLISH_LETTERS = /^[A-Za-z]+$/;

/** The maximum lengths of the shipping fields (section 5). */
const MAX_LENGTHS = {
  name: 100,
  surname: 100,
  street: 200,
  street_number: 20,
  city: 100,
  zip: 20,
  country: 100,
  phone: 40,
} as const;

function shippingField(name: keyof typeof MAX_LENGTHS, requiredMessage: string) {
  return requiredLine(MAX_LENGTHS[name], requiredMessage);
}

/** The shipping form with its validation texts (section 5), in the names of the payload (section 7). */
export const shippingSchema = z.strictObject({
  name: shippingField('name', 'Name is required').check(
    z.regex(ENGLISH_LETTERS, 'Name can only contain english characters'),
  ),
  surname: shippingField('surname', 'Last Name is required').check(
    z.regex(ENGLISH_LETTERS, 'Last Name can only contain english characters'),
  ),
  street: shippingField('street', 'Street Address is required'),
  street_number: shippingField('street_number', 'Street Number is required'),
  city: shippingField('city', 'City is required'),
  zip: shippingField('zip', 'Postal Code is required'),
  country: shippingField('country', 'Country is required'),
  phone: shippingField('phone', 'Phone is required'),
});

export type Shipping = z.infer<typeof shippingSchema>;

/** Shipping as stored: empty until set. */
const storedShippingSchema = z.strictObject({
  name: line(MAX_LENGTHS.name),
  surname: line(MAX_LENGTHS.surname),
  street: line(MAX_LENGTHS.street),
  street_number: line(MAX_LENGTHS.street_number),
  city: line(MAX_LENGTHS.city),
  zip: line(MAX_LENGTHS.zip),
  country: line(MAX_LENGTHS.country),
  phone: line(MAX_LENGTHS.phone),
});

export type StoredShipping = z.infer<typeof storedShippingSchema>;

/** `base` is the stored shipping that the change was based on; if the stored one differs, the change is refused. */
export const shippingBodySchema = z.extend(shippingSchema, {
  uid: uidField,
  base: z.optional(storedShippingSchema),
});

/** The two payout and payment methods (section 3). */
export const MONEY_METHODS = ['PAYPAL', 'CC'] as const;
const moneyMethodSchema = z.enum(MONEY_METHODS, `must be ${MONEY_METHODS.join(' or ')}`);
export type MoneyMethod = z.infer<typeof moneyMethodSchema>;

export const payoutBodySchema = z.strictObject({ uid: uidField, payout: moneyMethodSchema });
export const paymentBodySchema = z.strictObject({ uid: uidField, payment: moneyMethodSchema });
export const createUserDataBodySchema = z.strictObject({ uid: uidField });
export const uidParamsSchema = z.object({ uid: line(128) });

/** One row of a dashboard list. The first row of every list is blank and never shown (section 9). */
const orderRowSchema = z.object({
  id: z.string(),
  /** Null in the blank row. */
  productId: z.nullable(z.int()),
  name: z.string(),
  /** The brand whose chart converts the size; null in the blank row and where unknown. */
  brand: z.nullable(z.string()),
  price: z.nullable(z.int()),
  size: z.string(),
  thumbnail: z.string(),
});

/** The id of the bid over several sizes that an order is part of; absent if it is none. */
const inGroup = { group: z.optional(z.string()) };

/** The states of deals in which the pair does not get to the buyer, or has gone back. */
export const FAILED_STATES = [
  'rejected',
  'lost',
  'cancelled',
  'closed',
] as const satisfies readonly DealState[];
export type FailedState = (typeof FAILED_STATES)[number];

/**
 * A sale or a purchase. `total` is the amount that the user received or paid, in dollars with cents; null in the blank
 * row. `deal` is the id of its deal; null in the blank row, and for a trade without one. `failed` is the deal's state
 * if the buyer does not get the pair, or the seller no money; absent otherwise.
 */
export const saleRowSchema = z.extend(orderRowSchema, {
  total: z.nullable(z.number()),
  date: z.string(),
  deal: z.nullable(z.string()),
  failed: z.optional(z.enum(FAILED_STATES)),
  ...inGroup,
  /** The transaction fee of a sale in per cent of its price, as the trade froze it; absent in purchases. */
  transactionFee: z.optional(z.number()),
});

/**
 * An open order. `expiresAt` is the end of its lifetime; absent if it lasts until it is removed. `relist` is false for
 * an ask that is not placed again if its buyer does not pay, and absent otherwise.
 */
export const openOrderRowSchema = z.extend(orderRowSchema, {
  expiresAt: z.optional(z.string()),
  relist: z.optional(z.boolean()),
  ...inGroup,
});

export type OpenOrderRow = z.infer<typeof openOrderRowSchema>;
export type OrderRow = z.infer<typeof orderRowSchema>;
export type SaleRow = z.infer<typeof saleRowSchema>;

export const BLANK_ORDER_ROW: OrderRow = {
  id: '',
  productId: null,
  name: '',
  brand: null,
  price: null,
  size: '',
  thumbnail: '',
};
export const BLANK_SALE_ROW: SaleRow = { ...BLANK_ORDER_ROW, total: null, date: '', deal: null };

const methodSchema = z.object({ type: z.union([moneyMethodSchema, z.literal('')]) });

/** All data of one user (`GET /getUserData/{uid}`, section 3); rows oldest first. */
export const userDataSchema = z.object({
  asks: z.array(openOrderRowSchema),
  bids: z.array(openOrderRowSchema),
  sales: z.array(saleRowSchema),
  purchases: z.array(saleRowSchema),
  shipping: z.object({
    name: z.string(),
    surname: z.string(),
    street: z.string(),
    street_number: z.string(),
    city: z.string(),
    zip: z.string(),
    country: z.string(),
    phone: z.string(),
  }),
  payout: methodSchema,
  payment: methodSchema,
});

export type UserData = z.infer<typeof userDataSchema>;

/** The number of newest sales and purchases in `GET /getUserData/{uid}`. `GET /history` has the rest. */
export const SHOWN_TRADES = 500;

/** The most trades on a page of `GET /history`. */
export const HISTORY_PAGE = 100;

/**
 * `side` is that of the user's order: 'ask' for sales, 'bid' for purchases. `before` is an own traded order, as its
 * product's id, a slash, and its client order id; or this id alone, if it has no other one of another product.
 */
export const historyQuerySchema = z.object({
  side: z.enum(SIDES),
  before: z.optional(
    z
      .string()
      .check(
        z.toLowerCase(),
        z.regex(
          /^(?:\d{1,9}\/)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
          'must be PRODUCT/ID, or a UUID',
        ),
      ),
  ),
});

/** A page of one's own past trades, newest first; `next` is the `before` of the following page, null at the end. */
export const historySchema = z.object({ trades: z.array(saleRowSchema), next: z.nullable(z.string()) });

export type History = z.infer<typeof historySchema>;

import type { OpenOrderLimits } from '@perkex/core/order-book/order.js';
import { count, oneOf, type ValuesOf, wholeNumber } from '../settings/setting-kinds.js';

/** Above this debt, in cents, a user cannot sell. */
export const DEFAULT_MAX_DEBT_CENTS = 100_00;

export const ORDER_VARIABLES = {
  ORDER_GROUPS: oneOf('all', 'product').default('all'),
  MAX_OPEN_ORDERS: count.default(500),
  MAX_OPEN_ORDERS_PER_BOOK: count.default(50),
  MAX_DEBT_CENTS: wholeNumber(0, 100_000_000, 'be an amount in cents up to 100000000').default(
    DEFAULT_MAX_DEBT_CENTS,
  ),
};

export function openOrderLimitsOf(variables: ValuesOf<typeof ORDER_VARIABLES>): OpenOrderLimits {
  return { perUser: variables.MAX_OPEN_ORDERS, perBook: variables.MAX_OPEN_ORDERS_PER_BOOK };
}

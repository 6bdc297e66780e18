import type { OpenOrderLimits } from '@perkex/core/order-book/order.js';
import { count, oneOf, type ValuesOf } from '../settings/setting-kinds.js';

export const ORDER_VARIABLES = {
  ORDER_GROUPS: oneOf('all', 'product').default('all'),
  MAX_OPEN_ORDERS: count.default(500),
  MAX_OPEN_ORDERS_PER_BOOK: count.default(50),
};

export function openOrderLimitsOf(variables: ValuesOf<typeof ORDER_VARIABLES>): OpenOrderLimits {
  return { perUser: variables.MAX_OPEN_ORDERS, perBook: variables.MAX_OPEN_ORDERS_PER_BOOK };
}

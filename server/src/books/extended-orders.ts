import * as z from 'zod/mini';
import { changeKind } from '../feed/change-kind.js';

/**
 * An open order whose lifetime has changed. Its book has not, so it is reported only where copies of orders are kept.
 */
const extendedOrder = z.object({
  productId: z.int(),
  size: z.string(),
  seq: z.int(),
  userId: z.string(),
});

export const EXTENDED_ORDERS = changeKind('extended', extendedOrder);

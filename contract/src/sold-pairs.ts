import * as z from 'zod/mini';
import { orderIdField } from './fields.js';
import { productParamsSchema } from './products.js';

export const soldPairParamsSchema = z.extend(productParamsSchema, { sale: orderIdField });

/** A sale with the content of the label of its box. It names neither party. */
export const soldPairSchema = z.object({
  productId: z.int(),
  name: z.string(),
  thumbnail: z.string(),
  /** These three are null where unknown. */
  brand: z.nullable(z.string()),
  styleCode: z.nullable(z.string()),
  colourway: z.nullable(z.string()),
  size: z.string(),
  /** Whole dollars. */
  price: z.int(),
  date: z.string(),
});

export type SoldPair = z.infer<typeof soldPairSchema>;

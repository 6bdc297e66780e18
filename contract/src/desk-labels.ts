import { CARRIERS } from '@perkex/core/deals/carriers.js';
import * as z from 'zod/mini';

/** A label that is bought for the next parcel of a deal. */
export const deskLabelSchema = z.object({
  /** True if the member can buy one now. */
  canBuy: z.boolean(),
  label: z.nullable(
    z.object({
      state: z.enum(['buying', 'bought', 'refused', 'stopped']),
      /** Why it was refused, is not bought yet, or may not be used. */
      reason: z.nullable(z.string()),
      carrier: z.nullable(z.enum(CARRIERS)),
      trackingNumber: z.nullable(z.string()),
      /** Such as `12.40 USD`. */
      cost: z.nullable(z.string()),
      /** A `data:` URL, for 30 days. */
      image: z.nullable(z.string()),
    }),
  ),
});
export type DeskLabel = z.infer<typeof deskLabelSchema>;

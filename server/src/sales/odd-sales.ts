import * as z from 'zod/mini';
import { changeKind } from '../feed/change-kind.js';

/** A sale that counts for no figure. */
const oddSale = z.object({ productId: z.int(), size: z.string(), id: z.guid() });
export type OddSale = z.infer<typeof oddSale>;

/** Earlier sales that were found to be odd. */
export const ODD_SALES = changeKind('odd', oddSale);

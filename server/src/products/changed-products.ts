import * as z from 'zod/mini';
import { changeKind } from '../feed/change-kind.js';

/** The ids of products that are new, or of which more has changed than their books. */
export const CHANGED_PRODUCTS = changeKind('products', z.int());

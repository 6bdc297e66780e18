import type { Side } from '@perkex/core/order-book/order.js';
import { paths } from './paths.js';

/** The lists of one's past trades, by the side of one's orders. Not among the other paths, which every page loads. */
export const PAST_TRADES_PATHS: Readonly<Record<Side, string>> = {
  ask: `${paths.selling}?list=sales`,
  bid: `${paths.buying}?list=purchases`,
};

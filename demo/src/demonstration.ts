import type { Demonstration } from '@perkex/server/demonstration.js';
import { DemoDeals } from './deals.js';
import { fillEmptyMarket } from './fill-empty-market.js';
import { DemoTrading } from './trading.js';

/** The part of this workspace that a server loads. */
export const demonstration: Demonstration = {
  fillEmptyMarket,
  openTrading: (options) => new DemoTrading(options),
  openDeals: (options) => new DemoDeals(options),
};

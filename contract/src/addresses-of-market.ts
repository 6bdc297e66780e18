import type { CallAddress } from './call-addresses.js';

/** The calls about single sales, by name. */
export const ADDRESSES_OF_MARKET = {
  soldPair: {
    method: 'GET',
    path: '/:id(^\\d+$)/sales/:sale',
    for: 'anybody',
    isCached: true,
    tags: ['sales'],
  },
} as const satisfies Record<string, CallAddress>;

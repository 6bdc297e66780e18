import type { CallAddress } from './call-addresses.js';

/** The addresses of single sales and of the days of the market, as parts of `CALL_ADDRESSES`. */
export const ADDRESSES_OF_MARKET = {
  soldPair: {
    method: 'GET',
    path: '/:id(^\\d+$)/sales/:sale',
    for: 'anybody',
    isCached: true,
    tags: ['sales'],
  },
  marketDay: {
    method: 'GET',
    path: '/market/days/:day',
    for: 'anybody',
    isCached: true,
    tags: ['catalogue', 'past days'],
  },
} as const satisfies Record<string, CallAddress>;

import type { CallAddress } from './call-addresses.js';

/** The addresses of campaigns, as parts of `CALL_ADDRESSES`. */
export const ADDRESSES_OF_CAMPAIGNS = {
  campaigns: {
    method: 'GET',
    path: '/home/campaigns',
    for: 'anybody',
    isCached: true,
    tags: ['campaigns', 'shown books', 'catalogue'],
  },
  deskCampaigns: { method: 'GET', path: '/desk/campaigns', for: 'admin' },
  saveCampaign: { method: 'POST', path: '/desk/campaigns/save', for: 'admin' },
  removeCampaign: { method: 'POST', path: '/desk/campaigns/remove', for: 'admin' },
} as const satisfies Record<string, CallAddress>;

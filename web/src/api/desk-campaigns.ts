import type { CallAnswer } from '@perkex/contract/calls.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { CURRENT } from './desk.js';
import { actOn } from './save-change.js';

export type DeskCampaign = CallAnswer<'deskCampaigns'>['campaigns'][number];
export type CampaignFields = DeskCampaign['fields'];

/** The campaigns that have not ended, and the last ones that have. */
export function deskCampaignsQuery(userId: string) {
  return queryOptions({
    queryKey: ['deskCampaigns', userId],
    queryFn: ({ signal }) => call('deskCampaigns', {}, signal),
    ...CURRENT,
  });
}

/** Changes campaigns. */
export const actOnCampaigns = actOn((userId) => [['deskCampaigns', userId], ['campaigns']]);

import type { CallAnswer } from '@perkex/contract/calls.js';
import { callQuery } from './call-query.js';
import { CURRENT } from './desk.js';
import { actOn } from './save-change.js';

export type DeskCampaign = CallAnswer<'deskCampaigns'>['campaigns'][number];
export type CampaignFields = DeskCampaign['fields'];

/** The campaigns that have not ended, and the last ones that have. */
export function deskCampaignsQuery(userId: string) {
  return callQuery(['deskCampaigns', userId], CURRENT);
}

/** Changes campaigns. */
export const actOnCampaigns = actOn((userId) => [['deskCampaigns', userId], ['campaigns']]);

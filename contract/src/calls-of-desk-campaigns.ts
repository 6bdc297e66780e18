import {
  deskCampaignSchema,
  deskCampaignsSchema,
  removeCampaignBodySchema,
  saveCampaignBodySchema,
} from './desk-campaigns.js';
import { MEMBER_REFUSALS } from './member-refusals.js';
import { sentenceSchema } from './sentence.js';

/** The calls of admins for campaigns, as parts of `CALLS`. */
export const CALLS_OF_DESK_CAMPAIGNS = {
  deskCampaigns: {
    tag: 'desk',
    summary: 'The campaigns: banners, featured products and announcements',
    answers: 'Those shown now or later, and the last ones that have ended',
    answer: deskCampaignsSchema,
    problems: MEMBER_REFUSALS,
  },
  saveCampaign: {
    tag: 'desk',
    summary: 'Create or change a campaign. Visitors see it in its period',
    answers: 'The campaign after the change',
    body: saveCampaignBodySchema,
    answer: deskCampaignSchema,
    problems: [
      ...MEMBER_REFUSALS,
      'unknown-campaign',
      'campaign-changed',
      'too-many-campaigns',
      'invalid-campaign',
    ],
  },
  removeCampaign: {
    tag: 'desk',
    summary: 'Remove a campaign. Visitors no longer see it',
    body: removeCampaignBodySchema,
    answer: sentenceSchema,
    problems: [...MEMBER_REFUSALS, 'unknown-campaign', 'campaign-changed'],
  },
} as const;

import type { DeskCampaign } from '../../api/desk-campaigns.js';

/** The names of the kinds of campaigns. */
export const KIND_WORDS: Readonly<Record<DeskCampaign['kind'], string>> = {
  banner: 'Banner',
  featured: 'Featured products',
  announcement: 'Announcement',
};

/** Where visitors see a campaign. */
export const KIND_PLACES: Readonly<Record<DeskCampaign['kind'], string>> = {
  banner: 'A slide before the others on Home. Three can be shown at the same time.',
  featured: 'A row of products on Home, below the banner. One can be shown at a time.',
  announcement:
    'A sentence at the top of every page, until a visitor dismisses it. One can be shown at a time.',
};

export const STATE_WORDS: Readonly<Record<DeskCampaign['state'], string>> = {
  planned: 'Planned',
  shown: 'Shown now',
  ended: 'Ended',
  removed: 'Removed',
};

/** The name of a campaign in a list. */
export function campaignName({ kind, fields }: Pick<DeskCampaign, 'kind' | 'fields'>): string {
  return kind === 'announcement' ? fields.text : fields.title;
}

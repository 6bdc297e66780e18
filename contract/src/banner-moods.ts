/**
 * The colours of a banner. Each has a background, `/banners/{number}-{desktop,mobile}.svg`, numbered from 1 in this
 * order.
 */
export const BANNER_MOODS = ['night', 'volt', 'bid', 'box'] as const;
export type BannerMood = (typeof BANNER_MOODS)[number];

export function groundOf(mood: BannerMood): number {
  return BANNER_MOODS.indexOf(mood) + 1;
}

import { paths } from '../paths.js';

/** A slide's words, its pictures being `/banners/{number}-{desktop,mobile}.svg`. */
export interface BannerSlide {
  readonly headline: string;
  readonly sentence: string;
  readonly linkText: string;
  readonly linkTo: string;
  /** The picture's ground: what stands on it is written in the other colour. */
  readonly ground: 'ink' | 'volt';
}

interface BannerReader {
  /** The product that trades most, as far as it is known. */
  readonly favouriteId: number | undefined;
  readonly isLoggedIn: boolean;
}

/** The trending products, further down on Home. */
export const TRENDING_ID = 'trending';

/** The four slides (section 2, "Home"), each with the next thing that its reader would want to do. */
export function bannerSlides({ favouriteId, isLoggedIn }: BannerReader): BannerSlide[] {
  return [
    {
      headline: 'The market for new sneakers',
      sentence: 'Bids and asks in the open, size by size.',
      linkText: 'See what is trending',
      linkTo: `#${TRENDING_ID}`,
      ground: 'ink',
    },
    {
      headline: 'Name your price',
      sentence: 'Bid what a pair is worth to you.',
      linkText: 'Start with the favourite',
      linkTo: favouriteId === undefined ? `#${TRENDING_ID}` : paths.product(favouriteId),
      ground: 'volt',
    },
    {
      headline: 'Sell at the highest bid',
      sentence: 'See what buyers offer, and take it at once.',
      linkText: 'Find your buyer',
      linkTo: paths.sellSearch,
      ground: 'ink',
    },
    {
      headline: 'New, boxed, verified',
      sentence: 'We check every pair before it is yours.',
      linkText: isLoggedIn ? 'See your purchases' : 'Join PerkeX',
      linkTo: isLoggedIn ? paths.buying : paths.register,
      ground: 'ink',
    },
  ];
}

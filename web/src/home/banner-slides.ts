import { paths } from '../links/paths.js';

/** The text of a slide; its pictures are `/banners/{number}-{desktop,mobile}.svg`. */
export interface BannerSlide {
  readonly headline: string;
  readonly sentence: string;
  readonly linkText: string;
  readonly linkTo: string;
  /** The background of the picture, which decides the colour of the text. */
  readonly ground: 'ink' | 'volt';
}

interface BannerContext {
  /** The product that trades most, once it is known. */
  readonly favouriteId: number | undefined;
  readonly isLoggedIn: boolean;
}

/** The id of the trending products further down on Home. */
export const TRENDING_ID = 'trending';

/** The four slides (section 2, "Home"), each with a likely next step. */
export function bannerSlides({ favouriteId, isLoggedIn }: BannerContext): BannerSlide[] {
  return [
    {
      headline: 'The market for new sneakers',
      sentence: 'Bids and asks in the open, size by size.',
      linkText: "See what's trending",
      linkTo: `#${TRENDING_ID}`,
      ground: 'ink',
    },
    {
      headline: 'Name your price',
      sentence: 'Bid what a pair is worth to you.',
      linkText: 'Start with the most popular',
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
      headline: 'New, in the box',
      sentence: 'No worn pairs, none without its box.',
      linkText: isLoggedIn ? 'See your purchases' : 'Join PerkeX',
      linkTo: isLoggedIn ? paths.buying : paths.register,
      ground: 'ink',
    },
  ];
}

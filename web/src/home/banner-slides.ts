import type { BannerMood } from '@perkex/contract/banner-moods.js';
import type { CampaignBanner } from '@perkex/contract/campaigns.js';
import { priceText, retailText } from '@perkex/core/market/price-text.js';
import { dollarsToCents } from '@perkex/core/money.js';
import type { Banners } from '../api/home.js';
import { paths } from '../links/paths.js';
import { dayText } from '../ui/moment.js';

/** A slide of the banner. */
export interface BannerSlide {
  readonly key: string;
  readonly headline: string;
  readonly sentence: string;
  readonly linkText: string;
  readonly linkTo: string;
  /** The colours of the slide. */
  readonly mood: BannerMood;
  /** Null if there is no product to show. */
  readonly pair: BannerPair | null;
  /** The picture of a campaign, in place of a product. */
  readonly picture?: CampaignBanner['picture'];
}

/** A product with its market data. */
export interface BannerPair {
  readonly id: number;
  readonly name: string;
  readonly thumbnail: string;
  readonly figures: readonly (readonly [label: string, value: string])[];
  /** The prices of recent trades, oldest first, for a line in the background. */
  readonly prices?: readonly number[];
}

interface BannerContext {
  /** Undefined while they load. */
  readonly banners: Banners | undefined;
  readonly campaigns: readonly CampaignBanner[];
  readonly isLoggedIn: boolean;
}

/** The id of the trending products further down on Home. */
export const TRENDING_ID = 'trending';

/** The slides of campaigns, and then the four of section 2, "Home", each with a likely next step. */
export function bannerSlides({ banners, campaigns, isLoggedIn }: BannerContext): BannerSlide[] {
  const { busiest = null, gap = null, offer = null, newest = null } = banners ?? {};
  return [
    ...campaigns.map(({ id, title, text, link, linkText, mood, picture }) => ({
      key: id,
      headline: title,
      sentence: text,
      linkText,
      linkTo: link,
      mood,
      picture,
      pair: null,
    })),
    {
      key: 'market',
      headline: 'The market for new sneakers',
      sentence: 'Bids and asks in the open, size by size.',
      linkText: "See what's trending",
      linkTo: `#${TRENDING_ID}`,
      mood: 'night',
      pair: busiest && {
        ...busiest,
        figures: [
          ['Sold in 30 days', String(busiest.sales)],
          ['Last sale', dollars(busiest.lastSale)],
          ['Lowest ask', dollars(busiest.lowestAsk)],
        ],
      },
    },
    {
      key: 'bid',
      headline: 'Name your price',
      sentence: 'Bid what a pair is worth to you.',
      linkText: gap ? 'Bid on this pair' : "See what's trending",
      linkTo: gap ? paths.buy(gap.id, gap.size) : `#${TRENDING_ID}`,
      mood: 'volt',
      pair: gap && {
        ...gap,
        figures: [
          ['Size', gap.size],
          ['Highest bid', dollars(gap.highestBid)],
          ['Lowest ask', dollars(gap.lowestAsk)],
        ],
      },
    },
    {
      key: 'sell',
      headline: 'Sell at the highest bid',
      sentence: 'See what buyers offer, and take it at once.',
      linkText: 'Find your buyer',
      linkTo: paths.sellSearch,
      mood: 'bid',
      pair: offer && {
        ...offer,
        figures: [
          ['Size', offer.size],
          ['Highest bid', dollars(offer.highestBid)],
          ['After fees', dollars(offer.payout)],
        ],
      },
    },
    {
      key: 'new',
      headline: 'New, in the box',
      sentence: 'New pairs only, each in its original box.',
      linkText: isLoggedIn ? 'See your purchases' : 'Join PerkeX',
      linkTo: isLoggedIn ? paths.buying : paths.register,
      mood: 'box',
      pair: newest && {
        ...newest,
        figures: [
          ['Released', dayText('utc', newest.releaseDate)],
          ['Retail', retailText(newest.retail)],
          ['Lowest ask', dollars(newest.lowestAsk)],
        ],
      },
    },
  ];
}

function dollars(price: number): string {
  return priceText(dollarsToCents(price));
}

import { groundOf } from '@perkex/contract/banner-moods.js';
import type { Campaigns } from '@perkex/contract/campaigns.js';
import type { FirstScreen } from '@perkex/contract/first-screen.js';
import type { Banners } from '@perkex/contract/home.js';
import { largePicture, PICTURE_SIZES } from '@perkex/contract/pictures.js';
import type { ProductSummary } from '@perkex/contract/products.js';
import { graph, productList } from './linked-data.js';
import { type Page, plainPage } from './page.js';
import { productPictureLink } from './page-links.js';
import type { Site } from './site.js';

interface HomeScreen {
  readonly trending: readonly ProductSummary[];
  readonly banners: Banners;
  readonly campaigns: Campaigns;
}

/**
 * Home (section 2).
 * @param shown null when it could not be read: the application asks again
 * @param below the content further down
 */
export function homePage(site: Site, shown: HomeScreen | null, below: FirstScreen = {}): Page {
  const { head, ...page } = plainPage('home', site);
  // The first slide is a campaign's, if there is one.
  const [first] = shown?.campaigns.banners ?? [];
  const busiest = shown?.banners.busiest;
  const picture = first ? first.picture?.src : busiest && largePicture(busiest.thumbnail);
  return {
    ...page,
    head: {
      ...head,
      links: [
        ...site.bannerLinksOf(first ? groundOf(first.mood) : 1),
        ...head.links,
        ...(picture ? [productPictureLink(picture, PICTURE_SIZES.slide)] : []),
      ],
      linkedData: homeData(site.publicUrl, shown?.trending ?? []),
    },
    firstScreen: shown,
    below,
  };
}

function homeData(publicUrl: string, trending: readonly ProductSummary[]): object {
  const website = { '@type': 'WebSite', name: 'PerkeX', url: `${publicUrl}/` };
  return trending.length === 0
    ? graph(website)
    : graph(website, productList(publicUrl, 'Trending', trending));
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bannersQuery, campaignsQuery } from '../api/home.js';
import { trendingQuery } from '../api/products.js';
import { useUserId } from '../identity/session/auth-store.js';
import { useLiveProducts } from '../live/use-live.js';
import { GlancePlaceholder } from '../market/glance-frame.js';
import { UnfinishedOrderCard } from '../products/unfinished-order-card.js';
import { DeferredPart } from '../ui/deferred-part.js';
import { Placeholder } from '../ui/states.js';
import { type LoadPart, usePart } from '../ui/use-nearby.js';
import { usePageTitle } from '../ui/use-page-title.js';
import { Banner } from './banner.js';
import { bannerSlides, TRENDING_ID } from './banner-slides.js';
import { Featured } from './featured.js';
import { Trending } from './trending.js';

/** Below the first screen. */
export const loadGlance: LoadPart<object> = async (client) => {
  const { MarketGlance, readGlance } = await import('../market/market-glance.js');
  await readGlance(client);
  return MarketGlance;
};

/** The latest releases, the brands and how it works, further down. */
export const loadProductRows: LoadPart<object> = async (client) => {
  const { ProductRows, readProductRows } = await import('./product-rows.js');
  await readProductRows(client);
  return ProductRows;
};

/** The page of section 2, "Home". */
export function HomePage() {
  usePageTitle(null);
  const trending = useQuery(trendingQuery);
  const { data: banners } = useQuery(bannersQuery);
  const { data: { banners: campaigns = [], featured = null } = {} } = useQuery(campaignsQuery);
  useLiveProducts(banners && Object.values(banners).flatMap((banner) => banner?.id ?? []));
  const slides = bannerSlides({ banners, campaigns, isLoggedIn: useUserId() !== '' });
  return (
    <>
      {/* The headings of the slides change; this one stays. */}
      <h1 className="sr-only">PerkeX, the market for new sneakers</h1>
      <UnfinishedOrderCard className="mb-5" />
      <RequestToUser />
      <Banner slides={slides} />
      {featured ? (
        <div className="mt-2 md:mt-6">
          <Featured featured={featured} />
        </div>
      ) : null}
      <div id={TRENDING_ID} tabIndex={-1} className="mt-2 scroll-mt-20 outline-none md:mt-6">
        <Trending trending={trending} />
      </div>
      <div className="below">
        <DeferredPart
          load={loadGlance}
          placeholder={<GlancePlaceholder />}
          failure="The market could not be loaded."
        />
        <DeferredPart
          load={loadProductRows}
          placeholder={<Placeholder className="mt-12 h-[60rem]" />}
          failure="New releases and brands could not be loaded."
        />
      </div>
    </>
  );
}

/** Not for visitors, whose first visit does not load it. */
const loadAskToConfirm: LoadPart<object> = async () => (await import('./ask-to-confirm.js')).AskToConfirm;

function RequestToUser() {
  const isLoggedIn = useUserId() !== '';
  const { Component, fetchAgain } = usePart(loadAskToConfirm);
  useEffect(() => {
    if (isLoggedIn) {
      fetchAgain();
    }
  }, [isLoggedIn, fetchAgain]);
  return isLoggedIn && Component ? <Component /> : null;
}

import { Search, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { BrandLink } from '../header/brand-link.js';
import { MarketFrame } from '../header/market-frame.js';
import { BannerPlaceholder } from '../home/banner.js';
import { bannerSlides, TRENDING_ID } from '../home/banner-slides.js';
import { cardPlaceholders } from '../market/product-card.js';
import { SearchBox } from '../market/search-box.js';
import { GlancePlaceholder } from '../overview/glance-frame.js';
import { MarketPagePlaceholder } from '../overview/market-page-placeholder.js';
import { ProductPlaceholder } from '../product/product-placeholder.js';
import { Carousel } from '../ui/carousel.js';
import { Placeholder } from '../ui/states.js';

/**
 * The HTML that each kind of page shows until the application has started. It is made when the pages are built, from
 * the same components that replace it. The links work already.
 */
export function skeletons(): Record<'home' | 'overview' | 'product' | 'market' | 'dashboard', string> {
  return {
    home: html(<Home />),
    overview: html(<Overview />),
    product: html(<Product />),
    market: html(<Market />),
    dashboard: html(<Dashboard />),
  };
}

function html(skeleton: ReactNode): string {
  return renderToStaticMarkup(<StaticRouter location="">{skeleton}</StaticRouter>);
}

function Home() {
  const slides = bannerSlides({ favouriteId: undefined, isLoggedIn: false });
  return (
    <Frame>
      <BannerPlaceholder slides={slides} />
      <div id={TRENDING_ID} className="mt-2 md:mt-6">
        <Carousel title="Trending Sneakers">{cardPlaceholders()}</Carousel>
      </div>
      <GlancePlaceholder />
    </Frame>
  );
}

function Overview() {
  return (
    <Frame>
      <MarketPagePlaceholder />
    </Frame>
  );
}

function Product() {
  return (
    <Frame>
      <ProductPlaceholder />
    </Frame>
  );
}

/** For every other page of the market; their heights differ. */
function Market() {
  return (
    <Frame>
      <PagePlaceholder />
    </Frame>
  );
}

function Dashboard() {
  return (
    <div className="min-h-dvh">
      <header className="border-b border-line bg-paper md:sticky md:top-0 md:z-30">
        <div className="mx-auto flex max-w-page flex-wrap items-center gap-1 px-4 py-2 md:gap-x-5 md:px-6">
          <BrandLink />
          <Placeholder className="h-11 max-md:order-last max-md:w-full md:ml-auto md:w-72" />
          <Placeholder className="h-11 w-32 max-md:ml-auto" />
        </div>
      </header>
      <div className="mx-auto max-w-page md:flex md:gap-8 md:px-6 md:py-8 lg:gap-12">
        <Placeholder className="hidden h-60 md:block md:w-48 md:shrink-0" />
        <main id="main" className="min-w-0 flex-1 px-4 py-5 md:p-0">
          <PagePlaceholder />
        </main>
      </div>
    </div>
  );
}

function PagePlaceholder() {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Placeholder className="h-9 w-2/3 md:h-10" />
      <Placeholder className="h-64" />
    </div>
  );
}

/** Only the application knows who is logged in: until then there are placeholders for the account links. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <MarketFrame
      search={
        <div className="md:w-full md:max-w-xl">
          <span className="inline-flex size-11 items-center justify-center md:hidden">
            <Search aria-hidden />
          </span>
          <div className="relative hidden w-full md:block">
            <SearchBox isWaiting />
          </div>
        </div>
      }
      account={
        <>
          <span className="inline-flex size-11 items-center justify-center md:hidden">
            <UserRound aria-hidden />
          </span>
          <Placeholder className="hidden h-11 w-[11.3rem] md:block" />
          <span className="size-11" />
        </>
      }
    >
      {children}
    </MarketFrame>
  );
}

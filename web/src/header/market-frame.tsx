import type { ReactNode } from 'react';
import { paths } from '../links/paths.js';
import { NavLink } from '../routing/link.js';
import { BottomBar } from './bottom-bar.js';
import { BrandLink } from './brand-link.js';
import { PageFooter } from './page-footer.js';

interface MarketFrameProps {
  /** Null on a page with a search box of its own. */
  readonly search: ReactNode;
  /** The links to the user's account, and the theme switch. */
  readonly account: ReactNode;
  readonly children: ReactNode;
}

const LINK_CLASS =
  'inline-flex min-h-11 items-center px-2 font-semibold underline-offset-8 hover:underline aria-[current]:underline';

/** Header, page and footer of everything except the dashboard, both server-rendered and in the browser. */
export function MarketFrame({ search, account, children }: MarketFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      {/* Without scripts, the search of a phone is below the header and not behind an icon. */}
      <header className="sticky top-0 z-30 border-b border-line bg-paper short:relative max-md:noscript:relative max-md:noscript:mb-15.25">
        {/* Reserves the width of the links, so that the header does not shift when they load. */}
        <div className="mx-auto grid max-w-page grid-cols-[auto_minmax(0,1fr)_minmax(8.3125rem,auto)] items-center gap-1 px-4 py-2 max-[24.375rem]:grid-cols-[auto_minmax(0,1fr)_minmax(6.8125rem,auto)] max-[24.375rem]:gap-0 max-[24.375rem]:px-3 max-[24.375rem]:[&_.size-11]:w-8 md:grid-cols-[auto_minmax(0,1fr)_minmax(22.25rem,auto)] md:gap-3 md:px-6 lg:grid-cols-[auto_minmax(0,1fr)_minmax(28.25rem,auto)] lg:gap-4">
          <BrandLink />
          <div className="flex justify-end md:justify-center">{search}</div>
          <nav aria-label="Main" className="relative flex items-center justify-end lg:gap-2">
            {/* There is no room for these on a phone. The bar at the bottom has them. */}
            <NavLink to={paths.browse()} className={`max-md:hidden ${LINK_CLASS}`}>
              Browse
            </NavLink>
            <NavLink to={paths.market} className={`max-lg:hidden ${LINK_CLASS}`}>
              Market
            </NavLink>
            <NavLink to={paths.sellSearch} className={LINK_CLASS}>
              Sell
            </NavLink>
            {account}
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 px-4 py-5 md:p-6">
        {children}
      </main>
      <PageFooter />
      <BottomBar />
    </div>
  );
}

import { Outlet } from 'react-router';
import { MarketHeader } from './market-header.js';

/** Header, page and footer of everything but the dashboard. */
export function MarketLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <MarketHeader />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 px-4 py-5 md:px-6 md:py-8">
        <Outlet />
      </main>
      <footer className="border-t border-line">
        <p className="mx-auto max-w-page px-4 py-6 text-sm text-muted md:px-6">
          Every pair on PerkeX is new, in its original box and verified before it reaches its buyer.
        </p>
      </footer>
    </div>
  );
}

import { BrandLink } from '../header/brand-link.js';
import { TradeShape } from '../trade/trade-placeholder.js';
import { Placeholder } from '../ui/states.js';

/**
 * The placeholder for market pages without server-side rendering, until the application has started. Their heights
 * differ.
 */
export function PagePlaceholder() {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4">
      <p role="status" className="sr-only">
        Loading
      </p>
      <NeedsScripts />
      <Placeholder className="h-9 w-2/3 md:h-10" />
      <Placeholder className="h-64" />
    </div>
  );
}

/** The same for the panels. */
export function PanelPlaceholder() {
  return (
    <>
      <NeedsScripts />
      <TradeShape />
    </>
  );
}

function NeedsScripts() {
  return <noscript>This page of PerkeX needs JavaScript.</noscript>;
}

/** The same for the dashboard, which has a header of its own. */
export function DashboardPlaceholder() {
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

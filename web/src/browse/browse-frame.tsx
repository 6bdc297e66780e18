import type { ReactNode } from 'react';

/** The id of the form with all filters, which submits them without scripts. */
export const FORM_ID = 'choices';

interface BrowseFrameProps {
  readonly title: string;
  /** Empty for none. */
  readonly notice: string;
  /** The number of products found; empty while unknown. */
  readonly count: string;
  readonly chips: ReactNode;
  readonly facets: ReactNode;
  /** The button that opens the facets on phones. */
  readonly sheet: ReactNode;
  readonly sort: ReactNode;
  readonly children: ReactNode;
}

/** The facets: a column on wide screens, behind a button on phones. */
export function BrowseFrame({
  title,
  notice,
  count,
  chips,
  facets,
  sheet,
  sort,
  children,
}: BrowseFrameProps) {
  return (
    <div data-wide="" className="min-h-dvh">
      <h1 className="text-3xl wrap-anywhere md:text-4xl">{title}</h1>
      <p role="status" className="mt-2 text-sm text-error empty:sr-only">
        {notice}
      </p>
      <div className="mt-4 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
        {/* Without scripts, there is no sheet. */}
        <div className="max-lg:hidden noscript:block">
          <div className="lg:sticky lg:top-20 lg:-mx-2 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto lg:overscroll-contain lg:px-2 lg:pb-4 lg:[scrollbar-width:thin]">
            {facets}
          </div>
        </div>
        <div className="min-w-0">
          {/* On phones, sorting and filters stay in sight below the header. */}
          {/* On wide screens the chips share the row of the count, so that the first one causes no layout shift. */}
          <div className="max-lg:contents lg:flex lg:items-start lg:gap-4">
            <div className="lg:order-1 lg:min-w-0">{chips}</div>
            <p className="min-h-5 text-sm whitespace-nowrap text-muted tabular-nums md:text-base lg:flex lg:min-h-11 lg:items-center">
              {count}
            </p>
            <p role="status" className="sr-only">
              {count}
            </p>
            <div className="flex items-center gap-2 lg:order-2 lg:ml-auto lg:shrink-0 max-lg:sticky short:static max-lg:top-[3.8125rem] max-lg:z-20 max-lg:-mx-4 max-lg:bg-paper max-lg:px-4 max-lg:py-2 md:max-lg:-mx-6 md:max-lg:px-6">
              {sort}
              <div className="lg:hidden noscript:hidden">{sheet}</div>
            </div>
          </div>
          <div className="mt-2 lg:mt-4">{children}</div>
        </div>
      </div>
    </div>
  );
}

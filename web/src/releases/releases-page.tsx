import { dayAt } from '@perkex/core/figures/days.js';
import { isMonth, monthText } from '@perkex/core/figures/months.js';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { productRowsQuery } from '../api/home.js';
import { type Releases, releasesQuery } from '../api/releases.js';
import { RemindButton } from '../hearts/remind-button.js';
import { paths } from '../links/paths.js';
import { useLiveProducts } from '../live/use-live.js';
import { cardPlaceholders } from '../products/card-placeholders.js';
import { WIDE_GRID_CLASS } from '../products/products-grid.js';
import { useSearchParams } from '../routing/hooks.js';
import { Link } from '../routing/link.js';
import { DeferredPart } from '../ui/deferred-part.js';
import { dayText } from '../ui/moment.js';
import { ErrorNotice } from '../ui/states.js';
import type { LoadPart } from '../ui/use-nearby.js';
import { usePageTitle } from '../ui/use-page-title.js';
import type { LatestReleasesProps } from './latest-releases.js';
import { ReleaseCard } from './release-card.js';

/** The cards of the first screen. */
const FIRST_CARDS = 4;
/** A month with fewer releases leaves most of a page empty. */
const FEW_RELEASES = 8;

/** Most months have few releases, so the page without a month also shows new releases of earlier ones. */
const loadLatest: LoadPart<LatestReleasesProps> = async (client) => {
  const { LatestReleases } = await import('./latest-releases.js');
  await client.prefetchQuery(productRowsQuery);
  return LatestReleases;
};

/** The release calendar, month by month. */
export function ReleasesPage() {
  const [parameters] = useSearchParams();
  const wanted = parameters.get('month');
  const month = wanted !== null && isMonth(wanted) ? wanted : null;
  const { data, isError, isPlaceholderData, refetch } = useQuery(releasesQuery(month));
  usePageTitle(month === null ? 'Releases' : `Releases in ${monthText(month)}`);
  return (
    <div className="min-h-dvh">
      <h1 className="text-3xl md:text-4xl">Releases</h1>
      {data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-50' : ''}>
          <MonthLinks releases={data} />
          <Days days={data.days} />
          {wanted === null && data.count < FEW_RELEASES ? (
            <DeferredPart
              load={loadLatest}
              props={{ except: data.days.flatMap(({ products }) => products.map(({ id }) => id)) }}
              placeholder={null}
              failure="Earlier releases could not be loaded."
            />
          ) : null}
        </div>
      ) : isError ? (
        <ErrorNotice onRetry={() => void refetch()}>The releases could not be loaded.</ErrorNotice>
      ) : (
        <div className={`mt-16 ${WIDE_GRID_CLASS}`}>{cardPlaceholders()}</div>
      )}
    </div>
  );
}

/** The month shown, between its neighbours. */
function MonthLinks({ releases: { month, before, after } }: { readonly releases: Releases }) {
  return (
    <nav
      aria-label="Months"
      className="mt-3 flex items-center justify-between gap-2 border-y border-line py-1.5"
    >
      <MonthLink month={before} rel="prev" />
      <h2 className="text-center text-lg md:text-2xl">{monthText(month)}</h2>
      <MonthLink month={after} rel="next" />
    </nav>
  );
}

function MonthLink({ month, rel }: { readonly month: string | null; readonly rel: 'prev' | 'next' }) {
  const [name = '', year = ''] = month === null ? [] : monthText(month).split(' ');
  return (
    <span className={`flex flex-1 ${rel === 'next' ? 'justify-end' : ''}`}>
      {month === null ? null : (
        <Link
          to={paths.releases(month)}
          rel={rel}
          className="inline-flex min-h-11 items-center gap-1 text-sm font-semibold underline-offset-4 hover:underline md:text-base"
        >
          {rel === 'prev' ? <ChevronLeft aria-hidden className="size-5" /> : null}
          <span aria-hidden className="whitespace-nowrap md:hidden">
            {name.slice(0, 3)}
            <span className="max-[359px]:hidden"> {year}</span>
          </span>
          <span className="max-md:sr-only">
            {name} {year}
          </span>
          {rel === 'next' ? <ChevronRight aria-hidden className="size-5" /> : null}
        </Link>
      )}
    </span>
  );
}

function Days({ days }: Pick<Releases, 'days'>) {
  useLiveProducts(days.flatMap(({ products }) => products.map(({ id }) => id)));
  const today = dayAt(Date.now());
  if (days.length === 0) {
    return <p className="mt-6 text-muted">No releases this month.</p>;
  }
  // Most days have one release, so all days share one grid.
  return (
    <div className={`mt-6 md:mt-8 ${WIDE_GRID_CLASS}`}>
      {days.map(({ date, products }, index) => (
        <section key={date} aria-labelledby={`day-${date}`} className="contents">
          <ul className="contents">
            {products.map((product, place) => (
              <li key={product.id} className="flex flex-col gap-2">
                {place === 0 ? (
                  <h3 id={`day-${date}`} className="text-base md:text-lg">
                    <time dateTime={date}>{dayText('utc', date)}</time>
                  </h3>
                ) : (
                  <span aria-hidden className="text-base md:text-lg">
                    &nbsp;
                  </span>
                )}
                <div className="flex-1">
                  <ReleaseCard product={product} isEager={index === 0 && place < FIRST_CARDS} />
                </div>
                {date > today ? (
                  <div className="noscript:hidden">
                    <RemindButton product={product} />
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

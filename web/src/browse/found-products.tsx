import type { Filters } from '@perkex/core/finding/filters.js';
import { addressOf } from '@perkex/core/finding/filters.js';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { browseQuery } from '../api/finding.js';
import { readNextPage } from '../api/read-again.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { ErrorNotice } from '../ui/states.js';
import { FollowedPrices } from './followed-prices.js';
import { FoundCard } from './found-card.js';
import { GRID_CLASS, GridPlaceholder } from './grid-placeholder.js';
import { PageLinks } from './page-links.js';
import type { BrowseQuery } from './use-browse.js';
import { useEndInSight } from './use-end-in-sight.js';

/** The cards of the first screen. */
const FIRST_CARDS = 6;
/** The number of pages that load automatically. After that the user presses a link. */
const PAGES_BY_THEMSELVES = 25;

interface FoundProductsProps {
  readonly filters: Filters;
  readonly query: BrowseQuery;
}

/** The matching products, page by page. The next page loads when the end is near. */
export function FoundProducts({ filters, query }: FoundProductsProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } =
    query;
  const client = useQueryClient();
  const readNext = () => void readNextPage(client, browseQuery(filters).queryKey, fetchNextPage);
  const pages = data?.pages ?? [];
  const grid = useRef<HTMLUListElement>(null);
  const goesOn = hasNextPage && !isPlaceholderData && !isFetchNextPageError;
  const end = useEndInSight(readNext, goesOn && !isFetchingNextPage && pages.length < PAGES_BY_THEMSELVES);
  const [first] = pages;
  const last = pages.at(-1);
  if (!first || !last) {
    return null;
  }
  return (
    <>
      {first.isClose ? <p className="mb-4">No exact match. Similar names:</p> : null}
      {filters.page > first.page && !isPlaceholderData ? (
        <BeyondEnd filters={filters} last={first.page} />
      ) : null}
      <ul ref={grid} className={GRID_CLASS}>
        {pages.flatMap(({ page, products }) =>
          products.map((product, index) => (
            <FoundCard
              key={product.id}
              product={product}
              page={page}
              isEager={page === first.page && index < FIRST_CARDS}
            />
          )),
        )}
      </ul>
      <FollowedPrices
        grid={grid}
        filters={filters}
        cards={pages.flatMap(({ products }) => products.map(({ id }) => id)).join()}
      />
      <div ref={end} />
      {isFetchingNextPage ? (
        <div className="mt-2 md:mt-4">
          <GridPlaceholder />
        </div>
      ) : null}
      {isFetchNextPageError ? (
        <div className="mt-4">
          <ErrorNotice onRetry={readNext}>The next sneakers could not be loaded.</ErrorNotice>
        </div>
      ) : null}
      <PageLinks filters={filters} first={first.page} last={last.page} pages={last.pages} />
    </>
  );
}

function BeyondEnd({ filters, last }: { readonly filters: Filters; readonly last: number }) {
  return (
    <p className="mb-4 rounded-card bg-card px-4 py-3">
      There is no page {filters.page}. This is the last one, page {last}.{' '}
      <Link to={paths.browse(addressOf({ ...filters, page: 1 }))} className="underline underline-offset-4">
        Go to the first page
      </Link>
    </p>
  );
}

import { addressOf, type Filters } from '@perkex/core/finding/filters.js';
import { paths } from '../links/paths.js';
import { Link } from '../routing/link.js';
import { shownPageNumbers } from './page-numbers.js';

interface PageLinksProps {
  readonly filters: Filters;
  /** The first and the last page shown. */
  readonly first: number;
  readonly last: number;
  /** The number of pages. */
  readonly pages: number;
}

const LINK_CLASS =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-control px-3 font-semibold tabular-nums hover:bg-card';

/** Links to the pages for clients that do not scroll: crawlers, and browsers without scripts. */
export function PageLinks({ filters, first, last, pages }: PageLinksProps) {
  if (pages === 1) {
    return null;
  }
  const addressOfPage = (page: number) => paths.browse(addressOf({ ...filters, page }));
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap items-center justify-center gap-1">
      {first > 1 ? (
        <Link to={addressOfPage(first - 1)} rel="prev" className={LINK_CLASS}>
          Previous
        </Link>
      ) : null}
      {shownPageNumbers(first, last, pages).map((page, index, numbers) => (
        <span key={page} className="contents">
          {page - (numbers[index - 1] ?? 0) > 1 ? (
            <span aria-hidden className="px-1 text-muted">
              …
            </span>
          ) : null}
          <Link
            to={addressOfPage(page)}
            aria-label={`Page ${page}`}
            aria-current={page >= first && page <= last ? 'page' : undefined}
            className={`${LINK_CLASS} aria-[current]:bg-card`}
          >
            {page}
          </Link>
        </span>
      ))}
      {last < pages ? (
        <Link to={addressOfPage(last + 1)} rel="next" className={LINK_CLASS}>
          Next
        </Link>
      ) : null}
    </nav>
  );
}

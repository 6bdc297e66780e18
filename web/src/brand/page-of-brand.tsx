import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../links/paths.js';
import { cardPlaceholders } from '../products/card-placeholders.js';
import { WIDE_GRID_CLASS } from '../products/products-grid.js';
import { Link } from '../routing/link.js';
import { buttonClass } from '../ui/button.js';
import { ErrorNotice, Placeholder } from '../ui/states.js';

interface PageOfBrandProps<Found> {
  /** Null if there is no such brand or model line. */
  readonly query: UseQueryResult<Found | null>;
  /** The kind of page for the heading if nothing is found: 'brand'. */
  readonly what: string;
  readonly children: (found: Found) => ReactNode;
}

/** The page of a brand or model line, a placeholder while it loads, or an error. */
export function PageOfBrand<Found>({
  query: { data, isError, refetch },
  what,
  children,
}: PageOfBrandProps<Found>) {
  if (data === null) {
    return <NoSuchPage what={what} />;
  }
  if (data !== undefined) {
    return <div className="min-h-dvh">{children(data)}</div>;
  }
  if (isError) {
    return (
      <div className="min-h-dvh">
        <ErrorNotice onRetry={() => void refetch()}>The {what} could not be loaded.</ErrorNotice>
      </div>
    );
  }
  return (
    <div className="min-h-dvh">
      <Placeholder className="mb-5 h-16 w-64" />
      <div className={WIDE_GRID_CLASS}>{cardPlaceholders()}</div>
    </div>
  );
}

function NoSuchPage({ what }: { readonly what: string }) {
  return (
    <div className="flex min-h-dvh flex-col items-start gap-5 md:py-10">
      <h1 className="text-3xl md:text-4xl">There is no such {what}</h1>
      <p>No sneaker here is of this {what}.</p>
      <Link to={paths.brands} className={buttonClass('strong')}>
        See all brands
      </Link>
    </div>
  );
}

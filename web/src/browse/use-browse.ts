import { addressOf, type Filters, filtersFrom, namesTooMuch } from '@perkex/core/finding/filters.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { browseQuery } from '../api/finding.js';
import { paths } from '../links/paths.js';
import { useLocation, useNavigate } from '../routing/hooks.js';

/** The filters of the address, and the products that match. A change of filters adds a history entry. */
export function useBrowse() {
  const { search, key } = useLocation();
  const filters = useMemo(() => filtersFrom(new URLSearchParams(search)), [search]);
  const isCut = useMemo(() => namesTooMuch(new URLSearchParams(search)), [search]);
  const [asked, setAsked] = useState<Asked | null>(null);
  if (asked !== null && asked.at !== key) {
    // The page has loaded. Back returns to the previous filters.
    setAsked(null);
  }
  const navigate = useNavigate();
  const query = useInfiniteQuery(browseQuery(filters));
  return {
    filters,
    /** True if the address had more filters than allowed. */
    isCut,
    /** The latest filters: a checkbox is ticked at once, even while its page loads. */
    asked: asked?.at === key ? asked.filters : filters,
    query,
    choose(next: Filters) {
      setAsked({ at: key, filters: next });
      navigate(paths.browse(addressOf(next)));
    },
  };
}

interface Asked {
  /** The key of the history entry in which the change was made. */
  readonly at: string;
  readonly filters: Filters;
}

export type BrowseQuery = ReturnType<typeof useBrowse>['query'];

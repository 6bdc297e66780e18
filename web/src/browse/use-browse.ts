import { addressOf, type Choices, choicesFrom } from '@perkex/core/finding/choices.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { browseQuery } from '../api/finding.js';
import { paths } from '../links/paths.js';

/** What the address says is chosen, and what fits it. Other choices are another step of the history. */
export function useBrowse() {
  const { search } = useLocation();
  const choices = useMemo(() => choicesFrom(new URLSearchParams(search)), [search]);
  const navigate = useNavigate();
  const query = useInfiniteQuery(browseQuery(choices));
  return { choices, query, choose: (next: Choices) => void navigate(paths.browse(addressOf(next))) };
}

export type BrowseQuery = ReturnType<typeof useBrowse>['query'];

import { searchText } from '@perkex/core/finding/search-text.js';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allFoundQuery } from '../api/all-found.js';
import { matchesOf, type Searching } from '../products/searching.js';
import { useIsAlive } from '../ui/use-is-alive.js';

/** All matches of a text, page by page. @param asked the initial text */
export function useAllFound(asked: string): Searching {
  // The server renders the page without the text of its address.
  const isAlive = useIsAlive();
  const [typed, setText] = useState(asked);
  const text = isAlive ? typed : '';
  const wanted = searchText(text);
  const query = useInfiniteQuery({ ...allFoundQuery(wanted), enabled: wanted !== '' });
  return {
    text,
    setText,
    wanted,
    ...matchesOf(query),
    more: {
      isThere: query.hasNextPage,
      hasFailed: query.isFetchNextPageError,
      load: () => void (query.isFetching || query.fetchNextPage()),
    },
  };
}

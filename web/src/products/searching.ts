import { searchText } from '@perkex/core/finding/search-text.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FoundProducts, searchQuery } from '../api/search.js';

/** A search text and its matches. */
export interface Searching {
  /** The text as typed. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** The text as compared; empty for none. */
  readonly wanted: string;
  readonly found: FoundProducts | undefined;
  /** True while the matches belong to the previous text. */
  readonly isOld: boolean;
  /** True if the matches could not be read. They are read again automatically, and at once by `retry`. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
  /** Null if only the best matches are listed. */
  readonly more: MoreFound | null;
}

/** Loads more matches into the list. */
export interface MoreFound {
  readonly isThere: boolean;
  /** True if the last attempt failed. */
  readonly hasFailed: boolean;
  readonly load: () => void;
}

/** The best matches of a text. */
export function useBestFound(): Searching {
  const [text, setText] = useState('');
  const wanted = searchText(text);
  const query = useQuery({ ...searchQuery(wanted), enabled: wanted !== '' });
  return { text, setText, wanted, ...matchesOf(query), more: null };
}

interface MatchesQuery {
  readonly data: FoundProducts | undefined;
  readonly isPlaceholderData: boolean;
  readonly errorUpdateCount: number;
  readonly refetch: () => Promise<unknown>;
}

/** The state of a query of matches. Without matches, a failure is reported until a later attempt succeeds. */
export function matchesOf({ data, isPlaceholderData, errorUpdateCount, refetch }: MatchesQuery) {
  const hasFailed = errorUpdateCount > 0 && (data === undefined || isPlaceholderData);
  return {
    found: hasFailed ? undefined : data,
    isOld: isPlaceholderData,
    hasFailed,
    retry: () => void refetch(),
  };
}

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
  const { data, isPlaceholderData } = useQuery({ ...searchQuery(wanted), enabled: wanted !== '' });
  return { text, setText, wanted, found: data, isOld: isPlaceholderData, more: null };
}

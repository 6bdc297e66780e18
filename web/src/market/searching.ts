import { searchText } from '@perkex/core/finding/search-text.js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FoundProducts, searchQuery } from '../api/search.js';

/** A text that is searched for, and what it finds. */
export interface Searching {
  /** As it was typed. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** As it is compared; empty for none. */
  readonly wanted: string;
  readonly found: FoundProducts | undefined;
  /** Whether it is what the text before has found. */
  readonly isOld: boolean;
  /** Null where only the best are listed. */
  readonly more: MoreFound | null;
}

/** How the list of what is found grows. */
export interface MoreFound {
  readonly isThere: boolean;
  /** Whether more could not be had when it was last asked for. */
  readonly hasFailed: boolean;
  readonly load: () => void;
}

/** The best that a text finds. */
export function useBestFound(): Searching {
  const [text, setText] = useState('');
  const wanted = searchText(text);
  const { data, isPlaceholderData } = useQuery({ ...searchQuery(wanted), enabled: wanted !== '' });
  return { text, setText, wanted, found: data, isOld: isPlaceholderData, more: null };
}

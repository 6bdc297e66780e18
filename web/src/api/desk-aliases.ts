import type { CallAnswer } from '@perkex/contract/calls.js';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { CURRENT } from './desk.js';
import { actOn } from './save-change.js';

export type SearchAlias = CallAnswer<'deskAliases'>['aliases'][number];
export type AliasPreviews = CallAnswer<'previewAlias'>;

/** The aliases with a text in them; all for none. */
export function aliasesQuery(userId: string, q: string) {
  return queryOptions({
    queryKey: ['deskAliases', userId, q],
    queryFn: ({ signal }) => call('deskAliases', { query: { q } }, signal),
    placeholderData: keepPreviousData,
    ...CURRENT,
  });
}

/** A text to search for, with an alias as if it were saved, or removed if it has no meaning. */
export interface TriedAlias {
  readonly text: string;
  readonly alias: string;
  readonly meaning: string;
}

export function aliasPreviewQuery(userId: string, tried: TriedAlias) {
  return queryOptions({
    queryKey: ['previewAlias', userId, tried.text, tried.alias, tried.meaning],
    queryFn: ({ signal }) => call('previewAlias', { query: { ...tried } }, signal),
    placeholderData: keepPreviousData,
    ...CURRENT,
  });
}

/** Changes search aliases. */
export const actOnAliases = actOn((userId) => [
  ['deskAliases', userId],
  ['previewAlias', userId],
  ['search'],
  ['browse'],
]);

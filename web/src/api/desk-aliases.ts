import type { CallAnswer } from '@perkex/contract/calls.js';
import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from './call-query.js';
import { CURRENT } from './desk.js';
import { actOn } from './save-change.js';

export type SearchAlias = CallAnswer<'deskAliases'>['aliases'][number];
export type AliasPreviews = CallAnswer<'previewAlias'>;

/** The aliases with a text in them; all for none. */
export function aliasesQuery(userId: string, q: string) {
  return callQuery(['deskAliases', userId, q], {
    query: { q },
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
  return callQuery(['previewAlias', userId, tried.text, tried.alias, tried.meaning], {
    query: { ...tried },
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

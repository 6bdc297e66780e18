import type { HelpPage } from '@perkex/contract/help.js';
import { queryOptions } from '@tanstack/react-query';
import { call, RefusalError } from './call.js';

/** The index of the help pages, without their texts. */
export const helpIndexQuery = queryOptions({
  queryKey: ['helpIndex'],
  queryFn: ({ signal }) => call('helpIndex', {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** A help page; null when there is none. */
export function helpQuery(page: string) {
  return queryOptions({
    queryKey: ['help', page],
    queryFn: ({ signal }) => readHelp(page, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readHelp(page: string, signal: AbortSignal): Promise<HelpPage | null> {
  try {
    return await call('help', { params: { page } }, signal);
  } catch (error) {
    if (error instanceof RefusalError && error.code === 'not-found') {
      return null;
    }
    throw error;
  }
}

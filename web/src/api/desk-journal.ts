import type { CallAnswer } from '@perkex/contract/calls.js';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, callForFile } from './call.js';
import { PAGES_BEFORE } from './pages.js';

export type Journal = CallAnswer<'journal'>;
export type JournalAct = Journal['acts'][number];

/** Empty for all. The days are in UTC, both included. */
export interface JournalFilters {
  readonly member: string;
  readonly act: string;
  readonly subject: string;
  readonly from: string;
  readonly to: string;
}

/** The acts of members, newest first, page by page. */
export function journalQuery(userId: string, filters: JournalFilters) {
  return infiniteQueryOptions({
    queryKey: ['journal', userId, new URLSearchParams({ ...filters }).toString()],
    queryFn: ({ pageParam, signal }) => call('journal', { query: { ...filters, ...pageParam } }, signal),
    ...PAGES_BEFORE,
  });
}

/** The newest 5,000 of these acts as a table. */
export function exportJournal(filters: JournalFilters): Promise<Blob> {
  return callForFile('exportJournal', { query: filters });
}

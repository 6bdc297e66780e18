import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { foundOrNull } from './found-or-null.js';

const STALE_MS = 60_000;

/** The close of a day; null for a day that is not over, or before the first sale. @param day YYYY-MM-DD */
export function marketDayQuery(day: string) {
  return queryOptions({
    queryKey: ['marketDay', day],
    queryFn: ({ signal }) => foundOrNull(call('marketDay', { params: { day } }, signal)),
    staleTime: STALE_MS,
  });
}

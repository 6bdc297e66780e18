import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ConnectionError, isSignedOut, RefusalError } from './call.js';
import { isPersonal } from './query-tags.js';

/** Retry interval for a failed read while a screen shows it. */
const RECOVERY_INTERVAL_MS = 5_000;
const READ_RETRIES = 1;
/**
 * The cache of all reads. A failed read is logged, and retried as long as a screen shows it.
 * @param onSignedOut called when the server reports that the session is over, with the user of the query
 */
export function createQueryClient(onSignedOut: (userId: string | null) => void): QueryClient {
  const note = (error: unknown, userId: string | null) => {
    // biome-ignore lint/suspicious/noConsole: section 8 requires a log of failed calls
    console.info(error instanceof Error ? error.message : error);
    if (isSignedOut(error)) {
      onSignedOut(userId);
    }
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        const [, userId] = queryKey;
        note(error, isPersonal(queryKey) && typeof userId === 'string' ? userId : null);
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => note(error, null) }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 10_000,
        retry: (failures, error) => isTransient(error) && failures < READ_RETRIES,
        refetchInterval: recoveryOr(false),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

interface QueryOutcome {
  readonly state: { readonly status: string; readonly error: unknown };
}

/** The refetch interval of a query: short after a failure that may pass, else as given. */
export function recoveryOr(intervalMs: number | false) {
  return ({ state: { status, error } }: QueryOutcome): number | false =>
    status === 'error' && isTransient(error) ? RECOVERY_INTERVAL_MS : intervalMs;
}

/** Removes all cached data of a user and aborts pending saves. */
export function forgetUser(client: QueryClient): void {
  client.getMutationCache().clear();
  client.removeQueries({ predicate: ({ queryKey }) => isPersonal(queryKey) });
}

/** True if the same call may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof RefusalError) {
    return error.status >= 500 || error.code === 'too-many-requests';
  }
  return error instanceof ConnectionError;
}

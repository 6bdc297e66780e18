import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ConnectionError, isSignedOut, RefusalError } from './call.js';

/** How often a failed read is tried again while a screen shows it. */
const RECOVERY_INTERVAL_MS = 5_000;
const READ_RETRIES = 1;
/** Queries about one user, whose id is the second part of the key. */
const USERS_QUERIES: readonly unknown[] = [
  'userData',
  'history',
  'security',
  'emailProof',
  'notices',
  'noticeSettings',
  'watches',
  'hearts',
  'collection',
];

/**
 * The cache of everything that is read. A failed read is logged, and tried again for as long as a screen shows it.
 * @param onSignedOut called when the server says that the session is over, with the user whose data was being read
 */
export function createQueryClient(onSignedOut: (uid: string | null) => void): QueryClient {
  const note = (error: unknown, uid: string | null) => {
    // biome-ignore lint/suspicious/noConsole: section 8 wants failed calls in the log
    console.info(error instanceof Error ? error.message : error);
    if (isSignedOut(error)) {
      onSignedOut(uid);
    }
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey: [name, uid] }) {
        note(error, USERS_QUERIES.includes(name) && typeof uid === 'string' ? uid : null);
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

/** When a query is read again: soon after a failure that may pass, else as often as told. */
export function recoveryOr(intervalMs: number | false) {
  return ({ state: { status, error } }: QueryOutcome): number | false =>
    status === 'error' && isTransient(error) ? RECOVERY_INTERVAL_MS : intervalMs;
}

/** Forgets everything that was read for one user, and what was being saved: its calls are cut. */
export function forgetUser(client: QueryClient): void {
  client.getMutationCache().clear();
  for (const name of USERS_QUERIES) {
    client.removeQueries({ queryKey: [name] });
  }
}

/** Whether the same call may work a moment later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof RefusalError) {
    return error.status >= 500 || error.code === 'too-many-requests';
  }
  return error instanceof ConnectionError;
}

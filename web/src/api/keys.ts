import type { AgentCall } from '@perkex/contract/agent-calls.js';
import type { CallAnswer } from '@perkex/contract/calls.js';
import type { KeyTerms, NewKey, OwnKey } from '@perkex/contract/keys.js';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { callQuery } from './call-query.js';
import { PAGES_BEFORE } from './pages.js';
import { saveChange } from './save-change.js';

export type { AgentCall, KeyTerms, NewKey, OwnKey };

/** The user's API keys, newest first. */
export function keysQuery(userId: string) {
  return callQuery(['keys', userId], {
    enabled: userId !== '',
    // Programs use keys in the meantime.
    refetchOnMount: 'always',
  });
}

/** The calls of agents with keys of the user, newest first, page by page. */
export function agentCallsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: ['agentCalls', userId],
    queryFn: ({ pageParam, signal }) => call('agentCalls', { query: pageParam }, signal),
    ...PAGES_BEFORE,
    enabled: userId !== '',
    refetchOnMount: 'always',
  });
}

/**
 * Makes a key. It is sent once: without an answer, a key that was made is in the list, but its text is lost.
 * @throws RefusalError, ConnectionError
 */
export async function makeKey(
  client: QueryClient,
  userId: string,
  terms: NewKey,
): Promise<CallAnswer<'makeKey'>> {
  try {
    return await call('makeKey', { body: { uid: userId, ...terms } });
  } finally {
    void reread(client, userId)();
  }
}

/** @throws RefusalError, ConnectionError */
export async function changeKey(
  client: QueryClient,
  userId: string,
  key: string,
  terms: KeyTerms,
): Promise<void> {
  await saveChange(() => call('changeKey', { body: { uid: userId, key, ...terms } }), reread(client, userId));
}

/** @throws RefusalError, ConnectionError */
export async function revokeKey(client: QueryClient, userId: string, key: string): Promise<void> {
  await saveChange(() => call('revokeKey', { body: { uid: userId, key } }), reread(client, userId));
}

function reread(client: QueryClient, userId: string): () => Promise<void> {
  return () => client.invalidateQueries({ queryKey: keysQuery(userId).queryKey });
}

import type { AgentCall } from '@perkex/contract/agent-calls.js';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from './call.js';

export type { AgentCall };

/** The calls of agents with keys of the user, newest first, page by page. */
export function agentCallsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: ['agentCalls', userId],
    queryFn: ({ pageParam, signal }) =>
      call('agentCalls', { query: pageParam === null ? {} : { before: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: userId !== '',
    refetchOnMount: 'always',
  });
}

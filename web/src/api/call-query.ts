import type { CallName } from '@perkex/contract/call-addresses.js';
import type { CallAnswer, CallInput } from '@perkex/contract/calls.js';
import { type QueryKey, queryOptions, type UnusedSkipTokenOptions } from '@tanstack/react-query';
import { call } from './call.js';

type KeyOf<Name extends CallName> = QueryKey & readonly [Name, ...unknown[]];

type Options<Name extends CallName, Key extends KeyOf<Name>, Data> = Omit<
  UnusedSkipTokenOptions<CallAnswer<Name>, Error, Data, Key>,
  'queryKey' | 'queryFn'
>;

/** The query of the call that its key names. @param request the input of the call, and the options of the query */
export function callQuery<Name extends CallName, const Key extends KeyOf<Name>, Data = CallAnswer<Name>>(
  queryKey: Key & readonly [Name, ...unknown[]],
  request: CallInput<Name> & Options<Name, Key, Data>,
) {
  // A call ignores the options, and a query the input.
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) => call(queryKey[0], request, signal);
  return queryOptions({ ...request, queryKey, queryFn });
}

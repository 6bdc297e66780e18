import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProofNeeded } from '../api/call.js';
import { faultOf } from '../api/fault-of.js';
import { useDashboardUserId } from '../user/user.js';

/** A change of the user's settings, which may ask to verify the session first. */
export function useVerifiedChange<Input, Result>(
  act: (client: QueryClient, userId: string, input: Input) => Promise<Result>,
  onDone: (result: Result) => void,
) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  /** The change while the session is being verified. */
  const [unproved, setUnproved] = useState<{ readonly input: Input } | null>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (input: Input) => act(client, userId, input),
    onSuccess: onDone,
    onError: (refusal, input) => {
      if (isProofNeeded(refusal)) {
        setUnproved({ input });
      }
    },
  });
  return {
    mutate,
    isPending,
    reset,
    fault: isProofNeeded(error) ? null : faultOf(error),
    /** Null unless the session has to be verified now. */
    verification:
      unproved === null
        ? null
        : {
            onProved() {
              setUnproved(null);
              mutate(unproved.input);
            },
            onCancel: () => setUnproved(null),
          },
  };
}

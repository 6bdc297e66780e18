import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isProofNeeded } from '../api/call.js';
import { faultOf } from '../api/fault-of.js';
import { VerificationDialog } from '../identity/verification/verification-dialog.js';
import { useDashboardUserId } from './user.js';

interface VerifiedChangeOptions<Result> {
  /** Why the session has to be verified. */
  readonly reason: string;
  readonly onDone: (result: Result) => void;
  /** Called if the session is not verified. */
  readonly onCancel?: () => void;
}

/** A change of the user's settings, which may ask to verify the session first. */
export function useVerifiedChange<Result, Input = void>(
  act: (client: QueryClient, userId: string, input: Input) => Promise<Result>,
  { reason, onDone, onCancel }: VerifiedChangeOptions<Result>,
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
    /** The dialog that verifies the session; null unless it has to be verified now. */
    verification:
      unproved === null ? null : (
        <VerificationDialog
          reason={reason}
          onProved={() => {
            setUnproved(null);
            mutate(unproved.input);
          }}
          onCancel={() => {
            setUnproved(null);
            onCancel?.();
          }}
        />
      ),
  };
}

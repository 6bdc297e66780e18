import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { isProofNeeded } from '../api/call.js';
import { faultOf } from '../api/fault-of.js';
import { useVerification } from '../identity/verification/use-verification.js';
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
  const { askForProof, verification } = useVerification({ reason, onCancel });
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (input: Input) => act(client, userId, input),
    onSuccess: onDone,
    onError: (refusal, input) => {
      if (isProofNeeded(refusal)) {
        askForProof(() => mutate(input));
      }
    },
  });
  return {
    mutate,
    isPending,
    reset,
    fault: isProofNeeded(error) ? null : faultOf(error),
    verification,
  };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isSignedOut } from '../../api/call.js';
import { decideUser, type UserDecision } from '../../api/desk-users.js';
import { useUserId } from '../../identity/session/auth-store.js';

/** The decisions of the member about a user. */
export function useUserDecisions(user: string) {
  const client = useQueryClient();
  const uid = useUserId();
  // The second press of a double click comes before the button is drawn as busy.
  const isUnderWay = useRef(false);
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (decision: UserDecision) => decideUser(client, uid, user, decision),
  });
  return {
    isBusy: isPending,
    /** Why the last decision was not made, or may not have been; null if it was. */
    fault: error === null || isSignedOut(error) ? null : error.message,
    /** @returns whether it was made */
    async decide(decision: UserDecision): Promise<boolean> {
      if (isUnderWay.current) {
        return false;
      }
      isUnderWay.current = true;
      try {
        await mutateAsync(decision);
        return true;
      } catch {
        return false;
      } finally {
        isUnderWay.current = false;
      }
    },
  };
}

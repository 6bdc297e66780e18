import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isSignedOut } from '../api/call.js';
import { type DecidedMemberStep, type DeskDeal, takeMemberStep } from '../api/desk.js';
import { useUserId } from '../identity/session/auth-store.js';

/** The steps of a deal on the screen of a member. */
export function useMemberSteps(deal: DeskDeal) {
  const client = useQueryClient();
  const userId = useUserId();
  // The second press of a double click comes before the button is drawn as busy.
  const isUnderWay = useRef(false);
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (decided: DecidedMemberStep) => takeMemberStep(client, userId, deal, decided),
  });
  return {
    isBusy: isPending,
    /** Why the last step was not taken, or may not have been; null if it was. */
    fault: error === null || isSignedOut(error) ? null : error.message,
    /** @returns whether the step was taken */
    async take(decided: DecidedMemberStep): Promise<boolean> {
      if (isUnderWay.current) {
        return false;
      }
      isUnderWay.current = true;
      try {
        await mutateAsync(decided);
        return true;
      } catch {
        return false;
      } finally {
        isUnderWay.current = false;
      }
    },
  };
}

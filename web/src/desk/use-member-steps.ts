import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DecidedMemberStep, type DeskDeal, takeMemberStep } from '../api/desk.js';
import { faultOf } from '../api/fault-of.js';
import { useUserId } from '../identity/session/auth-store.js';
import { useOneAtATime } from '../ui/use-one-at-a-time.js';

/** The steps of a deal on the screen of a member. */
export function useMemberSteps(deal: DeskDeal) {
  const client = useQueryClient();
  const userId = useUserId();
  const oneAtATime = useOneAtATime();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (decided: DecidedMemberStep) => takeMemberStep(client, userId, deal, decided),
  });
  return {
    isBusy: isPending,
    /** Why the last step was not taken, or may not have been; null if it was. */
    fault: faultOf(error),
    /** @returns whether the step was taken */
    take: (decided: DecidedMemberStep): Promise<boolean> =>
      oneAtATime(
        () =>
          mutateAsync(decided).then(
            () => true,
            () => false,
          ),
        false,
      ),
  };
}

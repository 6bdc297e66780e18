import { actOnDeal, type DecidedMemberStep, type DeskDeal, takeMemberStep } from '../api/desk.js';
import { useUserId } from '../identity/session/auth-store.js';
import { useActs } from './use-acts.js';

/** The steps of a deal on the screen of a member. */
export function useMemberSteps(deal: DeskDeal) {
  const userId = useUserId();
  const { isBusy, fault, forget, run } = useActs(actOnDeal(deal.code));
  return {
    isBusy,
    /** Why the last step was not taken, or may not have been; null if it was. */
    fault,
    forget,
    /** @returns whether the step was taken */
    take: async (decided: DecidedMemberStep): Promise<boolean> =>
      (await run(() => takeMemberStep(userId, deal, decided))) !== null,
  };
}

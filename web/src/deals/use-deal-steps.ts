import type { DealStep } from '@perkex/contract/deals.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isSignedOut, RefusalError } from '../api/call.js';
import { type OwnDeal, takeDealStep } from '../api/deals.js';
import { newOrderId } from '../api/order-id.js';
import { useDashboardUserId } from '../user/user.js';

/** `unknown`: no answer arrived, so the step may have been taken. `ignored`: another step is under way. */
type Outcome = 'taken' | 'refused' | 'unknown' | 'ignored';

/**
 * The steps of a deal on a screen. The same step of the same version is sent under the same id, so that it counts once,
 * however often it is pressed.
 */
export function useDealSteps({ id: dealId, version }: OwnDeal) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  // The second press of a double click comes before the button is drawn as busy.
  const isUnderWay = useRef(false);
  const [ids] = useState(() => new Map<string, string>());
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (step: DealStep) => {
      const key = `${version} ${JSON.stringify(step)}`;
      const id = ids.get(key) ?? newOrderId();
      ids.set(key, id);
      return takeDealStep(client, userId, { id, step, deal: { id: dealId, version } });
    },
  });
  return {
    isBusy: isPending,
    /** Why the last step was not taken, or may not have been; null if it was. */
    fault: error === null || isSignedOut(error) ? null : error.message,
    async take(step: DealStep): Promise<Outcome> {
      if (isUnderWay.current) {
        return 'ignored';
      }
      isUnderWay.current = true;
      try {
        await mutateAsync(step);
        return 'taken';
      } catch (refusal) {
        return refusal instanceof RefusalError ? 'refused' : 'unknown';
      } finally {
        isUnderWay.current = false;
      }
    },
  };
}

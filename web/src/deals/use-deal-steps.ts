import type { DealStep } from '@perkex/contract/deals.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RefusalError } from '../api/call.js';
import { dealQuery, type OwnDeal, takeDealStep } from '../api/deals.js';
import { faultOf } from '../api/fault-of.js';
import { newOrderId } from '../api/order-id.js';
import { useOneAtATime } from '../ui/use-one-at-a-time.js';
import { useDashboardUserId } from '../user/user.js';

/** `unknown`: no answer arrived, so the step may have been taken. `ignored`: another step is under way. */
type Outcome = 'taken' | 'refused' | 'unknown' | 'ignored';

/** True if an event between these two has changed nothing that the user sees or may do. */
function isSameToUser(before: OwnDeal, after: OwnDeal): boolean {
  return JSON.stringify({ ...before, version: after.version }) === JSON.stringify(after);
}

/**
 * The steps of a deal on a screen. The same step of the same version is sent under the same id, so that it counts once,
 * however often it is pressed. Events that the user need not see change the version, too, such as a payment to the
 * other side: a step that was refused for one of these is sent again.
 */
export function useDealSteps(deal: OwnDeal) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const oneAtATime = useOneAtATime();
  const [ids] = useState(() => new Map<string, string>());
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: async (step: DealStep) => {
      try {
        await send(step, deal);
      } catch (error) {
        const isRefused = error instanceof RefusalError && error.code === 'step-refused';
        const now = isRefused ? await client.fetchQuery(dealQuery(userId, deal.id)).catch(() => null) : null;
        if (now === null || now.version === deal.version || !isSameToUser(deal, now)) {
          throw error;
        }
        await send(step, now);
      }
    },
  });

  function send(step: DealStep, { id: dealId, version }: OwnDeal): Promise<void> {
    const key = `${version} ${JSON.stringify(step)}`;
    const id = ids.get(key) ?? newOrderId();
    ids.set(key, id);
    return takeDealStep(client, userId, { id, step, deal: { id: dealId, version } });
  }

  return {
    isBusy: isPending,
    /** Why the last step was not taken, or may not have been; null if it was. */
    fault: faultOf(error),
    /** Forgets why the last step was not taken. */
    forget: reset,
    take: (step: DealStep): Promise<Outcome> =>
      oneAtATime<Outcome>(async () => {
        try {
          await mutateAsync(step);
          return 'taken';
        } catch (refusal) {
          return refusal instanceof RefusalError ? 'refused' : 'unknown';
        }
      }, 'ignored'),
  };
}

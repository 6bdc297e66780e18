import { useMutation, useQueryClient } from '@tanstack/react-query';
import { faultOf } from '../../api/fault-of.js';
import { replayEvents } from '../../api/webhooks.js';
import { showActionSuccess } from '../../ui/toast.js';
import { useDashboardUserId } from '../../user/user.js';

/** The numbers of the first and the last event. */
export interface EventRange {
  readonly from: number;
  readonly to: number;
}

/** Sends events of a webhook again. */
export function useReplay(webhook: string, onDone: () => void = () => {}) {
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (range: EventRange) => replayEvents(client, userId, webhook, range),
    onSuccess(events) {
      showActionSuccess(events === 1 ? 'One event is sent again.' : `${events} events are sent again.`);
      onDone();
    },
  });
  return { replay: mutate, isPending, fault: faultOf(error) };
}

import { useEffect } from 'react';
import { keepAwaitingOrder } from '../session/awaiting-order.js';
import { useUnprovedEmail } from '../session/email-proof.js';
import type { Review, UnfinishedOrder } from '../session/unfinished-order.js';

/**
 * Keeps the order under review while its user has to prove their e-mail: the link of the mail leads back to it.
 * @returns whether it waits for that
 */
export function useAwaitingOrder(order: UnfinishedOrder, { id, uid }: Review): boolean {
  const isAwaiting = useUnprovedEmail() !== null;
  useEffect(() => {
    if (isAwaiting) {
      keepAwaitingOrder({ ...order, uid, reviewId: id });
    }
  }, [isAwaiting, order, uid, id]);
  return isAwaiting;
}

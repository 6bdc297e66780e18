import { useEffect } from 'react';
import type { ReviewedOrder } from '../api/orders.js';
import { useUnprovedEmail } from '../session/email-proof.js';
import { keepAwaitingOrder } from '../session/unfinished-order.js';

/**
 * Keeps the order under review while its user has to prove their e-mail: the link of the mail leads back to it.
 * @returns whether it waits for that
 */
export function useAwaitingOrder(order: ReviewedOrder): boolean {
  const isAwaiting = useUnprovedEmail() !== null;
  useEffect(() => {
    if (isAwaiting) {
      keepAwaitingOrder(order);
    }
  }, [isAwaiting, order]);
  return isAwaiting;
}

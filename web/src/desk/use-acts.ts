import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isSignedOut } from '../api/call.js';
import { useUserId } from '../identity/session/auth-store.js';

/** Acts, and reads again what has changed. */
type ActOn<Answers> = (client: QueryClient, userId: string, act: () => Promise<Answers>) => Promise<unknown>;

/** The acts of a member on a page, one at a time. @param actOn such as `actOnMoney` */
export function useActs<Answers>(actOn: ActOn<Answers>) {
  const client = useQueryClient();
  const userId = useUserId();
  // The second press of a double click comes before the button is drawn as busy.
  const isUnderWay = useRef(false);
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (act: () => Promise<Answers>) => actOn(client, userId, act),
  });
  return {
    isBusy: isPending,
    /** Why the last act was not done; null if it was. */
    error,
    /** Forgets why the last act was not done. */
    forget: reset,
    /** Why the last act was not done, or may not have been; null if it was. */
    fault: error === null || isSignedOut(error) ? null : error.message,
    /** @returns its answer, or null if it was not done */
    async run<Answer extends Answers>(act: () => Promise<Answer>): Promise<Answer | null> {
      if (isUnderWay.current) {
        return null;
      }
      isUnderWay.current = true;
      try {
        return (await mutateAsync(act)) as Answer;
      } catch {
        return null;
      } finally {
        isUnderWay.current = false;
      }
    },
  };
}

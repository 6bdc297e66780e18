import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { faultOf } from '../api/fault-of.js';
import { useUserId } from '../identity/session/auth-store.js';
import { useOneAtATime } from '../ui/use-one-at-a-time.js';

/** Acts, and reads again what has changed. */
type ActOn<Answers> = (client: QueryClient, userId: string, act: () => Promise<Answers>) => Promise<unknown>;

/** The acts of a member on a page, one at a time. @param actOn such as `actOnMoney` */
export function useActs<Answers>(actOn: ActOn<Answers>) {
  const client = useQueryClient();
  const userId = useUserId();
  const oneAtATime = useOneAtATime();
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
    fault: faultOf(error),
    /** @returns its answer, or null if it was not done, and then `onDone` is not called */
    async run<Answer extends Answers>(
      act: () => Promise<Answer>,
      onDone?: (answer: Answer) => void,
    ): Promise<Answer | null> {
      const answer = await oneAtATime(async () => {
        try {
          return (await mutateAsync(act)) as Answer;
        } catch {
          return null;
        }
      }, null);
      if (answer !== null) {
        onDone?.(answer);
      }
      return answer;
    },
  };
}

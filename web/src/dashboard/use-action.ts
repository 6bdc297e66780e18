import type { UserData } from '@perkex/contract/user-data.js';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ConnectionError, isSignedOut } from '../api/call.js';
import { mayPass } from '../api/query-client.js';
import { invalidateUserData, userDataQuery } from '../api/user-data.js';
import { useDashboardUid } from './user.js';

/** How often a change is sent again while no answer comes. Sent twice, it counts as once. */
const RETRIES = 3;

interface Action<Input> {
  readonly call: (uid: string, input: Input) => Promise<string>;
  /** The user's data as they are after it, shown at once when the server has confirmed it. */
  readonly change: (data: UserData, input: Input) => UserData;
  readonly showAnswer: (sentence: string) => void;
  readonly showFault: (sentence: string) => void;
  /** Has read again what it changes, however it ended; without it, the user's data alone. */
  readonly refresh?: (client: QueryClient) => Promise<void>;
}

/** A change of the user's data: sent, shown when it is confirmed, and read again however it ended. */
export function useAction<Input>({
  call,
  change,
  showAnswer,
  showFault,
  refresh = invalidateUserData,
}: Action<Input>) {
  const client = useQueryClient();
  const uid = useDashboardUid();
  return useMutation({
    mutationFn: (input: Input) => call(uid, input),
    retry: (failures, error) => mayPass(error) && failures < RETRIES,
    onSuccess(answer, input) {
      client.setQueryData(userDataQuery(uid).queryKey, (data) => data && change(data, input));
      showAnswer(answer);
    },
    onError(error) {
      // Whoever is signed out is told so for every call at once, and sent to the login.
      if (!isSignedOut(error)) {
        showFault(sentenceOf(error));
      }
    },
    onSettled() {
      void refresh(client);
    },
  });
}

function sentenceOf(error: Error): string {
  return error instanceof ConnectionError ? `${error.message} Please try again.` : error.message;
}

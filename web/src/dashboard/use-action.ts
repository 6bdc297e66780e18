import type { UserData } from '@perkex/contract/user-data.js';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ConnectionError, isProofNeeded, isSignedOut } from '../api/call.js';
import { isTransient } from '../api/query-client.js';
import { invalidateUserData, userDataQuery } from '../api/user-data.js';
import { useDashboardUid } from './user.js';

/** How often a change is sent again if no answer comes. Sent twice, it counts once. */
const RETRIES = 3;

interface Action<Input> {
  readonly call: (uid: string, input: Input) => Promise<string>;
  /** The user's data after the change, shown as soon as the server has confirmed it. */
  readonly change: (data: UserData, input: Input) => UserData;
  readonly showAnswer: (sentence: string) => void;
  readonly showError: (sentence: string) => void;
  /** Asks for a proof, after which the same may be sent again. */
  readonly askForProof?: (input: Input) => void;
  /** Has everything read again that the action may have changed; by default the user's data. */
  readonly refresh?: (client: QueryClient) => Promise<void>;
}

/** A change of the user's data. The data are read again afterwards, whether it succeeded or not. */
export function useAction<Input>({
  call,
  change,
  showAnswer,
  showError,
  askForProof,
  refresh = invalidateUserData,
}: Action<Input>) {
  const client = useQueryClient();
  const uid = useDashboardUid();
  return useMutation({
    mutationFn: (input: Input) => call(uid, input),
    retry: (failures, error) => isTransient(error) && failures < RETRIES,
    onSuccess(answer, input) {
      client.setQueryData(userDataQuery(uid).queryKey, (data) => data && change(data, input));
      showAnswer(answer);
    },
    onError(error, input) {
      if (askForProof && isProofNeeded(error)) {
        askForProof(input);
        return;
      }
      // A signed-out user has been told already, and sent to the login page.
      if (!isSignedOut(error)) {
        showError(sentenceOf(error));
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

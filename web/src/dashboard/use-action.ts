import type { UserData } from '@perkex/contract/user-data.js';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ConnectionError, isSignedOut } from '../api/call.js';
import { isTransient } from '../api/query-client.js';
import type { SaveQueues } from '../api/save-queue.js';
import { invalidateUserData, userDataQuery } from '../api/user-data.js';
import { useDashboardUid } from './user.js';

/** How often a change is sent again if no answer comes. Sent twice, it counts once. */
const RETRIES = 3;

interface Action<Choice> {
  readonly saves: SaveQueues<Choice>;
  /** Which of the queues. */
  readonly thing: string;
  readonly call: (uid: string, choice: Choice) => Promise<string>;
  /** The user's data after the change, shown as soon as the server has confirmed it. */
  readonly change: (data: UserData, choice: Choice) => UserData;
  readonly showAnswer: (sentence: string) => void;
  readonly showError: (sentence: string) => void;
  /** Goes on after an answer, unless the screen has been left. */
  readonly goOn?: () => void;
  /**
   * Asks the user for what a refusal says is needed, unless the screen has been left.
   * @returns whether it does
   */
  readonly askBack?: (refusal: Error, choice: Choice) => boolean;
  /** Has everything read again that the action may have changed; by default the user's data. */
  readonly refresh?: (client: QueryClient) => Promise<void>;
}

/**
 * A change of the user's data, saved in its queue. The data are read again afterwards, whether it succeeded or not.
 * @returns the newest choice until it is saved, and what makes one
 */
export function useAction<Choice>(action: Action<Choice>) {
  const { saves, thing, call, change, refresh = invalidateUserData } = action;
  const client = useQueryClient();
  const uid = useDashboardUid();
  const isThere = useIsThere();

  async function act(choice: Choice): Promise<void> {
    try {
      const answer = await saves.save(client, thing, choice, {
        async send() {
          const sentence = await call(uid, choice);
          client.setQueryData(userDataQuery(uid).queryKey, (data) => data && change(data, choice));
          return sentence;
        },
        refresh: () => refresh(client),
        retry: (failures, error) => isTransient(error) && failures < RETRIES,
      });
      if (answer !== null) {
        action.showAnswer(answer);
        if (isThere.current) {
          action.goOn?.();
        }
      }
    } catch (error) {
      const isAsked = isThere.current && action.askBack?.(error as Error, choice);
      // A signed-out user has been told already, and sent to the login page.
      if (!isAsked && !isSignedOut(error)) {
        action.showError(sentenceOf(error as Error));
      }
    }
  }

  return { newest: saves.useNewest(thing), act: (choice: Choice) => void act(choice) };
}

function useIsThere() {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}

function sentenceOf(error: Error): string {
  return error instanceof ConnectionError ? `${error.message} Please try again.` : error.message;
}

import type { UserData } from '@perkex/contract/user-data.js';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ConnectionError, isSignedOut } from '../api/call.js';
import { isTransient } from '../api/query-client.js';
import type { SaveQueues } from '../api/save-queue.js';
import { invalidateUserData, userDataQuery } from '../api/user-data.js';
import { useDashboardUserId } from './user.js';

/** The number of retries of a change without a response. Sent twice, it counts once. */
const RETRIES = 3;

interface Action<Choice> {
  readonly saves: SaveQueues<Choice>;
  /** The key of the queue. */
  readonly thing: string;
  readonly call: (userId: string, choice: Choice) => Promise<string>;
  /** The user's data after the change, shown as soon as the server has confirmed it. */
  readonly change: (data: UserData, choice: Choice) => UserData;
  readonly showAnswer: (sentence: string) => void;
  readonly showError: (sentence: string) => void;
  /** Called after a success, unless the user has left the screen. */
  readonly goOn?: () => void;
  /**
   * Asks the user for the requirement of a refusal, unless the user has left the screen.
   * @returns true if it asks
   */
  readonly askBack?: (refusal: Error, choice: Choice) => boolean;
  /** Refetches everything that the action may have changed; by default the user's data. */
  readonly refresh?: (client: QueryClient) => Promise<void>;
}

/**
 * A change of the user's data, saved in its queue. The data are refetched afterwards, whether it succeeded or not.
 * @returns the newest choice until it is saved, and a function to make one
 */
export function useAction<Choice>(action: Action<Choice>) {
  const { saves, thing, call, change, refresh = invalidateUserData } = action;
  const client = useQueryClient();
  const userId = useDashboardUserId();
  const isThere = useIsThere();

  async function act(choice: Choice): Promise<void> {
    try {
      const answer = await saves.save(client, thing, choice, {
        async send() {
          const sentence = await call(userId, choice);
          client.setQueryData(userDataQuery(userId).queryKey, (data) => data && change(data, choice));
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
      // A signed-out user already got a message and was redirected to the login page.
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

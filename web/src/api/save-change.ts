import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ConnectionError } from './call.js';
import { isTransient } from './query-client.js';

const RETRIES = 3;
const FIRST_PAUSE_MS = 300;

/**
 * Makes a change that counts once however often it is sent. Afterwards the data that it may have changed are refetched;
 * only a success waits for that.
 * @throws as `sendUntilAnswered`
 */
export async function saveChange<Answer>(
  change: () => Promise<Answer>,
  readAgain: () => Promise<void>,
): Promise<Answer> {
  try {
    const answer = await sendUntilAnswered(change);
    await readAgain();
    return answer;
  } catch (error) {
    void readAgain();
    throw error;
  }
}

/** Refetches the queries whose keys begin with one of these. */
export async function refetch(client: QueryClient, ...queryKeys: readonly QueryKey[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/**
 * Makes a change of the desk, which counts once however often it is sent. Afterwards the queries whose keys begin with
 * one of these are refetched, whether it succeeded or not.
 * @throws RefusalError, ConnectionError
 */
export function actOn(queryKeys: (userId: string) => readonly QueryKey[]) {
  return <Answer>(client: QueryClient, userId: string, act: () => Promise<Answer>): Promise<Answer> =>
    saveChange(act, () => refetch(client, ...queryKeys(userId)));
}

const MAY_BE_SAVED = 'The connection to PerkeX is lost, and we do not know whether this was saved.';

/**
 * Sends a change, and again a few times if no response arrives.
 * @throws RefusalError; ConnectionError with the message that the change may have been saved
 */
export async function sendUntilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      if (failures === RETRIES || !isTransient(error)) {
        throw error instanceof ConnectionError ? new ConnectionError(MAY_BE_SAVED) : error;
      }
    }
    await new Promise((done) => setTimeout(done, FIRST_PAUSE_MS * 2 ** failures));
  }
}

import { ConnectionError } from './call.js';
import { isTransient } from './query-client.js';

const RETRIES = 3;
const FIRST_PAUSE_MS = 300;

/**
 * Makes a change that counts once however often it is sent: again while no answer comes. What it may have changed is read
 * again in any case; only a success waits for that.
 * @throws RefusalError; ConnectionError that says that the change may have been saved
 */
export async function saveChange<Answer>(
  change: () => Promise<Answer>,
  readAgain: () => Promise<void>,
): Promise<Answer> {
  try {
    const answer = await resent(change);
    await readAgain();
    return answer;
  } catch (error) {
    void readAgain();
    throw error instanceof ConnectionError ? new ConnectionError(MAY_BE_SAVED) : error;
  }
}

const MAY_BE_SAVED = 'The connection to PerkeX is lost, and we do not know whether this was saved.';

async function resent<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await change();
    } catch (error) {
      if (failures === RETRIES || !isTransient(error)) {
        throw error;
      }
    }
    await new Promise((done) => setTimeout(done, FIRST_PAUSE_MS * 2 ** failures));
  }
}

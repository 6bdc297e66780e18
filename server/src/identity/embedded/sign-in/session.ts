import { BusyError } from '../../../errors/busy-error.js';
import { type AnswerIdentityCall, requireOwnOrigin } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import { endSession, readSession } from '../base/sessions.js';

/** Reads and ends the browser's session. */
export function sessionOfBrowser(
  answer: AnswerIdentityCall,
  { pool, sessions, publicUrl, cookies: { session: cookie, signedInAccounts } }: IdentityContext,
): void {
  answer(
    'signOut',
    async ({ request, reply }) => {
      const token = cookie.read(request.headers.cookie);
      if (token !== null) {
        await sessions.transaction((tx) => endSession(tx, token));
      }
      cookie.remove(reply);
      return { success: true };
    },
    [requireOwnOrigin(publicUrl)],
  );

  answer('session', async ({ request, reply }) => {
    const token = cookie.read(request.headers.cookie);
    if (token === null) {
      return null;
    }
    // A session that cannot be read may still be valid.
    const session = await readSession(pool, token, cookie.isForgetful(request)).catch(() => {
      throw new BusyError('The session could not be read.');
    });
    if (!session) {
      cookie.remove(reply);
      return null;
    }
    if (session.isRefreshed) {
      cookie.plant(reply, token, true);
      signedInAccounts.note(reply, session.answer.user.id);
    }
    return session.answer;
  });
}

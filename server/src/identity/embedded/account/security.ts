import { statement } from '../../../database/statement.js';
import type { NoteChange } from '../base/account-changes.js';
import { noteEvent, originOf, readEvents } from '../base/account-events.js';
import type { Asked } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import type { RecognisedDevices } from '../base/recognised-devices.js';
import type { SessionChanges } from '../base/session-changes.js';
import { endOtherSessions, endOwnSession, openSessions } from '../base/sessions.js';
import { lockUser } from '../base/users.js';
import { factorsOf } from '../factors/challenges.js';
import { githubName, unlinkGithub } from '../github/github-users.js';
import { refuseGuessable } from '../passwords/guessable-passwords.js';
import { passwordHashing } from '../passwords/password-hash.js';
import type { AccountOwner, OwnCalls } from './account-owner.js';
import { endAllElse } from './end-all-else.js';

/** The user's own view of their login, ending their sessions, and setting a new password. */
export function accountSecurity(
  { answer, answerProved, refusePassword, noteOf }: OwnCalls,
  { pool, sessions, cookies, semaphore, passwordCost }: IdentityContext,
  recognisedDevices: RecognisedDevices,
): void {
  const deviceOf = ({ request }: Asked) => cookies.trustedDevice.read(request.headers.cookie);

  answer('security', async ({ userId, email, passwordHash, sessionId }) => {
    const [{ has_app: app, phone, recovery_codes: recoveryCodes }, github, sessions] = await Promise.all([
      factorsOf(pool, userId, null),
      githubName(pool, userId),
      openSessions(pool, userId, sessionId),
    ]);
    return { email, hasPassword: passwordHash !== null, github, app, phone, recoveryCodes, sessions };
  });

  answer('events', async ({ userId }) => ({ events: await readEvents(pool, userId) }));

  answer('endSession', async ({ userId }, asked) => {
    const isEnded = await endOwnSession(sessions, userId, asked.body.id, {
      origin: originOf(asked.request),
      ownDevice: deviceOf(asked),
    });
    return isEnded ? { status: true } : { refused: 'NO_SUCH_SESSION' };
  });

  answer('endOtherSessions', async ({ userId, sessionId }, asked) => {
    await sessions.transaction(async (tx) => {
      await lockUser(tx, userId);
      await endOtherSessions(tx, userId, sessionId, deviceOf(asked));
      await noteEvent(tx, userId, 'sessions-ended', originOf(asked.request));
    });
    return { status: true };
  });

  answerProved('unlinkGithub', async (owner, asked) => {
    await unlinkGithub(pool, owner.userId, noteOf(owner, asked));
    return { status: true };
  });

  answer('changePassword', async (owner, asked) => {
    const { email, userId } = owner;
    const { body, request, reply, address } = asked;
    const refusal = (await refuseGuessable(body.newPassword, email)) ?? (await refusePassword(owner, asked));
    if (refusal) {
      return refusal;
    }
    const isKnown = (await recognisedDevices.find(request.headers.cookie, email)) !== null;
    const hash = await semaphore.run({ isKnown: true, address, account: userId }, () =>
      passwordHashing.hash(body.newPassword, passwordCost),
    );
    const note = noteOf(owner, asked);
    if (!(await setPassword(sessions, owner, hash, note, deviceOf(asked)))) {
      return { refused: 'PASSWORD_CHANGED' };
    }
    if (isKnown) {
      await recognisedDevices.mark(reply, email);
    }
    return { status: true };
  });
}

const REPLACE_PASSWORD = statement({
  name: 'identity-replace-password',
  text: `update identity_logins set password = $3, updated_at = now()
         where user_id = $1 and provider_id = 'credential' and password = $2`,
});

/** Sets the new password if the old one is unchanged, and ends everything that the old one started. */
function setPassword(
  sessions: SessionChanges,
  { userId, sessionId, passwordHash }: AccountOwner,
  newHash: string,
  note: NoteChange,
  ownDevice: string | null,
): Promise<boolean> {
  return sessions.transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await REPLACE_PASSWORD.run(tx, [userId, passwordHash, newHash])) !== 1) {
      return false;
    }
    await endAllElse(tx, { userId, sessionId }, ownDevice);
    await note(tx, 'password-changed');
    return true;
  });
}

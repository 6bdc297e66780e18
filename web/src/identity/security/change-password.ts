import type { IdentityAnswer } from '@perkex/contract/identity-calls.js';
import { ConnectionError } from '../../api/call.js';
import { type OwnCalls, type OwnInput, subjectOf } from '../../api/identity/identity-provider.js';

const MAY_BE_CHANGED = 'The connection to PerkeX is lost, and your password may have been changed.';

/**
 * Changes the user's password. If the response is lost, or the old password is refused because the request arrived
 * twice, it checks the new one: if that is correct, the password was changed.
 * @throws as the calls do; ConnectionError with the message that the password may have been changed
 */
export async function changePassword(
  own: OwnCalls,
  asked: OwnInput<'changePassword'>,
): Promise<IdentityAnswer<'changePassword'>> {
  try {
    return await own.changePassword(asked);
  } catch (error) {
    const isLost = error instanceof ConnectionError;
    if (!isLost && subjectOf(error) !== 'own-password') {
      throw error;
    }
    return await own.prove({ password: asked.newPassword }).catch((reason: unknown) => {
      throw isLost && reason instanceof ConnectionError ? new ConnectionError(MAY_BE_CHANGED) : error;
    });
  }
}

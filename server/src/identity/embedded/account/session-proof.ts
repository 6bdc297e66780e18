import type { IdentityBody } from '@perkex/contract/identity-calls.js';
import type { Refusal } from '../../../http/problems.js';
import { refuseTooMany } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import { markSessionProved } from '../base/sessions.js';
import type { SecondFactors } from '../factors/second-factors.js';
import { DAY_SECONDS, QUARTER_SECONDS, takeAll } from '../limits/attempt-limits.js';
import type { AccountOwner, OwnCalls } from './account-owner.js';

const CODES_OF_A_SESSION = 10;
const CODES_OF_A_USER_TODAY = 60;

/** A proof in an open session, by the password or a factor's code, for actions that a session alone does not allow. */
export function sessionProof(
  { answer, refusePassword }: OwnCalls,
  { pool, limit }: IdentityContext,
  factors: SecondFactors,
): void {
  // Counted apart from sign-ins: a thief with a stolen session must not use up the owner's attempts.
  const sessionLimit = limit('proving codes of a session', CODES_OF_A_SESSION, QUARTER_SECONDS);
  const userLimit = limit('proving codes of a user, day', CODES_OF_A_USER_TODAY, DAY_SECONDS);
  const purposeOf = ({ sessionId }: AccountOwner) => `session ${sessionId}`;

  async function refuseCode(
    owner: AccountOwner,
    { factor, code = '' }: IdentityBody<'prove'>,
  ): Promise<Refusal<'INVALID_CODE' | 'TOO_MANY_REQUESTS'> | null> {
    const waitSeconds = await takeAll([
      [sessionLimit, owner.sessionId],
      [userLimit, owner.userId],
    ]);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds, 'codes were tried');
    }
    const isRight =
      factor !== undefined && (await factors.spend(owner.userId, factor, code, purposeOf(owner)));
    return isRight ? null : { refused: 'INVALID_CODE' };
  }

  answer('sendProofCode', async (owner, asked) => {
    const refusal = await factors.messages.refuseProof(owner.userId);
    return factors.sendCode(asked, owner.userId, purposeOf(owner), refusal);
  });

  answer('prove', async (owner, asked) => {
    if (asked.body.factor === undefined && owner.passwordHash === null) {
      return LOG_IN_AGAIN;
    }
    const refusal = await (asked.body.factor === undefined
      ? refusePassword(owner, asked)
      : refuseCode(owner, asked.body));
    if (refusal) {
      return refusal;
    }
    const isValid = await markSessionProved(pool, owner.sessionId, asked.body.factor !== undefined);
    return isValid ? { status: true } : { refused: 'NOT_SIGNED_IN' };
  });
}

const LOG_IN_AGAIN: Refusal<'PASSWORD_MISSING'> = {
  refused: 'PASSWORD_MISSING',
  detail: 'Your account has no password. Please log out and log in again.',
};

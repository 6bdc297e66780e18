import type { IdentityBody } from '@perkex/contract/identity-calls.js';
import type { Refusal } from '../../../http/problems.js';
import { type Asked, refuseTooMany } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import { markSessionProved } from '../base/sessions.js';
import type { AuthenticatorApps } from '../factors/authenticator-apps.js';
import type { CodeMessages } from '../factors/code-messages.js';
import type { Phones } from '../factors/phones.js';
import { spendCode } from '../factors/second-proof.js';
import { DAY_SECONDS, QUARTER_SECONDS, takeAll } from '../limits/attempt-limits.js';
import type { AccountOwner, AnswerOwnCall, RefusePassword } from './account-owner.js';

const CODES_OF_A_SESSION = 10;
const CODES_OF_A_USER_TODAY = 60;

export interface SessionProofParts {
  readonly refusePassword: RefusePassword;
  readonly apps: AuthenticatorApps;
  readonly phones: Phones;
  readonly messages: CodeMessages;
}

/** A proof in an open session, for what a session alone does not allow: by the password, or a code of a factor. */
export function sessionProof(
  answer: AnswerOwnCall,
  { pool, limit }: IdentityContext,
  { refusePassword, apps, phones, messages }: SessionProofParts,
): void {
  // Apart from the sign-in's: somebody with a stolen session must not use those of the owner up.
  const ofSession = limit('proving codes of a session', CODES_OF_A_SESSION, QUARTER_SECONDS);
  const ofUser = limit('proving codes of a user, day', CODES_OF_A_USER_TODAY, DAY_SECONDS);
  const purposeOf = ({ sessionId }: AccountOwner) => `session ${sessionId}`;

  async function refuseCode(
    owner: AccountOwner,
    { factor, code = '' }: IdentityBody<'prove'>,
  ): Promise<Refusal | null> {
    const waitSeconds = await takeAll([
      [ofSession, owner.sessionId],
      [ofUser, owner.userId],
    ]);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds, 'codes were tried');
    }
    const isRight =
      factor !== undefined &&
      (await spendCode({ pool, apps, phones }, owner.userId, {
        factor,
        code,
        phonePurpose: purposeOf(owner),
      }));
    return isRight ? null : { refused: 'INVALID_CODE' };
  }

  async function refuseMissingPassword(
    owner: AccountOwner,
    asked: Asked<IdentityBody<'prove'>>,
  ): Promise<Refusal | null> {
    return owner.passwordHash === null ? LOG_IN_AGAIN : refusePassword(owner, asked);
  }

  answer('sendProofCode', async (owner) => {
    const refusal = await messages.refuseProof(owner.userId);
    if (refusal) {
      return refusal;
    }
    const message = await phones.issue(owner.userId, purposeOf(owner));
    return message ? messages.send(message) : { refused: 'NO_MORE_CODES' };
  });

  answer('prove', async (owner, asked) => {
    const refusal = await (asked.body.factor === undefined
      ? refuseMissingPassword(owner, asked)
      : refuseCode(owner, asked.body));
    if (refusal) {
      return refusal;
    }
    return (await markSessionProved(pool, owner.sessionId)) ? { status: true } : { refused: 'NOT_SIGNED_IN' };
  });
}

const LOG_IN_AGAIN: Refusal = {
  refused: 'PASSWORD_MISSING',
  detail: 'Your account has no password. Please log out and log in again.',
};

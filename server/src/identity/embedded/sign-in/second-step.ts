import { isRefusal, type Refusal } from '../../../http/problems.js';
import { type AnswerIdentityCall, type Asked, refuseTooMany } from '../base/answering.js';
import { Challenges } from '../base/challenges.js';
import type { IdentityContext } from '../base/context.js';
import type { AuthenticatorApps } from '../factors/authenticator-apps.js';
import type { CodeMessages } from '../factors/code-messages.js';
import type { Phones } from '../factors/phones.js';
import { spendCode } from '../factors/second-proof.js';
import { DAY_SECONDS, QUARTER_SECONDS, takeAll } from '../limits/attempt-limits.js';
import type { SignInCompletion, SignInPlan } from './completion.js';

const ATTEMPTS_OF_A_SIGN_IN = 5;

export interface SecondStepParts {
  readonly apps: AuthenticatorApps;
  readonly phones: Phones;
  readonly messages: CodeMessages;
  readonly completion: SignInCompletion;
}

/** The second step of a sign-in that is under way in this browser. */
export function secondStep(
  answer: AnswerIdentityCall,
  { pool, cookies, limit }: IdentityContext,
  parts: SecondStepParts,
): void {
  const { apps, phones, messages, completion } = parts;
  const challenges = new Challenges<SignInPlan>(pool, 'second-factor');
  const cookie = cookies.secondFactor;
  const tokenOf = ({ request }: Asked) => cookie.read(request.headers.cookie);
  // An attempt needs a challenge, and that the password: nobody without it can use these up and lock the owner out.
  const attempts = [
    limit('second codes, 15 minutes', 15, QUARTER_SECONDS),
    limit('second codes, day', 60, DAY_SECONDS),
  ];

  function over({ reply }: Asked): Refusal {
    cookie.remove(reply);
    return { refused: 'SIGN_IN_OVER' };
  }

  /** A new password begins anew: somebody who had the old one has not used its owner's up. */
  function waitSeconds(userId: string, { passwordMark }: SignInPlan): Promise<number | null> {
    return takeAll(attempts.map((each) => [each, `${userId} ${passwordMark}`]));
  }

  answer('sendSecondCode', async (asked) => {
    const token = tokenOf(asked);
    const challenge = await challenges.read(token);
    if (token === null || !challenge?.userId) {
      return over(asked);
    }
    const refusal = await messages.refuseSignIn(challenge.userId);
    if (refusal) {
      return refusal;
    }
    const message = await phones.issue(challenge.userId, token);
    return message ? messages.send(message) : { refused: 'NO_MORE_CODES' };
  });

  answer('confirmSecondFactor', async (asked) => {
    const token = tokenOf(asked);
    const challenge = await challenges.attempt(token, ATTEMPTS_OF_A_SIGN_IN);
    if (token === null || !challenge?.userId) {
      return over(asked);
    }
    const seconds = await waitSeconds(challenge.userId, challenge.data);
    if (seconds !== null) {
      return refuseTooMany(seconds, 'codes were tried');
    }
    const { factor, code } = asked.body;
    if (!(await spendCode({ pool, apps, phones }, challenge.userId, { factor, code, phonePurpose: token }))) {
      return { refused: 'INVALID_CODE' };
    }
    const taken = await challenges.take(token);
    if (!taken?.userId) {
      return over(asked);
    }
    const { userId, data } = taken;
    // A sign-in that an earlier version began names no proofs.
    const proofs = [...(data.proofs ?? []), asked.body.factor];
    const started = await completion.start(
      asked,
      { userId, ...data, proofs },
      asked.body.trustDevice === true,
    );
    cookie.remove(asked.reply);
    return isRefusal(started) ? started : { user: { id: userId } };
  });
}

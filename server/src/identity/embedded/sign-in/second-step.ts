import { isRefusal, type Refusal } from '../../../http/problems.js';
import { type AnswerIdentityCall, type Asked, refuseTooMany } from '../base/answering.js';
import { Challenges } from '../base/challenges.js';
import type { IdentityContext } from '../base/context.js';
import type { SecondFactors } from '../factors/second-factors.js';
import { DAY_SECONDS, QUARTER_SECONDS, takeAll } from '../limits/attempt-limits.js';
import type { SignInCompletion, SignInPlan } from './completion.js';

const ATTEMPTS_OF_A_SIGN_IN = 5;

/** The second step of a sign-in in progress in this browser. */
export function secondStep(
  answer: AnswerIdentityCall,
  { pool, cookies, limit }: IdentityContext,
  factors: SecondFactors,
  completion: SignInCompletion,
): void {
  const challenges = new Challenges<SignInPlan>(pool, 'second-factor');
  const cookie = cookies.secondFactor;
  const tokenOf = ({ request }: Asked) => cookie.read(request.headers.cookie);
  // An attempt needs a challenge, which needs the password: a stranger cannot use these up to lock the owner out.
  const attempts = [
    limit('second codes, 15 minutes', 15, QUARTER_SECONDS),
    limit('second codes, day', 60, DAY_SECONDS),
  ];

  function over({ reply }: Asked): Refusal<'SIGN_IN_OVER'> {
    cookie.remove(reply);
    return { refused: 'SIGN_IN_OVER' };
  }

  answer('sendSecondCode', async (asked) => {
    const token = tokenOf(asked);
    const challenge = await challenges.read(token);
    if (token === null || !challenge?.userId) {
      return over(asked);
    }
    const refusal = await factors.messages.refuseSignIn(challenge.userId);
    return factors.sendCode(asked, challenge.userId, token, refusal);
  });

  answer('confirmSecondFactor', async (asked) => {
    const token = tokenOf(asked);
    const challenge = await challenges.attempt(token, ATTEMPTS_OF_A_SIGN_IN);
    if (token === null || !challenge?.userId) {
      return over(asked);
    }
    // A new password resets the count, so an attacker with the old one has used up none of the owner's attempts.
    const key = `${challenge.userId} ${challenge.data.passwordMark}`;
    const seconds = await takeAll(attempts.map((each) => [each, key]));
    if (seconds !== null) {
      return refuseTooMany(seconds, 'codes were tried');
    }
    const { factor, code, trustDevice = false } = asked.body;
    if (!(await factors.spend(challenge.userId, factor, code, token))) {
      return { refused: 'INVALID_CODE' };
    }
    const taken = await challenges.take(token);
    if (!taken?.userId) {
      return over(asked);
    }
    const { userId, data } = taken;
    // A sign-in that an earlier version began has no list of proofs.
    const proofs = [...(data.proofs ?? []), factor];
    const started = await completion.start(asked, { userId, ...data, proofs }, trustDevice);
    cookie.remove(asked.reply);
    return isRefusal(started) ? started : { user: { id: userId } };
  });
}

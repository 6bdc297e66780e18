import type { IdentityAnswer, IdentityBody } from '@perkex/contract/identity-calls.js';
import { statement } from '../../../database/statement.js';
import { isRefusal, type Refusal } from '../../../http/problems.js';
import { noteEvent } from '../base/account-events.js';
import { type AnswerIdentityCall, type Asked, refuseTooMany, requireOwnOrigin } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import { browserOf, insertSession, type SessionBrowser, userAnswer } from '../base/sessions.js';
import { confirmationMailsOfAddress, type SignInLimits } from '../base/sign-in-limits.js';
import { findUserByEmail, insertUser, passwordMark, type UserRow } from '../base/users.js';
import { MINUTE_SECONDS } from '../limits/attempt-limits.js';
import { refuseGuessable } from '../passwords/guessable-passwords.js';
import type { AllowedAttempt } from '../passwords/judged-password.js';
import { passwordHashing } from '../passwords/password-hash.js';
import type { SignInCompletion } from './completion.js';

const SIGN_UPS_IN_FIVE_MINUTES = 30;

/** Sign-up and sign-in with e-mail and password. */
export function passwordSignIn(
  answer: AnswerIdentityCall,
  context: IdentityContext,
  completion: SignInCompletion,
  limits: SignInLimits,
): void {
  const { pool, publicUrl, cookies, semaphore, passwordCost, limit, requiresEmailProof } = context;
  const { recognisedDevices } = limits;
  const mailsOfAddress = confirmationMailsOfAddress(limit);
  const signUpLimit = limit('sign-ups of an address', SIGN_UPS_IN_FIVE_MINUTES, 5 * MINUTE_SECONDS);

  async function judge(
    asked: Asked<IdentityBody<'signIn'>>,
    email: string,
    attempt: AllowedAttempt,
  ): Promise<IdentityAnswer<'signIn'> | Refusal<'INVALID_EMAIL_OR_PASSWORD'>> {
    const { password, rememberMe: remember = true } = asked.body;
    const user = await findUserByEmail(pool, email);
    const hash = user?.password ?? null;
    if (!(await isRight(hash, password, passwordCost)) || !user) {
      return { refused: 'INVALID_EMAIL_OR_PASSWORD' };
    }
    await attempt.forgive();
    const proven = {
      userId: user.id,
      remember,
      passwordMark: passwordMark(hash),
      proofs: ['password'] as const,
    };
    // Before any session exists: one that waited for a second factor could be stolen in the meantime.
    const demand = await completion.challengeOf(asked, user.id);
    if (demand) {
      const answer = await completion.challenge(asked, proven, demand);
      await markHalfKnown(asked, user, remember);
      return answer;
    }
    const started = await completion.start(asked, proven);
    if (isRefusal(started)) {
      return { refused: 'INVALID_EMAIL_OR_PASSWORD' };
    }
    return { redirect: false, token: started.token, user: userAnswer(user) };
  }

  /** A browser with the right password gets attempts of its own; the mail about a new browser is still to come. */
  async function markHalfKnown(
    { request, reply }: Asked,
    { email, email_verified: isProved }: UserRow,
    remember: boolean,
  ): Promise<void> {
    const isMarked = (await recognisedDevices.find(request.headers.cookie, email)) !== null;
    if (!isMarked && remember && (isProved || !requiresEmailProof)) {
      await recognisedDevices.mark(reply, email, false);
    }
  }

  const fromOurPages = [requireOwnOrigin(publicUrl)];
  answer(
    'signUp',
    async (asked) => {
      const { name = '', password, rememberMe: remember = true } = asked.body;
      const email = asked.body.email.toLowerCase();
      const refusal = await refuseGuessable(password, email);
      if (refusal) {
        return refusal;
      }
      const { address, reply } = asked;
      const waitSeconds = await signUpLimit.take(address);
      if (waitSeconds !== null) {
        return refuseTooMany(waitSeconds);
      }
      const created = await semaphore.run({ isKnown: false, address, account: email }, () =>
        createUser(context, { name, email, password }, browserOf(asked, cookies, remember)),
      );
      if (!created) {
        return { refused: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' };
      }
      // An address at its mail limit can still sign up; 'Send again' works later.
      if (requiresEmailProof && (await mailsOfAddress.take(address)) === null) {
        await context.sendLater(pool, { type: 'confirmation-link', email });
      }
      const { user, token } = created;
      cookies.session.plant(reply, token, remember);
      cookies.signedInAccounts.note(reply, user.id);
      // The browser that created the account is recognised, remembered or not, unless the e-mail may be a stranger's.
      if (!requiresEmailProof) {
        await recognisedDevices.mark(reply, email);
      }
      return { token, user: userAnswer(user) };
    },
    fromOurPages,
  );

  answer(
    'signIn',
    async (asked) => {
      const email = asked.body.email.toLowerCase();
      const attempt = await limits.begin(asked, email);
      if (isRefusal(attempt)) {
        return attempt;
      }
      try {
        return await semaphore.run(attempt.visitor, () => judge(asked, email, attempt));
      } catch (error) {
        // The password was never checked.
        await attempt.forgive();
        throw error;
      }
    },
    fromOurPages,
  );
}

/** Takes the same time for an account without a password and for an unknown e-mail. */
async function isRight(hash: string | null, password: string, cost: number): Promise<boolean> {
  if (hash === null) {
    await passwordHashing.hash(password, cost);
    return false;
  }
  return passwordHashing.verify({ hash, password });
}

const INSERT_PASSWORD = statement({
  name: 'identity-insert-password',
  text: `insert into identity_logins (id, user_id, provider_id, account_id, password)
         values (gen_random_uuid(), $1, 'credential', $1, $2)`,
});

/** Creates an account and its first session; null when the e-mail is taken. */
async function createUser(
  { pool, sessions, passwordCost }: IdentityContext,
  { name, email, password }: { readonly name: string; readonly email: string; readonly password: string },
  browser: SessionBrowser,
): Promise<{ readonly user: UserRow; readonly token: string } | null> {
  if (await findUserByEmail(pool, email)) {
    return null;
  }
  const hash = await passwordHashing.hash(password, passwordCost);
  return sessions.transaction(async (tx) => {
    const user = await insertUser(tx, { name, email, isProved: false });
    if (!user) {
      return null;
    }
    await INSERT_PASSWORD.run(tx, [user.id, hash]);
    await noteEvent(tx, user.id, 'signed-up', browser);
    return { user, token: await insertSession(tx, user.id, browser, ['password']) };
  });
}

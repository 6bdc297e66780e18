import type { SecondProof } from '@perkex/contract/identity.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { attemptChallenge, readChallenge, takeChallenge } from '../challenges.js';
import type { CookieNaming } from '../cookies.js';
import { DAY_SECONDS, type LimitMaker, QUARTER_SECONDS, takeAll } from '../limits/attempt-limits.js';
import { refuse, refuseTooMany, withCookies } from '../refusals.js';
import { type SignInCompletion, type SignInPlan, secondFactorCookie } from '../sign-in-completion.js';
import { SIGN_IN_OVER, WRONG_CODE } from './answers.js';
import type { AuthenticatorApps } from './authenticator-apps.js';
import { readProof } from './code-fields.js';
import type { CodeMessages } from './code-messages.js';
import type { Phones } from './phones.js';
import { spendRecoveryCode } from './recovery-codes.js';
import { forgetDevice, TRUST_SECONDS, trustDevice, trustedDeviceCookie } from './trusted-devices.js';

const PURPOSE = 'second-factor';
const ATTEMPTS_OF_A_SIGN_IN = 5;

export interface SecondStepOptions {
  readonly pool: pg.Pool;
  readonly cookies: CookieNaming;
  readonly apps: AuthenticatorApps;
  readonly phones: Phones;
  readonly messages: CodeMessages;
  readonly completion: SignInCompletion;
  readonly limit: LimitMaker;
}

/** The second step of a sign-in that is under way in this browser. Both reject when the database fails. */
export interface SecondStep {
  sendCode(request: FastifyRequest): Promise<Response>;
  confirm(request: FastifyRequest): Promise<Response>;
}

export function secondStep(options: SecondStepOptions): SecondStep {
  const { pool, cookies, apps, phones, messages, completion, limit } = options;
  const cookie = secondFactorCookie(cookies);
  const trustCookie = trustedDeviceCookie(cookies);
  // An attempt needs a challenge, and that the password: nobody without it can use these up and lock the owner out.
  const attempts = [
    limit('second codes, 15 minutes', 15, QUARTER_SECONDS),
    limit('second codes, day', 60, DAY_SECONDS),
  ];

  const over = () => withCookies(SIGN_IN_OVER(), cookie.removed);

  /** A new password begins anew: somebody who had the old one has not used its owner's up. */
  function waitSeconds(userId: string, { passwordMark }: SignInPlan): Promise<number | null> {
    return takeAll(attempts.map((each) => [each, `${userId} ${passwordMark}`]));
  }

  async function isProven(userId: string, token: string, { factor, code }: SecondProof): Promise<boolean> {
    switch (factor) {
      case 'app':
        return apps.spend(userId, code);
      case 'phone':
        return phones.spend(token, code);
      case 'recovery':
        return spendRecoveryCode(pool, userId, code);
    }
  }

  async function signIn(
    request: FastifyRequest,
    userId: string,
    plan: SignInPlan,
    { trustDevice: isTrusted }: SecondProof,
  ): Promise<Response> {
    // Before the end, which looks whether all of this is still in force.
    const device = isTrusted ? await trustDevice(pool, userId) : null;
    const answer = await completion.end(request, { userId, ...plan });
    if (device === null) {
      return withCookies(answer, cookie.removed);
    }
    if (!answer.ok) {
      await forgetDevice(pool, device);
      return withCookies(answer, cookie.removed);
    }
    return withCookies(answer, cookie.removed, trustCookie.planted(device, TRUST_SECONDS));
  }

  return {
    async sendCode(request) {
      const token = cookie.read(request.headers.cookie);
      const challenge = await readChallenge<SignInPlan>(pool, PURPOSE, token);
      if (token === null || !challenge?.userId) {
        return over();
      }
      const { userId } = challenge;
      const refusal = await messages.refuseSignIn(userId);
      if (refusal) {
        return refusal;
      }
      const message = await phones.issue(userId, token);
      return message ? ((await messages.send(message)) ?? Response.json({ status: true })) : NO_MORE_CODES();
    },
    async confirm(request) {
      const token = cookie.read(request.headers.cookie);
      const challenge = await attemptChallenge<SignInPlan>(pool, {
        purpose: PURPOSE,
        token,
        attemptsMost: ATTEMPTS_OF_A_SIGN_IN,
      });
      if (token === null || !challenge?.userId) {
        return over();
      }
      const seconds = await waitSeconds(challenge.userId, challenge.data);
      if (seconds !== null) {
        return refuseTooMany(seconds, 'codes were tried');
      }
      const proof = readProof(request.body);
      if (!proof || !(await isProven(challenge.userId, token, proof))) {
        return WRONG_CODE();
      }
      const taken = await takeChallenge<SignInPlan>(pool, PURPOSE, token);
      return taken?.userId ? signIn(request, taken.userId, taken.data, proof) : over();
    },
  };
}

const NO_MORE_CODES = () =>
  refuse(429, 'NO_MORE_CODES', 'No more codes are sent for this login. Use the last one, or log in again.');

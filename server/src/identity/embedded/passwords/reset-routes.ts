import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitedAddress } from '../../../http/client-address.js';
import { type LimitMaker, MINUTE_SECONDS, QUARTER_SECONDS, takeAll } from '../limits/attempt-limits.js';
import type { KnownBrowsers } from '../limits/known-browsers.js';
import { answerOf, refuseTooMany, withCookies } from '../refusals.js';
import { identityCalls } from '../service/identity-calls.js';
import type { PasswordReset } from './password-reset.js';
import { readReset, readResetRequest } from './reset-fields.js';

const REQUESTS_A_MINUTE = 20;
const RESETS_A_MINUTE = 20;
const MAILS_OF_AN_ADDRESS = 3;
const MAILS_OF_EVERYBODY = 12;

export interface ResetRoutesOptions {
  readonly passwordReset: PasswordReset;
  readonly knownBrowsers: KnownBrowsers;
  readonly publicUrl: string;
  readonly limit: LimitMaker;
}

/**
 * The two calls of a forgotten password.
 */
export function resetRoutes(scope: FastifyInstance, options: ResetRoutesOptions): void {
  const { passwordReset, knownBrowsers, publicUrl, limit } = options;
  const requests = limit('reset requests of an address', REQUESTS_A_MINUTE, MINUTE_SECONDS);
  const resets = limit('resets of an address', RESETS_A_MINUTE, MINUTE_SECONDS);
  // Nobody should be buried in mails. Using these up locks nobody out: the links that were sent work.
  const mailsOfAddress = limit('reset mails of one', MAILS_OF_AN_ADDRESS, QUARTER_SECONDS);
  const mailsOfEverybody = limit('reset mails of all', MAILS_OF_EVERYBODY, QUARTER_SECONDS);

  async function mayMail(address: string, email: string): Promise<boolean> {
    const waitSeconds = await takeAll([
      [mailsOfAddress, `${address} ${email}`],
      [mailsOfEverybody, email],
    ]);
    return waitSeconds === null;
  }

  async function requestMail(request: FastifyRequest): Promise<Response> {
    const address = limitedAddress(request.ip);
    const waitSeconds = await requests.take(address);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds);
    }
    const wish = readResetRequest(request.body);
    if ('refusal' in wish) {
      return answerOf(wish);
    }
    if (await mayMail(address, wish.email)) {
      passwordReset.request(wish.email);
    }
    const message = 'If this e-mail has an account, a mail with a link is on its way.';
    return Response.json({ status: true, message });
  }

  async function reset(request: FastifyRequest): Promise<Response> {
    const address = limitedAddress(request.ip);
    const waitSeconds = await resets.take(address);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds);
    }
    const attempt = readReset(request.body);
    if ('refusal' in attempt) {
      return answerOf(attempt);
    }
    const done = await passwordReset.reset({ ...attempt, address });
    // Whoever has proved the e-mail gets in, however many strangers guess at the password.
    return 'refusal' in done
      ? answerOf(done)
      : withCookies(Response.json({ status: true }), await knownBrowsers.planted(done.email));
  }

  const { post } = identityCalls(scope, publicUrl);
  post('/request-password-reset', 'Have a mail with a link sent to {email}', requestMail);
  post('/reset-password', 'Set a password with the code of a mail, {token, newPassword}', reset);
}

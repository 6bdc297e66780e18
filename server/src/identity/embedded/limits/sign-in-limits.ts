import type { FastifyRequest } from 'fastify';
import { limitedAddress } from '../../../http/client-address.js';
import {
  type AttemptLimit,
  HOUR_SECONDS,
  limitMaker,
  MINUTE_SECONDS,
  QUARTER_SECONDS,
  takeAll,
} from './attempt-limit.js';
import type { KnownBrowsers } from './known-browsers.js';

const SIGN_INS_OF_AN_ADDRESS = 20;
const FAILURES_OF_ONE = 20;
const FAILURES_OF_EVERYBODY = 100;

/** A password that may be judged, and has been counted. */
export interface AllowedAttempt {
  /** It was right, or was never judged: it shall not count. */
  forgive(): void;
}

/** A password that is about to be judged; `waitSeconds` when it is one too many. */
export type PasswordAttempt = { readonly waitSeconds: number } | AllowedAttempt;

export interface SignInLimits {
  /** Counts an attempt at the password of this e-mail before it is judged; `waitSeconds` when it is one too many. */
  begin(request: FastifyRequest, email: string): PasswordAttempt;
}

/**
 * How often passwords may be tried, in this process: per address (IPv6 by /64), and wrong ones per account. Strangers
 * who use up an account's attempts lock its owner out of no browser that has logged in to it before, since each such
 * browser has attempts of its own; with another one, the owner goes by the reset mail. Unknown e-mails count alike.
 */
export function signInLimits(isOn: boolean, knownBrowsers: KnownBrowsers): SignInLimits {
  const limit = limitMaker(isOn);
  const ofAddress = limit(SIGN_INS_OF_AN_ADDRESS, MINUTE_SECONDS);
  const ofOne = limit(FAILURES_OF_ONE, QUARTER_SECONDS);
  const ofEverybody = limit(FAILURES_OF_EVERYBODY, HOUR_SECONDS);

  return {
    begin(request, typedEmail) {
      const email = typedEmail.toLowerCase();
      const address = limitedAddress(request.ip);
      const browser = knownBrowsers.idOf(request.headers.cookie, email);
      // Marks can be collected by whoever once had the password: all marked browsers together have an end as well.
      const counted: [AttemptLimit, string][] =
        browser === null
          ? [
              [ofOne, `address ${address} ${email}`],
              [ofEverybody, `strangers ${email}`],
            ]
          : [
              [ofOne, `browser ${browser} ${email}`],
              [ofEverybody, `known ${email}`],
            ];
      const waitSeconds = takeAll([[ofAddress, address], ...counted]);
      if (waitSeconds !== null) {
        return { waitSeconds };
      }
      return {
        forgive() {
          for (const [each, key] of counted) {
            each.giveBack(key);
          }
        },
      };
    },
  };
}

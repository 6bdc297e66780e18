import type { FastifyRequest } from 'fastify';
import { limitedAddress } from '../../http/client-address.js';
import { type AttemptLimit, limitAttempts, UNLIMITED } from './attempt-limit.js';
import type { KnownBrowsers } from './known-browsers.js';

const MINUTE_SECONDS = 60;
const SIGN_INS_OF_AN_ADDRESS = { most: 20, windowSeconds: MINUTE_SECONDS };
const FAILURES_OF_ONE = { most: 20, windowSeconds: 15 * MINUTE_SECONDS };
const FAILURES_OF_EVERYBODY = { most: 100, windowSeconds: 60 * MINUTE_SECONDS };

/** A password that is about to be judged. */
export type PasswordAttempt =
  | { readonly waitSeconds: number }
  | {
      /** It was right, or was never judged: it shall not count. */
      forgive(): void;
    };

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
  const limit = (options: { most: number; windowSeconds: number }): AttemptLimit =>
    isOn ? limitAttempts(options) : UNLIMITED;
  const ofAddress = limit(SIGN_INS_OF_AN_ADDRESS);
  const ofOne = limit(FAILURES_OF_ONE);
  const ofEverybody = limit(FAILURES_OF_EVERYBODY);

  return {
    begin(request, typedEmail) {
      const email = typedEmail.toLowerCase();
      const address = limitedAddress(request.ip);
      const browser = knownBrowsers.idOf(request.headers.cookie, email);
      const counted: [AttemptLimit, string][] =
        browser === null
          ? [
              [ofOne, `address ${address} ${email}`],
              [ofEverybody, email],
            ]
          : [[ofOne, `browser ${browser} ${email}`]];
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

/** Stops at the first limit that is reached. @returns its seconds of waiting, or null */
function takeAll(limits: readonly (readonly [AttemptLimit, string])[]): number | null {
  for (const [limit, key] of limits) {
    const waitSeconds = limit.take(key);
    if (waitSeconds !== null) {
      return waitSeconds;
    }
  }
  return null;
}

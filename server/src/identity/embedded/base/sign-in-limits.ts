import type { Refusal } from '../../../http/problems.js';
import {
  type AttemptLimit,
  HOUR_SECONDS,
  type LimitMaker,
  MINUTE_SECONDS,
  QUARTER_SECONDS,
  takeAll,
} from '../limits/attempt-limits.js';
import type { AllowedAttempt } from '../passwords/judged-password.js';
import { type Asked, refuseTooMany } from './answering.js';
import type { RecognisedDevices } from './recognised-devices.js';

const SIGN_INS_OF_AN_ADDRESS = 20;
const FAILURES_OF_ONE = 20;
const FAILURES_OF_EVERYBODY = 100;

/**
 * Limits password attempts per address (IPv6 by /64), and wrong ones per account. Each recognised browser has attempts
 * of its own, so that strangers who use up theirs do not lock the owner out there. In another browser the owner can
 * still use the reset mail. Unknown e-mails count the same.
 */
export class SignInLimits {
  private readonly addressLimit: AttemptLimit;
  private readonly accountLimit: AttemptLimit;
  private readonly totalLimit: AttemptLimit;

  constructor(
    limit: LimitMaker,
    readonly recognisedDevices: RecognisedDevices,
  ) {
    this.addressLimit = limit('sign-ins of an address', SIGN_INS_OF_AN_ADDRESS, MINUTE_SECONDS);
    this.accountLimit = limit('wrong passwords of one', FAILURES_OF_ONE, QUARTER_SECONDS);
    this.totalLimit = limit('wrong passwords of all', FAILURES_OF_EVERYBODY, HOUR_SECONDS);
  }

  /**
   * Counts an attempt at the password of this e-mail, in lower case, before it is checked. Returns a refusal above the
   * limit. Rejects when the database fails.
   */
  async begin(
    { request, address }: Asked,
    email: string,
  ): Promise<AllowedAttempt | Refusal<'TOO_MANY_REQUESTS'>> {
    const browser = await this.recognisedDevices.find(request.headers.cookie, email);
    // An attacker with the password can collect marks, so all marked browsers together have a limit as well.
    const [one, everybody] = browser
      ? [`browser ${browser.id} ${email}`, `known ${email} ${browser.passwordMark}`]
      : [`address ${address} ${email}`, `strangers ${email}`];
    const counted: [AttemptLimit, string][] = [
      [this.accountLimit, one],
      [this.totalLimit, everybody],
    ];
    const waitSeconds = await takeAll([[this.addressLimit, address], ...counted]);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds);
    }
    let isForgiven = false;
    return {
      visitor: { isKnown: browser !== null, address, account: email },
      async forgive() {
        if (!isForgiven) {
          isForgiven = true;
          await Promise.all(counted.map(([each, key]) => each.giveBack(key)));
        }
      },
    };
  }
}

/** Limits sign-ups and 'Send again' together. */
export function confirmationMailsOfAddress(limit: LimitMaker): AttemptLimit {
  return limit('confirmation mails of an address', 12, QUARTER_SECONDS);
}

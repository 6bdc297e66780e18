import type { SecondFactor } from '@perkex/contract/second-factors.js';
import { isRefusal, type Refusal } from '../../../http/problems.js';
import type { Asked } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import { AuthenticatorApps, sealingOfFactors } from './authenticator-apps.js';
import { type CodeMessages, codeMessages } from './code-messages.js';
import { Phones } from './phones.js';
import { spendRecoveryCode } from './recovery-codes.js';
import { sixDigits } from './totp.js';

/** The second factors and their verification. All functions reject when the database fails. */
export class SecondFactors {
  readonly apps: AuthenticatorApps;
  readonly phones: Phones;
  readonly messages: CodeMessages;

  constructor(private readonly context: IdentityContext) {
    const sealing = sealingOfFactors(context.secret);
    this.apps = new AuthenticatorApps(context.pool, sealing, context.clock);
    this.phones = new Phones(context.pool, sealing);
    this.messages = codeMessages(context);
  }

  /** Sends a code to the user's phone, for a sign-in or a session. @param refusal the reason not to send it, or null */
  async sendCode(
    asked: Asked,
    userId: string,
    phonePurpose: string,
    refusal: Refusal<'TOO_MANY_REQUESTS'> | null,
  ) {
    const message = refusal ?? (await this.phones.issue(userId, phonePurpose));
    if (message === null) {
      return { refused: 'NO_MORE_CODES' } as const;
    }
    return isRefusal(message) ? message : this.messages.send(asked, message);
  }

  /**
   * Checks whether it is a code of this user; if so, it is used up.
   * @param code as typed
   * @param phonePurpose the sign-in or the session that the phone's codes are bound to
   */
  async spend(userId: string, factor: SecondFactor, code: string, phonePurpose: string): Promise<boolean> {
    const digits = sixDigits(code);
    switch (factor) {
      case 'app':
        return digits !== null && this.apps.spend(userId, digits);
      case 'phone':
        return digits !== null && this.phones.spend(userId, phonePurpose, digits);
      case 'recovery':
        return spendRecoveryCode(this.context.pool, userId, code);
    }
  }
}

import { readPhoneNumber } from '@perkex/contract/phone-number.js';
import type { Refusal } from '../../../http/problems.js';
import type { IdentityContext, SecurityEvent } from '../base/context.js';
import type { AuthenticatorApps } from '../factors/authenticator-apps.js';
import type { CodeMessages } from '../factors/code-messages.js';
import { type Confirmation, renewRecoveryCodes, turnOff } from '../factors/factors.js';
import type { Phones } from '../factors/phones.js';
import { sixDigits } from '../factors/totp.js';
import type { AccountOwner, OwnerHandler, RefusePassword } from './account-owner.js';

export interface FactorSettingsParts {
  readonly refusePassword: RefusePassword;
  readonly apps: AuthenticatorApps;
  readonly phones: Phones;
  readonly messages: CodeMessages;
}

/** How an owner turns factors on and off. */
export interface FactorSettings {
  readonly startApp: OwnerHandler<'startApp'>;
  readonly confirmApp: OwnerHandler<'confirmApp'>;
  readonly startPhone: OwnerHandler<'startPhone'>;
  readonly confirmPhone: OwnerHandler<'confirmPhone'>;
  readonly turnAppOff: OwnerHandler<'turnAppOff'>;
  readonly turnPhoneOff: OwnerHandler<'turnPhoneOff'>;
  readonly renewRecoveryCodes: OwnerHandler<'renewRecoveryCodes'>;
}

export function factorSettings(
  { pool, sendLater }: IdentityContext,
  { refusePassword, apps, phones, messages }: FactorSettingsParts,
): FactorSettings {
  function tellOwner({ email }: AccountOwner, event: SecurityEvent): void {
    sendLater({ type: 'notice', email, event, isHandedOver: false });
  }

  async function confirm(
    owner: AccountOwner,
    typed: string,
    [confirming, event]: readonly [(code: string) => Promise<Confirmation>, SecurityEvent],
  ): Promise<{ recoveryCodes: string[] } | Refusal> {
    const code = sixDigits(typed);
    const confirmation = code === null ? ({ type: 'wrong-code' } as const) : await confirming(code);
    switch (confirmation.type) {
      case 'wrong-code':
        return { refused: 'INVALID_CODE' };
      case 'not-started':
        return { refused: 'NOT_STARTED' };
      case 'on':
        tellOwner(owner, event);
        return { recoveryCodes: confirmation.recoveryCodes };
    }
  }

  const turningOff =
    (table: Parameters<typeof turnOff>[1], event: SecurityEvent) =>
    async (
      owner: AccountOwner,
      asked: Parameters<RefusePassword>[1],
    ): Promise<{ status: true } | Refusal> => {
      const refusal = await refusePassword(owner, asked);
      if (refusal) {
        return refusal;
      }
      if (await turnOff(pool, table, owner.userId)) {
        tellOwner(owner, event);
      }
      return { status: true };
    };

  return {
    async startApp(owner, asked) {
      const refusal = await refusePassword(owner, asked, { mayBeWithout: true });
      return refusal ?? (await apps.start(owner.userId, owner.email)) ?? { refused: 'ALREADY_ON' };
    },
    confirmApp: (owner, { body }) =>
      confirm(owner, body.code, [(code) => apps.confirm(owner.userId, code), 'app-on']),
    async startPhone(owner, asked) {
      const number = readPhoneNumber(asked.body.phone);
      if (number === null) {
        return { refused: 'INVALID_PHONE' };
      }
      const refusal =
        (await refusePassword(owner, asked, { mayBeWithout: true })) ??
        (await messages.refuseSetup(asked, owner.userId, number));
      if (refusal) {
        return refusal;
      }
      const message = await phones.start(owner.userId, number);
      return message ? messages.send(message) : { refused: 'ALREADY_ON' };
    },
    confirmPhone: (owner, { body }) =>
      confirm(owner, body.code, [(code) => phones.confirm(owner.userId, code), 'phone-on']),
    turnAppOff: turningOff('identity_authenticator_apps', 'app-off'),
    turnPhoneOff: turningOff('identity_phones', 'phone-off'),
    async renewRecoveryCodes(owner, asked) {
      const refusal = await refusePassword(owner, asked);
      if (refusal) {
        return refusal;
      }
      const recoveryCodes = await renewRecoveryCodes(pool, owner.userId);
      if (recoveryCodes === null) {
        return { refused: 'NOTHING_ON' };
      }
      tellOwner(owner, 'codes-renewed');
      return { recoveryCodes };
    },
  };
}

import { readPhoneNumber } from '@perkex/contract/phone-number.js';
import type { Refusal } from '../../../http/problems.js';
import { noteChangeOf } from '../base/account-changes.js';
import { originOf } from '../base/account-events.js';
import type { Asked } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import type { AuthenticatorApps } from '../factors/authenticator-apps.js';
import type { CodeMessages } from '../factors/code-messages.js';
import { type Confirmation, renewRecoveryCodes, type Turnable, turnOff } from '../factors/factors.js';
import type { Phones } from '../factors/phones.js';
import { sixDigits } from '../factors/totp.js';
import type { AccountOwner, AnswerOwnCall, RefusePassword } from './account-owner.js';

export interface FactorSettingsParts {
  readonly refusePassword: RefusePassword;
  readonly apps: AuthenticatorApps;
  readonly phones: Phones;
  readonly messages: CodeMessages;
}

/** How an owner turns factors on and off. */
export function factorSettings(
  answer: AnswerOwnCall,
  context: IdentityContext,
  { refusePassword, apps, phones, messages }: FactorSettingsParts,
): void {
  const { pool } = context;
  const noteOf = (owner: AccountOwner, { request }: Asked) => noteChangeOf(context, owner, originOf(request));

  async function confirm(
    owner: AccountOwner,
    asked: Asked<{ readonly code: string }>,
    factor: Turnable,
  ): Promise<{ recoveryCodes: string[] } | Refusal> {
    const code = sixDigits(asked.body.code);
    const confirmation: Confirmation =
      code === null
        ? { type: 'wrong-code' }
        : await (factor === 'app' ? apps : phones).confirm(owner.userId, code, noteOf(owner, asked));
    switch (confirmation.type) {
      case 'wrong-code':
        return { refused: 'INVALID_CODE' };
      case 'not-started':
        return { refused: 'NOT_STARTED' };
      case 'on':
        return { recoveryCodes: confirmation.recoveryCodes };
    }
  }

  const turningOff =
    (factor: Turnable) =>
    async (
      owner: AccountOwner,
      asked: Parameters<RefusePassword>[1],
    ): Promise<{ status: true } | Refusal> => {
      const refusal = await refusePassword(owner, asked);
      if (refusal) {
        return refusal;
      }
      await turnOff(pool, factor, owner.userId, noteOf(owner, asked));
      return { status: true };
    };

  answer('startApp', async (owner, asked) => {
    const refusal = await refusePassword(owner, asked, { mayBeWithout: true });
    return refusal ?? (await apps.start(owner.userId, owner.email)) ?? { refused: 'ALREADY_ON' };
  });
  answer('confirmApp', (owner, asked) => confirm(owner, asked, 'app'));
  answer('startPhone', async (owner, asked) => {
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
  });
  answer('confirmPhone', (owner, asked) => confirm(owner, asked, 'phone'));
  answer('turnAppOff', turningOff('app'));
  answer('turnPhoneOff', turningOff('phone'));
  answer('renewRecoveryCodes', async (owner, asked) => {
    const refusal = await refusePassword(owner, asked);
    if (refusal) {
      return refusal;
    }
    const recoveryCodes = await renewRecoveryCodes(pool, owner.userId, noteOf(owner, asked));
    return recoveryCodes === null ? { refused: 'NOTHING_ON' } : { recoveryCodes };
  });
}

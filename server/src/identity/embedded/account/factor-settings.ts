import { readPhoneNumber } from '@perkex/contract/phone-number.js';
import type { Refusal } from '../../../http/problems.js';
import type { Asked } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import { markFactorProved } from '../base/sessions.js';
import { type Confirmation, renewRecoveryCodes, type Turnable, turnOff } from '../factors/factors.js';
import type { SecondFactors } from '../factors/second-factors.js';
import { sixDigits } from '../factors/totp.js';
import type { AccountOwner, OwnCalls } from './account-owner.js';

/** Turns the owner's factors on and off. */
export function factorSettings(
  { answer, answerProved, refusePassword, noteOf }: OwnCalls,
  { pool }: IdentityContext,
  { apps, phones, messages }: SecondFactors,
): void {
  async function confirm(
    owner: AccountOwner,
    asked: Asked<{ readonly code: string }>,
    factor: Turnable,
  ): Promise<{ recoveryCodes: string[] } | Refusal<'INVALID_CODE' | 'NOT_STARTED'>> {
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
        await markFactorProved(pool, owner.sessionId);
        return { recoveryCodes: confirmation.recoveryCodes };
    }
  }

  const turningOff =
    (factor: Turnable) =>
    async (owner: AccountOwner, asked: Asked): Promise<{ status: true }> => {
      await turnOff(pool, factor, owner.userId, noteOf(owner, asked));
      return { status: true };
    };

  answerProved(
    'startApp',
    async ({ userId, email }) => (await apps.start(userId, email)) ?? { refused: 'ALREADY_ON' },
    { mayBeWithout: true },
  );
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
    return message ? messages.send(asked, message) : { refused: 'ALREADY_ON' };
  });
  answer('confirmPhone', (owner, asked) => confirm(owner, asked, 'phone'));
  answerProved('turnAppOff', turningOff('app'));
  answerProved('turnPhoneOff', turningOff('phone'));
  answerProved('renewRecoveryCodes', async (owner, asked) => {
    const recoveryCodes = await renewRecoveryCodes(pool, owner.userId, noteOf(owner, asked));
    return recoveryCodes === null ? { refused: 'NOTHING_ON' } : { recoveryCodes };
  });
}

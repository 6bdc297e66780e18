import { readPhoneNumber } from '@perkex/contract/phone-number.js';
import { isRefusal, type Refusal } from '../../../http/problems.js';
import type { Asked } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import { refuseUnprovedFactor } from '../factors/factor-proof.js';
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
  ): Promise<{ recoveryCodes: string[] } | Refusal<'INVALID_CODE' | 'NOT_STARTED' | 'PROOF_NEEDED'>> {
    const code = sixDigits(asked.body.code);
    const confirmation: Confirmation | Refusal<'PROOF_NEEDED'> =
      code === null
        ? { type: 'wrong-code' }
        : await (factor === 'app' ? apps : phones).confirm(owner, code, noteOf(owner, asked));
    if (isRefusal(confirmation)) {
      return confirmation;
    }
    switch (confirmation.type) {
      case 'wrong-code':
        return { refused: 'INVALID_CODE' };
      case 'not-started':
        return { refused: 'NOT_STARTED' };
      case 'on':
        return { recoveryCodes: confirmation.recoveryCodes };
    }
  }

  const turningOff = (factor: Turnable) => (owner: AccountOwner, asked: Asked) =>
    turnOff(pool, factor, owner, noteOf(owner, asked));

  answerProved(
    'startApp',
    async (owner) =>
      (await refuseUnprovedFactor(pool, owner)) ??
      (await apps.start(owner.userId, owner.email)) ?? { refused: 'ALREADY_ON' },
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
      (await refuseUnprovedFactor(pool, owner)) ??
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
  answerProved('renewRecoveryCodes', (owner, asked) => renewRecoveryCodes(pool, owner, noteOf(owner, asked)));
}

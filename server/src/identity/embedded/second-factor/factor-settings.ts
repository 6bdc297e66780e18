import { readPhoneNumber } from '@perkex/contract/phone-number.js';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { AccountOwner, AccountOwners } from '../account/account-owner.js';
import type { TellOwner } from '../account/owner-notices.js';
import { asFields } from '../passwords/credentials.js';
import { refuse } from '../refusals.js';
import { NOTHING_TO_CONFIRM, WRONG_CODE } from './answers.js';
import type { AuthenticatorApps } from './authenticator-apps.js';
import { readCode } from './code-fields.js';
import type { CodeMessages } from './code-messages.js';
import type { Phones } from './phones.js';
import { newRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.js';
import { newAppSecret } from './totp.js';
import type { Confirmation } from './turning.js';

export interface FactorSettingsOptions {
  readonly pool: pg.Pool;
  readonly owners: AccountOwners;
  readonly apps: AuthenticatorApps;
  readonly phones: Phones;
  readonly messages: CodeMessages;
  readonly tellOwner: TellOwner;
}

type Answer = (owner: AccountOwner, request: FastifyRequest) => Promise<Response>;

/** How an owner turns factors on and off. All reject when the database fails. */
export interface FactorSettings {
  readonly startApp: Answer;
  readonly confirmApp: Answer;
  readonly startPhone: Answer;
  readonly confirmPhone: Answer;
  readonly turnOffApp: Answer;
  readonly turnOffPhone: Answer;
  readonly renewRecoveryCodes: Answer;
}

export function factorSettings(options: FactorSettingsOptions): FactorSettings {
  const { pool, owners, apps, phones, messages, tellOwner } = options;

  function confirmed(owner: AccountOwner, factor: 'app' | 'phone', confirmation: Confirmation): Response {
    switch (confirmation.type) {
      case 'wrong-code':
        return WRONG_CODE();
      case 'not-started':
        return NOTHING_TO_CONFIRM();
      case 'on':
        tellOwner(owner, `${factor}-on`);
        return Response.json({ recoveryCodes: confirmation.recoveryCodes });
    }
  }

  function turnedOff(owner: AccountOwner, factor: 'app' | 'phone', wasOn: boolean): Response {
    if (wasOn) {
      tellOwner(owner, `${factor}-off`);
    }
    return Response.json({ status: true });
  }

  return {
    async startApp(owner, { body }) {
      const refusal = await owners.refusePassword(owner, body, { mayBeWithout: true });
      if (refusal) {
        return refusal;
      }
      const app = newAppSecret(owner.email);
      return (await apps.start(owner.userId, app.secret)) ? Response.json(app) : ALREADY_ON();
    },
    async confirmApp(owner, { body }) {
      const code = readCode(body);
      return code === null
        ? WRONG_CODE()
        : confirmed(owner, 'app', await apps.confirm(owner.userId, code, newRecoveryCodes()));
    },
    async startPhone(owner, request) {
      const { phone } = asFields(request.body);
      const number = typeof phone === 'string' ? readPhoneNumber(phone) : null;
      if (number === null) {
        return NO_NUMBER();
      }
      const refusal =
        (await owners.refusePassword(owner, request.body, { mayBeWithout: true })) ??
        (await messages.refuseSetup(request, owner.userId, number));
      if (refusal) {
        return refusal;
      }
      const message = await phones.start(owner.userId, number);
      return message ? ((await messages.send(message)) ?? Response.json({ status: true })) : ALREADY_ON();
    },
    async confirmPhone(owner, { body }) {
      const code = readCode(body);
      return code === null
        ? WRONG_CODE()
        : confirmed(owner, 'phone', await phones.confirm(owner.userId, code, newRecoveryCodes()));
    },
    async turnOffApp(owner, { body }) {
      const refusal = await owners.refusePassword(owner, body);
      return refusal ?? turnedOff(owner, 'app', await apps.turnOff(owner.userId));
    },
    async turnOffPhone(owner, { body }) {
      const refusal = await owners.refusePassword(owner, body);
      return refusal ?? turnedOff(owner, 'phone', await phones.turnOff(owner.userId));
    },
    async renewRecoveryCodes(owner, { body }) {
      const refusal = await owners.refusePassword(owner, body);
      if (refusal) {
        return refusal;
      }
      const recoveryCodes = newRecoveryCodes();
      if (!(await replaceRecoveryCodes(pool, owner.userId, recoveryCodes))) {
        return NOTHING_ON();
      }
      tellOwner(owner, 'codes-renewed');
      return Response.json({ recoveryCodes });
    },
  };
}

const ALREADY_ON = () => refuse(409, 'ALREADY_ON', 'This is turned on already. Turn it off first.');
const NOTHING_ON = () => refuse(409, 'NOTHING_ON', 'Turn on an app or a phone first.');
const NO_NUMBER = () =>
  refuse(400, 'INVALID_PHONE', 'Please give the number with its country code, such as +1 555 0100.');

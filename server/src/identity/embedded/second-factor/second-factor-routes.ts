import type { FastifyInstance } from 'fastify';
import type { AccountOwners } from '../account/account-owner.js';
import { identityCalls } from '../service/identity-calls.js';
import type { FactorSettings } from './factor-settings.js';
import type { SecondStep } from './second-step.js';

export interface SecondFactorRoutesOptions {
  readonly publicUrl: string;
  readonly owners: AccountOwners;
  readonly settings: FactorSettings;
  readonly step: SecondStep;
}

/** The calls of the second factor: how an owner sets it up, and how a sign-in is ended with it. */
export function secondFactorRoutes(scope: FastifyInstance, options: SecondFactorRoutesOptions): void {
  const { publicUrl, owners, settings, step } = options;
  const { asOwner } = owners;
  const { post } = identityCalls(scope, publicUrl);
  post(
    '/second-factor/app/start',
    'Begin to turn an authenticator app on, {password}',
    asOwner(settings.startApp),
  );
  post('/second-factor/app/confirm', 'Turn it on by its first {code}', asOwner(settings.confirmApp));
  post('/second-factor/app/off', 'Turn the authenticator app off, {password}', asOwner(settings.turnOffApp));
  post(
    '/second-factor/phone/start',
    'Have a code sent to a {phone}, {password}',
    asOwner(settings.startPhone),
  );
  post('/second-factor/phone/confirm', 'Turn the phone on by that {code}', asOwner(settings.confirmPhone));
  post('/second-factor/phone/off', 'Turn the phone off, {password}', asOwner(settings.turnOffPhone));
  post(
    '/second-factor/recovery',
    'Have new recovery codes, {password}',
    asOwner(settings.renewRecoveryCodes),
  );
  post('/second-factor/send-code', 'Have the code of a sign-in sent to the phone', step.sendCode);
  post('/second-factor/confirm', 'End a sign-in with {factor, code, trustDevice}', step.confirm);
}

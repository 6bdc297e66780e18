import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseForeignOrigins } from '../../../http/origins.js';
import type { AccountOwner, AccountOwners } from '../account/account-owner.js';
import { BASE_PATH } from '../service/identity-service.js';
import { documented, respond } from '../service/service-answer.js';
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
  const onRequest = refuseForeignOrigins(publicUrl);

  function post(call: string, summary: string, answer: (request: FastifyRequest) => Promise<Response>): void {
    scope.post(
      `${BASE_PATH}/second-factor/${call}`,
      { ...documented(summary), onRequest },
      (request, reply) => respond(reply, answer(request)),
    );
  }

  const asOwner =
    (answer: (owner: AccountOwner, request: FastifyRequest) => Promise<Response>) =>
    (request: FastifyRequest) =>
      owners.answer(request, (owner) => answer(owner, request));

  post('app/start', 'Begin to turn an authenticator app on, {password}', asOwner(settings.startApp));
  post('app/confirm', 'Turn it on by its first {code}', asOwner(settings.confirmApp));
  post('app/off', 'Turn the authenticator app off, {password}', asOwner(settings.turnOffApp));
  post('phone/start', 'Have a code sent to a {phone}, {password}', asOwner(settings.startPhone));
  post('phone/confirm', 'Turn the phone on by that {code}', asOwner(settings.confirmPhone));
  post('phone/off', 'Turn the phone off, {password}', asOwner(settings.turnOffPhone));
  post('recovery', 'Have new recovery codes, {password}', asOwner(settings.renewRecoveryCodes));
  post('send-code', 'Have the code of a sign-in sent to the phone', step.sendCode);
  post('confirm', 'End a sign-in with {factor, code, trustDevice}', step.confirm);
}

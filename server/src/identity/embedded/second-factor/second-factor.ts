import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { SmsSender } from '../../../sms/sms-sender.js';
import type { AccountOwners } from '../account/account-owner.js';
import type { TellOwner } from '../account/owner-notices.js';
import type { CookieNaming } from '../cookies.js';
import type { LimitMaker } from '../limits/attempt-limits.js';
import type { ServiceLog } from '../service/service-log.js';
import type { SignInCompletion } from '../sign-in-completion.js';
import { AuthenticatorApps } from './authenticator-apps.js';
import { codeMessages } from './code-messages.js';
import { factorSettings } from './factor-settings.js';
import { Phones } from './phones.js';
import { createSealing } from './sealing.js';
import { secondFactorRoutes } from './second-factor-routes.js';
import { secondStep } from './second-step.js';

export interface SecondFactorOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: string;
  /** Secrets and phone numbers are sealed by a key made of it. */
  readonly secret: string;
  readonly limit: LimitMaker;
  readonly tellOwner: TellOwner;
  readonly smsSender: SmsSender;
  readonly log: ServiceLog;
  readonly cookies: CookieNaming;
  readonly owners: AccountOwners;
  readonly completion: SignInCompletion;
}

/** The second factor: authenticator apps, phones, recovery codes and trusted devices. @returns what adds its calls */
export function secondFactor(options: SecondFactorOptions): (scope: FastifyInstance) => void {
  const { pool, secret } = options;
  const sealing = createSealing(secret);
  const parts = {
    apps: new AuthenticatorApps(pool, sealing),
    phones: new Phones(pool, sealing),
    messages: codeMessages(options),
  };
  return (scope) =>
    secondFactorRoutes(scope, {
      publicUrl: options.publicUrl,
      owners: options.owners,
      settings: factorSettings({ ...options, ...parts }),
      step: secondStep({ ...options, ...parts }),
    });
}

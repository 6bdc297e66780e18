import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../../http/calls.js';
import { limitUsers } from '../../http/limit-users.js';
import type { Identity } from '../../users/identity.js';
import { parseBankAccount, readBankAccount, saveBankAccount } from '../bank-accounts.js';
import type { PaymentSetupSources } from './payment-setup-sources.js';
import { saveAndNotify } from './save-and-notify.js';

const CHANGES_PER_HOUR = 30;
const HOUR_SECONDS = 60 * 60;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn' | 'hasFreshProof' | 'noteSettingChange'>;
  /** Null without payments. */
  readonly setup: PaymentSetupSources | null;
  readonly rateLimits: boolean;
}

/** The call for the account that a user is paid to by bank transfer. */
export function bankAccountRoutes(
  app: FastifyInstance,
  { pool, identity, setup, rateLimits }: Options,
): void {
  const limited = rateLimits
    ? { preHandler: limitUsers('bank accounts', CHANGES_PER_HOUR, HOUR_SECONDS) }
    : {};

  answerCall(
    app,
    'saveBankAccount',
    async ({ body }, request) => {
      if (setup?.kind !== 'bank') {
        return { refused: 'payments-off' } as const;
      }
      const account = parseBankAccount(body);
      const refusal = await saveAndNotify(
        { pool, identity },
        request,
        'payout-account-changed',
        async (tx) => {
          // The account decides where money goes. A session alone is not enough, because it may be stolen.
          if (!(await identity.hasFreshProof(tx, request.headers))) {
            return { refused: 'proof-needed' } as const;
          }
          if (typeof account === 'string') {
            return { refused: 'invalid-bank-account', detail: account } as const;
          }
          const before = await readBankAccount(tx, request.userId);
          await saveBankAccount(tx, request.userId, account);
          await setup.onReady(tx, request.userId);
          return !isDeepStrictEqual(before, account);
        },
      );
      return refusal ?? 'Your account is saved.';
    },
    limited,
  );
}

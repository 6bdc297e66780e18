import { isDeepStrictEqual } from 'node:util';
import type { ProblemCode } from '@perkex/contract/problems.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type Transaction, transaction } from '../../database/transaction.js';
import { answerCall } from '../../http/calls.js';
import { hourlyLimits } from '../../http/limit-users.js';
import type { Refusal } from '../../http/problems.js';
import { saveAndNotify } from '../../http/save-and-notify.js';
import type { Identity, SettingEvent } from '../../users/identity.js';
import { parseBankAccount, readBankAccount, saveBankAccount } from '../bank-accounts.js';
import { removePayoutAccount } from '../remove-payout-account.js';
import { noteRetired } from '../retired-accounts.js';
import type { PaymentSetupSources } from './payment-setup-sources.js';

const CHANGES_PER_HOUR = 30;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn' | 'hasFreshProof' | 'noteSettingChange'>;
  /** Null without payments. */
  readonly setup: PaymentSetupSources | null;
  readonly rateLimits: boolean;
}

/** The calls that save the account that a user is paid to by bank transfer, and remove the account of any provider. */
export function payoutAccountRoutes(
  app: FastifyInstance,
  { pool, identity, setup, rateLimits }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);

  answerCall(
    app,
    'saveBankAccount',
    async ({ body }, request) => {
      if (setup?.kind !== 'bank') {
        return { refused: 'payments-off' } as const;
      }
      const account = parseBankAccount(body);
      const refusal = await change(request, 'payout-account-changed', async (tx) => {
        if (typeof account === 'string') {
          return { refused: 'invalid-bank-account', detail: account } as const;
        }
        const before = await readBankAccount(tx, request.userId);
        await saveBankAccount(tx, request.userId, account);
        await setup.onReady(tx, request.userId);
        return !isDeepStrictEqual(before, account);
      });
      return refusal ?? 'Your account is saved.';
    },
    limitPerHour('bank accounts', CHANGES_PER_HOUR),
  );
  answerCall(
    app,
    'removePayouts',
    async (_parts, request) => {
      if (setup === null) {
        return { refused: 'payments-off' } as const;
      }
      const refusal = await change(request, 'payout-account-removed', async (tx) => {
        const removed = await removePayoutAccount(tx, request.userId, setup.provider.name);
        if (removed === 'under-way') {
          return { refused: 'payout-under-way' } as const;
        }
        if (removed?.pseudonym) {
          await noteRetired(tx, removed.pseudonym);
        }
        return removed !== null;
      });
      return refusal ?? 'Your account for payouts is removed.';
    },
    limitPerHour('removals of payout accounts', CHANGES_PER_HOUR),
  );

  /** Needs more than a session, which may be stolen: the account decides where money goes, and if its owner is paid. */
  function change<Problem extends ProblemCode = never>(
    request: FastifyRequest & { readonly userId: string },
    event: SettingEvent,
    save: (tx: Transaction) => Promise<boolean | Refusal<Problem>>,
  ) {
    return transaction(pool, (tx) =>
      saveAndNotify<Problem | 'proof-needed'>(tx, identity, request, event, async () =>
        (await identity.hasFreshProof(tx, request.headers)) ? save(tx) : { refused: 'proof-needed' },
      ),
    );
  }
}

import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { answerCall } from '../../http/calls.js';
import { limitUsers } from '../../http/limit-users.js';
import type { Identity } from '../../users/identity.js';
import { removePayoutAccount } from '../remove-payout-account.js';
import { noteRetired } from '../retired-accounts.js';
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

/** The call that removes the account which a user is paid to. */
export function removePayoutsRoutes(
  app: FastifyInstance,
  { pool, identity, setup, rateLimits }: Options,
): void {
  answerCall(
    app,
    'removePayouts',
    async (_parts, request) => {
      if (setup === null) {
        return { refused: 'payments-off' } as const;
      }
      const refusal = await saveAndNotify(
        { pool, identity },
        request,
        'payout-account-removed',
        async (tx) => {
          // A thief with a session could otherwise keep a seller from being paid.
          if (!(await identity.hasFreshProof(tx, request.headers))) {
            return { refused: 'proof-needed' } as const;
          }
          const removed = await removePayoutAccount(tx, request.userId, setup.provider.name);
          if (removed === 'under-way') {
            return { refused: 'payout-under-way' } as const;
          }
          if (removed?.pseudonym) {
            await noteRetired(tx, removed.pseudonym);
          }
          return removed !== null;
        },
      );
      return refusal ?? 'Your account for payouts is removed.';
    },
    rateLimits
      ? { preHandler: limitUsers('removals of payout accounts', CHANGES_PER_HOUR, HOUR_SECONDS) }
      : {},
  );
}

import type { ProblemCode } from '@perkex/contract/problems.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../clock/clock.js';
import type { Transaction } from '../database/transaction.js';
import { answerCall } from '../http/calls.js';
import { hourlyLimits } from '../http/limit-users.js';
import type { Refusal } from '../http/problems.js';
import { whileSignedIn } from '../http/while-signed-in.js';
import type { UserIndex } from '../user-index/user-index.js';
import type { Identity, Setting } from '../users/identity.js';
import { type AnyExportPart, exportUserData } from '../users/user-export.js';
import { ensureAccount } from './ensure-account.js';
import {
  isStoredShipping,
  lockSettings,
  paymentChange,
  payoutChange,
  type SettingChange,
  shippingChange,
  type UserSettings,
} from './lock-settings.js';
import { readSellerLevel } from './read-seller-level.js';
import { readHistory } from './read-trades.js';
import { readUserData } from './read-user-data.js';
import { savePayment, savePayout, saveShipping } from './save-settings.js';
import { readSizePreference, saveSizePreference } from './size-preference.js';

/** Low, because an export reads all of a user's data, which has no upper bound. */
const EXPORTS_PER_HOUR = 6;
interface Saving<Problem extends ProblemCode> {
  readonly change: (before: UserSettings) => SettingChange;
  readonly save: (tx: Transaction) => Promise<void>;
  /** Returns why an existing value must not be changed now. Absent if it may always be changed. */
  readonly refuseChange?: (tx: Transaction, before: UserSettings) => Promise<Refusal<Problem> | null>;
}

interface Options {
  readonly clock: Clock;
  readonly userIndex: UserIndex | null;
  readonly rateLimits: boolean;
  /** Called in the transaction in which a user chooses a payment. */
  readonly onPaymentChosen: (tx: Transaction, userId: string) => Promise<void>;
  /** The parts of a user's data export, by room. */
  readonly exportParts: readonly AnyExportPart[];
}

/** The calls of section 7 about a user's own data. They require a session. */
export function accountsRoutes(
  app: FastifyInstance,
  pool: pg.Pool,
  identity: Pick<Identity, 'isStillSignedIn' | 'hasFreshProof' | 'noteSettingChange'>,
  { clock, userIndex, rateLimits, exportParts, onPaymentChosen }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  /** Saves a setting. The owner is notified of a change, but not of the first value. */
  async function saveFor<Problem extends ProblemCode = never>(
    request: FastifyRequest,
    setting: Setting,
    { change, save, refuseChange }: Saving<Problem>,
  ): Promise<string | Refusal<Problem | 'not-signed-in'>> {
    const refusal = await whileSignedIn(
      pool,
      identity,
      request,
      async (tx): Promise<Refusal<Problem> | null> => {
        const before = await lockSettings(tx, request.userId);
        const isChange = change(before) === 'changed';
        const refusal = isChange ? await refuseChange?.(tx, before) : null;
        if (refusal) {
          return refusal;
        }
        await save(tx);
        if (isChange) {
          await identity.noteSettingChange(tx, request, `${setting}-changed`);
        }
        return null;
      },
    );
    return refusal ?? `Your ${setting} is saved.`;
  }

  answerCall(app, 'userData', (_parts, { userId }) => readUserData(pool, userIndex, userId));
  answerCall(app, 'sellerLevel', (_parts, { userId }) => readSellerLevel(pool, userId, clock.wallMs()));
  answerCall(app, 'history', ({ query }, { userId }) =>
    readHistory(pool, userIndex, userId, query.side, query.before),
  );
  answerCall(
    app,
    'exportUserData',
    async (_parts, { userId }, reply) => {
      const document = await exportUserData(exportParts, userId, new Date(clock.wallMs()));
      return reply
        .header('content-disposition', 'attachment; filename="perkex-export.json"')
        .type('application/json; charset=utf-8')
        .send(document);
    },
    limitPerHour('exports', EXPORTS_PER_HOUR),
  );
  answerCall(app, 'createUserData', async (_parts, { userId }) => {
    await ensureAccount(pool, userId);
    return 'Your account is ready.';
  });
  answerCall(app, 'shipping', ({ body: { uid: _, base, ...shipping } }, request) =>
    saveFor(request, 'shipping', {
      change: (before) => shippingChange(before, shipping),
      save: (tx) => saveShipping(tx, request.userId, shipping),
      // A form opened before another change would undo that change.
      refuseChange: async (_tx, before) =>
        base && !isStoredShipping(before, base) ? { refused: 'shipping-changed' } : null,
    }),
  );
  answerCall(app, 'payout', ({ body: { payout } }, request) =>
    saveFor(request, 'payout', {
      change: (before) => payoutChange(before, payout),
      save: (tx) => savePayout(tx, request.userId, payout),
      // The payout decides where money goes. A session alone is not enough, because it may be stolen.
      refuseChange: async (tx) =>
        (await identity.hasFreshProof(tx, request.headers)) ? null : { refused: 'proof-needed' },
    }),
  );
  answerCall(app, 'payment', ({ body: { payment } }, request) =>
    saveFor(request, 'payment', {
      change: (before) => paymentChange(before, payment),
      save: async (tx) => {
        await savePayment(tx, request.userId, payment);
        await onPaymentChosen(tx, request.userId);
      },
    }),
  );
  answerCall(app, 'sizePreference', (_parts, { userId }) => readSizePreference(pool, userId));
  answerCall(app, 'saveSizePreference', ({ body: { system, size } }, request) =>
    whileSignedIn(pool, identity, request, async (tx) => {
      await saveSizePreference(tx, request.userId, { system, size });
      return 'Your sizes are saved.';
    }),
  );
}

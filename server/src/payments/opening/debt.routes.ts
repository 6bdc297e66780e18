import type { DebtAnswer } from '@perkex/contract/money.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { DealSteps } from '../../deals/take-step.js';
import { answerCall } from '../../http/calls.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { isRefusal } from '../../http/problems.js';
import { whileSignedIn } from '../../http/while-signed-in.js';
import type { Identity } from '../../users/identity.js';
import { readInstructions } from '../bank/payment-instructions.js';
import { paymentKeyOf } from '../bank/payment-rows.js';
import { payDebt, readDebtPayment } from '../debt-payments.js';
import { hasCard } from '../party-refs.js';
import { readPaymentAccount } from '../payment-accounts.js';
import { bankPageOf } from './bank-page.routes.js';
import { answerOfInstructions } from './payment-instructions.routes.js';
import { askProvider } from './payment-setup.routes.js';
import type { PaymentSetupSources } from './payment-setup-sources.js';

/** Each may ask the provider. */
const PAYMENTS_PER_HOUR = 30;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<Identity, 'isStillSignedIn'>;
  /** Null without payments. */
  readonly setup: PaymentSetupSources | null;
  readonly steps: DealSteps;
  readonly rateLimits: boolean;
}

/** The calls with which users pay what they owe across all their deals. */
export function debtRoutes(
  app: FastifyInstance,
  { pool, identity, setup, steps, rateLimits }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const limited = limitPerHour('payments of debts', PAYMENTS_PER_HOUR);

  answerCall(app, 'debt', (_parts, { userId }) => answerOf(pool, setup, userId));

  answerCall(
    app,
    'payDebt',
    async (_parts, request) => {
      const { userId } = request;
      if (!setup) {
        return { refused: 'payments-off' } as const;
      }
      const isByCard = setup.kind === 'cards';
      if (isByCard) {
        const isReady = await askProvider(request, () => hasCard({ pool, provider: setup.provider }, userId));
        if (isRefusal(isReady)) {
          return isReady;
        }
        if (!isReady) {
          return NO_CARD;
        }
      }
      const isPaid = await whileSignedIn(pool, identity, request, (tx) =>
        payDebt(tx, userId, steps, { isByCard }),
      );
      if (isRefusal(isPaid)) {
        return isPaid;
      }
      if (isPaid) {
        return answerOf(pool, setup, userId);
      }
      return (await readDebtPayment(pool, userId)).debtCents > 0 ? TOO_LITTLE : NOTHING_OWED;
    },
    limited,
  );

  answerCall(
    app,
    'debtBankPage',
    async (_parts, request) => {
      if (!setup) {
        return { refused: 'payments-off' } as const;
      }
      const { state, call } = await readDebtPayment(pool, request.userId);
      const ref = state === 'needs-buyer' ? call?.ref : null;
      return bankPageOf(request, setup, ref ?? null);
    },
    limited,
  );
}

const NO_CARD = { refused: 'payment-missing', detail: 'Save a card in your settings first.' } as const;
const TOO_LITTLE = {
  refused: 'nothing-to-pay',
  detail: 'Cards pay 0.50$ or more. Your next payout settles what you owe.',
} as const;
const NOTHING_OWED = { refused: 'nothing-to-pay', detail: 'You owe nothing.' } as const;

async function answerOf(
  pool: pg.Pool,
  setup: PaymentSetupSources | null,
  userId: string,
): Promise<DebtAnswer> {
  const { debtCents, state, payingCents, call } = await readDebtPayment(pool, userId);
  const amounts = { amount: debtCents / CENTS_PER_DOLLAR, paying: payingCents / CENTS_PER_DOLLAR };
  if (setup?.kind !== 'bank') {
    const account = setup && (await readPaymentAccount(pool, userId, setup.provider.name));
    const canSaveCard = setup?.kind === 'cards' && setup.provider.hasInstantSetup;
    const needsCard = setup !== null && account?.methodRef === null && !canSaveCard;
    return { ...amounts, payment: state, needsCard, transfer: null };
  }
  const instructions = call && (await readInstructions(pool, setup.account, paymentKeyOf(call)));
  return {
    ...amounts,
    payment: state,
    needsCard: false,
    transfer: instructions && answerOfInstructions(instructions),
  };
}

import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { readBoughtDeal } from '../../deals/read-own-deals.js';
import { answerCall } from '../../http/calls.js';
import { type PaymentInstructions, readInstructions } from '../bank/payment-instructions.js';
import type { PaymentSetupSources } from './payment-setup-sources.js';

interface Options {
  readonly pool: pg.Pool;
  /** Null without payments. */
  readonly setup: PaymentSetupSources | null;
}

/** The call for the instructions of a payment by bank transfer. Only the buyer gets them. */
export function paymentInstructionsRoutes(app: FastifyInstance, { pool, setup }: Options): void {
  answerCall(app, 'paymentInstructions', async ({ params: { id } }, { userId }) => {
    if (setup?.kind !== 'bank') {
      return { refused: 'payments-off' } as const;
    }
    const stored = await readBoughtDeal(pool, userId, id);
    if (!stored) {
      return { refused: 'unknown-deal' } as const;
    }
    const instructions =
      stored.deal.state === 'unpaid' ? await readInstructions(pool, setup.account, stored.key) : null;
    if (instructions === null) {
      return { refused: 'nothing-to-pay' } as const;
    }
    return answerOfInstructions(instructions);
  });
}

/** Instructions as calls answer them, in dollars. */
export function answerOfInstructions({ amountCents, receivedCents, ...texts }: PaymentInstructions) {
  return { ...texts, amount: amountCents / CENTS_PER_DOLLAR, received: receivedCents / CENTS_PER_DOLLAR };
}

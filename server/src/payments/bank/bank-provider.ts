import type { PaymentMethod } from '@perkex/core/deals/deal.js';
import type pg from 'pg';
import { transaction } from '../../database/transaction.js';
import { type CallKey, isCollecting, nameOfCall, parseCallName } from '../call-name.js';
import {
  type CallOutcome,
  type CollectRequest,
  CURRENCY,
  type PaymentProvider,
  type PayOutRequest,
  type ProviderRef,
  type ProviderRequest,
  type RefundRequest,
  type RetrievedState,
} from '../payment-provider.js';
import {
  type BankPayment,
  lockBankPayment,
  openBankPayment,
  paymentKeyOf,
  readBankPayment,
  setBankPaymentState,
  settleBankPayment,
} from './payment-rows.js';
import { readRemittance, saveRemittance } from './remittance-rows.js';

/** Buyers and sellers have no account at the bank of the market: calls name these instead. */
export const BANK_CUSTOMER = 'bank';
export const BANK_METHOD = 'bank-transfer';
export const BANK_RECIPIENT = 'bank-account';

const METHODS: readonly PaymentMethod[] = ['bank-transfer'];
const NOTHING_KNOWN: CallOutcome = { kind: 'unknown', needsNewAttempt: false };

interface BankProviderOptions {
  readonly pool: pg.Pool;
  /** The page with the instructions for a payment. */
  readonly returnUrl: (call: CallKey) => string;
}

/**
 * The market's own bank account (after-the-trade, "Payments"). A bank answers no calls: finance books what has arrived
 * and confirms what has left, and the provider reads that from the market's tables. The reference of each object is the
 * name of its call, so an attempt can be repeated at any time. A collection is open until its money is there; a refund
 * or payout is pending until its list was executed.
 */
export class BankProvider implements PaymentProvider {
  readonly name = 'bank';
  readonly methods = METHODS;

  constructor(private readonly options: BankProviderOptions) {}

  async collect({ call, amountCents }: CollectRequest): Promise<CallOutcome> {
    await transaction(this.options.pool, async (tx) => {
      await openBankPayment(tx, call, amountCents);
      // The money of an earlier collection of this deal may be there already.
      await settleBankPayment(tx, paymentKeyOf(call));
    });
    return this.outcomeOfCall(call);
  }

  async refund({ call, amountCents, paymentRef }: RefundRequest): Promise<CallOutcome> {
    const { pool } = this.options;
    const payment = parseCallName(paymentRef);
    const isPossible =
      payment !== null &&
      (await transaction(pool, async (tx) => {
        const id = nameOfCall(call);
        const paid = await lockBankPayment(tx, payment);
        if (await readRemittance(tx, id)) {
          return true;
        }
        if (!paid || !isPaymentOf(payment, paid) || paid.refundedCents + amountCents > paid.amountCents) {
          return false;
        }
        await saveRemittance(tx, { id, key: payment, kind: 'refund', amountCents });
        return true;
      }));
    return isPossible
      ? this.outcomeOfCall(call)
      : { kind: 'declined', ref: null, code: 'refund-exceeds-payment', canRetry: false };
  }

  async payOut({ call, amountCents }: PayOutRequest): Promise<CallOutcome> {
    await saveRemittance(this.options.pool, {
      id: nameOfCall(call),
      key: call,
      kind: call.kind === 'pay-credit' ? 'credit' : 'pay-out',
      amountCents,
    });
    return this.outcomeOfCall(call);
  }

  /** Money that has arrived is then without a use, and goes back with the next list. */
  async reverse(ref: ProviderRef): Promise<void> {
    const call = parseCallName(ref);
    if (call) {
      await transaction(this.options.pool, async (tx) => {
        const key = paymentKeyOf(call);
        const payment = await lockBankPayment(tx, key);
        if (payment?.version === call.version) {
          await setBankPaymentState(tx, key, 'ended');
        }
      });
    }
  }

  async retrieve(ref: ProviderRef): Promise<RetrievedState> {
    const call = parseCallName(ref);
    const outcome = call && (await this.findCall(call));
    return outcome ? { call, outcome } : { call: null, outcome: NOTHING_KNOWN };
  }

  find({ call }: ProviderRequest): Promise<CallOutcome | null> {
    return this.findCall(call);
  }

  private async outcomeOfCall(call: CallKey): Promise<CallOutcome> {
    return (await this.findCall(call)) ?? NOTHING_KNOWN;
  }

  private async findCall(call: CallKey): Promise<CallOutcome | null> {
    const { pool } = this.options;
    if (!isCollecting(call)) {
      return this.remittanceOutcome(nameOfCall(call));
    }
    const payment = await readBankPayment(pool, paymentKeyOf(call));
    return payment && payment.version >= call.version ? this.paymentOutcome(call, payment) : null;
  }

  private paymentOutcome(call: CallKey, payment: BankPayment): CallOutcome {
    const ref = nameOfCall(call);
    if (payment.version > call.version || payment.state === 'ended') {
      const code = payment.state === 'ended' ? 'ended' : 'replaced';
      return { kind: 'declined', ref, code, canRetry: false };
    }
    return payment.state === 'paid'
      ? done(ref, payment.amountCents)
      : { kind: 'needs-buyer', ref, url: this.options.returnUrl(call) };
  }

  private async remittanceOutcome(ref: ProviderRef): Promise<CallOutcome | null> {
    const remittance = await readRemittance(this.options.pool, ref);
    switch (remittance?.state) {
      case undefined:
        return null;
      case 'waiting':
      case 'listed':
        return { kind: 'pending', ref };
      case 'paid':
        return done(ref, remittance.amountCents);
      case 'returned':
        return { kind: 'declined', ref, code: 'returned', canRetry: false };
    }
  }
}

function isPaymentOf({ kind, version }: CallKey, payment: BankPayment): boolean {
  return kind === 'collect' && payment.version === version && payment.state === 'paid';
}

function done(ref: ProviderRef, amountCents: number): CallOutcome {
  return { kind: 'done', ref, amountCents, currency: CURRENCY, dispute: 'none' };
}

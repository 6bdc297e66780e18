import { MIN_CARD_CENTS } from '@perkex/core/users/debts.js';
import { badRequest, missing, StandInError } from './stand-in-error.js';
import type { Charge, Dispute, Intent, Party } from './stand-in-objects.js';
import type { StandInStore } from './stand-in-store.js';
import { type TestMethod, testMethod } from './test-methods.js';

interface NewIntent {
  readonly amount: number;
  readonly currency: string;
  readonly customer: string;
  readonly method: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The payments of an account at the stand-in, and their disputes. */
export class StandInIntents {
  constructor(private readonly store: StandInStore) {}

  /** Takes a payment without the buyer. @throws a card error, with the intent that it leaves behind */
  async createIntent({ amount, currency, customer, method, metadata }: NewIntent): Promise<Intent> {
    if (amount <= 0) {
      throw badRequest('parameter_invalid_integer');
    }
    if (amount < MIN_CARD_CENTS) {
      throw badRequest('amount_too_small');
    }
    await this.store.get<Party>('customer', customer);
    const intent: Intent = {
      id: this.store.newId('pi'),
      object: 'payment_intent',
      amount,
      amount_received: 0,
      created: this.store.nowSeconds(),
      currency,
      customer,
      last_payment_error: null,
      latest_charge: null,
      metadata,
      next_action: null,
      payment_method: method,
      status: 'requires_confirmation',
    };
    return this.pay(intent, methodOf(method).needsBuyer ? 'authentication_required' : null);
  }

  /** Confirms a payment with the buyer present. */
  async confirmIntent(id: string, method: string, returnUrl: string): Promise<Intent> {
    const found = await this.store.lock<Intent>('payment_intent', id);
    const intent = { ...found, payment_method: method };
    if (intent.status !== 'requires_payment_method') {
      throw badRequest('payment_intent_unexpected_state');
    }
    if (!methodOf(method).needsBuyer) {
      return this.pay(intent, null);
    }
    const url = `${this.store.sources.pagesUrl}/bank/${id}`;
    const asking = this.store.save<Intent>({
      ...intent,
      status: 'requires_action',
      last_payment_error: null,
      next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
    });
    this.store.report('payment_intent.requires_action', asking);
    return asking;
  }

  /** The buyer's decision on the page of their bank. */
  async answerBank(id: string, isAccepted: boolean): Promise<Intent> {
    const intent = await this.store.lock<Intent>('payment_intent', id);
    if (intent.status !== 'requires_action') {
      throw badRequest('payment_intent_unexpected_state');
    }
    return this.finish(
      { ...intent, next_action: null },
      isAccepted ? null : 'payment_intent_authentication_failure',
    );
  }

  async cancelIntent(id: string): Promise<Intent> {
    const intent = await this.store.lock<Intent>('payment_intent', id);
    if (!/^requires_/.test(intent.status)) {
      throw badRequest('payment_intent_unexpected_state');
    }
    const canceled = this.store.save<Intent>({ ...intent, status: 'canceled', next_action: null });
    this.store.report('payment_intent.canceled', canceled);
    return canceled;
  }

  /** Ends a payment that took days. */
  async settle(intent: Intent, isPaid: boolean): Promise<void> {
    if (intent.status === 'processing') {
      await this.finish(intent, isPaid ? null : 'insufficient_funds');
    }
  }

  /** The buyer disputes a payment at their bank, or a part of it. */
  async openDispute(intentId: string, amount?: number): Promise<Dispute> {
    const charge = await this.chargeOf(await this.store.lock<Intent>('payment_intent', intentId));
    this.store.save<Charge>({ ...charge, disputed: true });
    const dispute = this.store.save<Dispute>({
      id: this.store.newId('dp'),
      object: 'dispute',
      amount: amount ?? charge.amount,
      created: this.store.nowSeconds(),
      currency: charge.currency,
      payment_intent: intentId,
      status: 'needs_response',
    });
    this.store.report('charge.dispute.created', dispute);
    return dispute;
  }

  async closeDispute(id: string, status: 'won' | 'lost'): Promise<void> {
    const open = await this.store.lock<Dispute>('dispute', id);
    const dispute = this.store.save<Dispute>({ ...open, status });
    this.store.report('charge.dispute.closed', dispute);
  }

  /** The part of a payment that a dispute has taken: all of it while the dispute is open. */
  async takenBackCents({ amount, disputed, payment_intent: intentId }: Charge): Promise<number> {
    const newest = { createdFrom: null, after: null, limit: 1 };
    const [dispute] = disputed ? await this.store.list('dispute', intentId, newest) : [];
    if (dispute?.object !== 'dispute' || dispute.status === 'won') {
      return 0;
    }
    return dispute.status === 'lost' ? dispute.amount : amount;
  }

  async chargeOf({ latest_charge: charge }: Intent): Promise<Charge> {
    if (charge === null) {
      throw badRequest('payment_intent_unexpected_state');
    }
    return this.store.get<Charge>('charge', charge);
  }

  private async pay(intent: Intent, refusal: string | null): Promise<Intent> {
    const { decline, days, failsLater } = methodOf(intent.payment_method);
    if (refusal === null && decline === null && days > 0) {
      const processing = this.store.save<Intent>({ ...intent, status: 'processing' });
      this.store.settleLater(processing, days, failsLater);
      return processing;
    }
    const paid = await this.finish(intent, refusal ?? decline);
    if (paid.last_payment_error) {
      throw new StandInError(402, { ...paid.last_payment_error, payment_intent: paid });
    }
    return paid;
  }

  /** @param decline the reason why it fails, or null if it succeeds */
  private async finish(intent: Intent, decline: string | null): Promise<Intent> {
    if (decline !== null) {
      const isDecline = !/^(authentication_required|processing_error|payment_intent_)/.test(decline);
      const failed = this.store.save<Intent>({
        ...intent,
        status: 'requires_payment_method',
        last_payment_error: {
          type: 'card_error',
          code: isDecline ? 'card_declined' : (decline as 'authentication_required'),
          decline_code: decline,
          message: 'The payment was declined.',
        },
      });
      this.store.report('payment_intent.payment_failed', failed);
      return failed;
    }
    const { id, amount, currency } = intent;
    const charge = this.store.save<Charge>({
      id: this.store.newId('ch'),
      object: 'charge',
      amount,
      amount_refunded: 0,
      created: this.store.nowSeconds(),
      currency,
      disputed: false,
      payment_intent: id,
      refunded: false,
    });
    const succeeded = this.store.save<Intent>({
      ...intent,
      status: 'succeeded',
      amount_received: amount,
      latest_charge: charge.id,
      last_payment_error: null,
      next_action: null,
    });
    this.store.report('payment_intent.succeeded', succeeded);
    if (methodOf(intent.payment_method).isDisputed) {
      await this.openDispute(id);
    }
    return succeeded;
  }
}

export function methodOf(name: string): TestMethod {
  const method = testMethod(name);
  if (!method) {
    throw missing(name);
  }
  return method;
}

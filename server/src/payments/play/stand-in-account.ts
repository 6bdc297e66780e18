import type pg from 'pg';
import type { Transaction } from '../../database/transaction.js';
import { badRequest, missing } from './stand-in-error.js';
import { methodOf, StandInIntents } from './stand-in-intents.js';
import type { Charge, Intent, Party, Refund, SetupIntent, Transfer } from './stand-in-objects.js';
import { type StandInSources, StandInStore } from './stand-in-store.js';

/** The days until a slow refund has arrived or failed. */
const REFUND_DAYS = 2;

interface NewRefund {
  readonly intentId: string;
  /** Null for all that is left. */
  readonly amount: number | null;
  readonly metadata: Readonly<Record<string, string>>;
}

interface NewTransfer {
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  readonly group: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The account of a market at the stand-in: its objects, and the rules by which they change, inside one transaction. */
export class StandInAccount {
  readonly store: StandInStore;
  readonly intents: StandInIntents;

  constructor(connection: pg.Pool | Transaction, sources: StandInSources) {
    this.store = new StandInStore(connection, sources);
    this.intents = new StandInIntents(this.store);
  }

  /** Carries out the next change that is due. @returns false without one */
  async settleNext(): Promise<boolean> {
    const due = await this.store.takeDue();
    if (due?.object.object === 'payment_intent') {
      await this.intents.settle(due.object, !due.willFail);
    } else if (due?.object.object === 'refund') {
      await this.settleRefund(due.object, due.willFail);
    }
    return due !== null;
  }

  createParty(kind: Party['object']): Party {
    const isAccount = kind === 'v2.core.account';
    const created = isAccount ? new Date(this.store.sources.nowMs()).toISOString() : this.store.nowSeconds();
    return this.store.save<Party>({
      id: this.store.newId(isAccount ? 'acct' : 'cus'),
      object: kind,
      created,
      ...(isAccount && { applied_configurations: ['recipient'] as const }),
      ...(isAccount && transfersOf(this.store.sources.completesAccounts ? 'active' : 'restricted')),
    });
  }

  async deleteCustomer(id: string): Promise<Party> {
    const customer = await this.store.lock<Party>('customer', id);
    if (customer.deleted) {
      throw missing(id);
    }
    return this.store.save<Party>({ ...customer, deleted: true });
  }

  /** A closed account cannot be paid. */
  async closeAccount(id: string): Promise<Party> {
    const account = await this.store.lock<Party>('v2.core.account', id);
    return this.store.save<Party>({ ...account, ...transfersOf('restricted'), closed: true });
  }

  /** The seller has completed the form of their account. */
  async completeAccount(id: string): Promise<void> {
    const account = await this.store.lock<Party>('v2.core.account', id);
    this.store.save<Party>({ ...account, ...transfersOf('active') });
  }

  async createLink(id: string): Promise<{ readonly object: 'v2.core.account_link'; readonly url: string }> {
    await this.store.get<Party>('v2.core.account', id);
    return { object: 'v2.core.account_link', url: `${this.store.sources.pagesUrl}/accounts/${id}` };
  }

  async createSetup(customer: string, method: string | null): Promise<SetupIntent> {
    await this.store.get<Party>('customer', customer);
    const id = this.store.newId('seti');
    return this.store.save<SetupIntent>({
      id,
      object: 'setup_intent',
      created: this.store.nowSeconds(),
      customer,
      client_secret: `${id}_secret`,
      payment_method: method,
      status: method === null ? 'requires_payment_method' : 'succeeded',
    });
  }

  /** The buyer has entered a card. */
  async completeSetup(id: string, method: string): Promise<void> {
    const setup = await this.store.lock<SetupIntent>('setup_intent', id);
    this.store.save<SetupIntent>({ ...setup, payment_method: method, status: 'succeeded' });
  }

  async createRefund({ intentId, amount, metadata }: NewRefund): Promise<Refund> {
    const intent = await this.store.lock<Intent>('payment_intent', intentId);
    const charge = await this.intents.chargeOf(intent);
    const takenBack = await this.intents.takenBackCents(charge);
    if (takenBack >= charge.amount) {
      throw badRequest('charge_disputed');
    }
    const left = charge.amount - takenBack - charge.amount_refunded;
    const refunded = amount ?? left;
    if (left === 0) {
      throw badRequest('charge_already_refunded');
    }
    if (refunded <= 0 || refunded > left) {
      throw badRequest('amount_too_large');
    }
    const { refunds } = methodOf(intent.payment_method);
    const refund = this.store.save<Refund>({
      id: this.store.newId('re'),
      object: 'refund',
      amount: refunded,
      created: this.store.nowSeconds(),
      currency: intent.currency,
      metadata,
      payment_intent: intentId,
      status: refunds === 'later' ? 'pending' : 'succeeded',
    });
    this.addRefunded(charge, refunded);
    if (refunds !== 'at-once') {
      this.store.settleLater(refund, REFUND_DAYS, refunds === 'fail-later');
    }
    this.store.report('refund.created', refund);
    return refund;
  }

  async createTransfer({ amount, currency, destination, group, metadata }: NewTransfer): Promise<Transfer> {
    const { configuration } = await this.store.get<Party>('v2.core.account', destination);
    if (configuration?.recipient.capabilities.stripe_balance.stripe_transfers.status !== 'active') {
      throw badRequest('insufficient_capabilities_for_transfer');
    }
    if (amount <= 0) {
      throw badRequest('parameter_invalid_integer');
    }
    if (amount > this.store.sources.availableCents) {
      throw badRequest('balance_insufficient');
    }
    const transfer = this.store.save<Transfer>({
      id: this.store.newId('tr'),
      object: 'transfer',
      amount,
      created: this.store.nowSeconds(),
      currency,
      destination,
      metadata,
      reversed: false,
      transfer_group: group,
    });
    this.store.report('transfer.created', transfer);
    return transfer;
  }

  /** The seller's bank has refused the money. */
  async reverseTransfer(id: string): Promise<void> {
    const transfer = await this.store.lock<Transfer>('transfer', id);
    if (!transfer.reversed) {
      const reversed = this.store.save<Transfer>({ ...transfer, reversed: true });
      this.store.report('transfer.reversed', reversed);
    }
  }

  private async settleRefund(refund: Refund, isFailed: boolean): Promise<void> {
    const settled = this.store.save<Refund>({
      ...refund,
      status: isFailed ? 'failed' : 'succeeded',
      ...(isFailed && { failure_reason: 'expired_or_canceled_card' }),
    });
    if (isFailed) {
      const intent = await this.store.lock<Intent>('payment_intent', refund.payment_intent);
      const charge = await this.intents.chargeOf(intent);
      this.addRefunded(charge, -refund.amount);
    }
    this.store.report(isFailed ? 'refund.failed' : 'refund.updated', settled);
  }

  private addRefunded(charge: Charge, amount: number): void {
    const amountRefunded = charge.amount_refunded + amount;
    this.store.save<Charge>({
      ...charge,
      amount_refunded: amountRefunded,
      refunded: amountRefunded === charge.amount,
    });
  }
}

/** The part of an account that shows if it can be paid. */
function transfersOf(status: 'active' | 'restricted'): Pick<Party, 'configuration'> {
  return {
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { status } } } } },
  };
}

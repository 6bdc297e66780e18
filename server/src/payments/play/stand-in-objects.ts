import type Stripe from 'stripe';

/** The fields of Stripe's objects that the adapter reads. */
export type Intent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'created'
  | 'currency'
  | 'last_payment_error'
  | 'metadata'
  | 'next_action'
  | 'status'
> & {
  readonly customer: string;
  readonly payment_method: string;
  readonly latest_charge: string | null;
};

export type Charge = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'amount_refunded' | 'created' | 'currency' | 'disputed' | 'refunded'
> & { readonly payment_intent: string };

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'status'
> & { readonly payment_intent: string; readonly failure_reason?: string };

export type Transfer = Pick<
  Stripe.Transfer,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reversed' | 'transfer_group'
> & { readonly destination: string };

export type Dispute = Pick<Stripe.Dispute, 'id' | 'object' | 'amount' | 'created' | 'currency' | 'status'> & {
  readonly payment_intent: string;
};

export interface SetupIntent {
  readonly id: string;
  readonly object: 'setup_intent';
  readonly created: number;
  readonly customer: string;
  readonly client_secret: string;
  readonly payment_method: string | null;
  readonly status: 'succeeded' | 'requires_payment_method';
}

/** A buyer, or a seller who can be paid. Nothing says which user that is. */
export interface Party {
  readonly id: string;
  readonly object: 'customer' | 'v2.core.account';
  readonly created: number | string;
  /** Deleted, or closed. */
  readonly deleted?: boolean;
  readonly closed?: boolean;
  readonly applied_configurations?: readonly 'recipient'[];
  /** Only of a seller. */
  readonly configuration?: {
    readonly recipient: {
      readonly capabilities: {
        readonly stripe_balance: { readonly stripe_transfers: { readonly status: 'active' | 'restricted' } };
      };
    };
  };
}

export type StandInObject = Intent | Charge | Refund | Transfer | Dispute | SetupIntent | Party;

/** A change that is due. */
export interface Settlement {
  readonly object: StandInObject;
  readonly willFail: boolean;
}

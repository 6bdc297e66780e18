import type Stripe from 'stripe';
import type { MethodRequest, PreparedMethod } from '../payment-provider.js';

type BuyerRequest = Extract<MethodRequest, { role: 'buyer' }>;
type SellerRequest = Extract<MethodRequest, { role: 'seller' }>;

/**
 * Prepares the saving of a card.
 * @param testMethod a payment method to attach at once; null if the buyer enters their card
 */
export async function prepareCard(
  stripe: Stripe,
  { userId, customerRef }: BuyerRequest,
  testMethod: string | null,
): Promise<PreparedMethod> {
  const customer = customerRef ?? (await createCustomer(stripe, userId));
  const setup = await stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    ...(testMethod !== null && { payment_method: testMethod, confirm: true }),
  });
  const { payment_method: method } = setup;
  return {
    customerRef: customer,
    methodRef: typeof method === 'string' ? method : (method?.id ?? null),
    recipientRef: null,
    clientSecret: setup.status === 'succeeded' ? null : setup.client_secret,
  };
}

/** Prepares an account that can be paid. */
export async function prepareRecipient(
  stripe: Stripe,
  { userId, email }: SellerRequest,
): Promise<PreparedMethod> {
  const account = await stripe.v2.core.accounts.create(
    {
      contact_email: email,
      dashboard: 'express',
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      configuration: {
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      metadata: { user: userId },
    },
    { idempotencyKey: `recipient/${userId}` },
  );
  return { customerRef: null, methodRef: null, recipientRef: account.id, clientSecret: null };
}

async function createCustomer(stripe: Stripe, userId: string): Promise<string> {
  const params = { metadata: { user: userId } };
  const { id } = await stripe.customers.create(params, { idempotencyKey: `customer/${userId}` });
  return id;
}

import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { MethodRequest, MethodSetup, RecipientRequest, RecipientSetup } from '../payment-provider.js';

/**
 * Begins to save a card.
 * @param testMethod a payment method to attach at once; null if the buyer enters their card
 */
export async function prepareCard(
  stripe: Stripe,
  { userId, customerRef, removals = 0 }: MethodRequest,
  testMethod: string | null,
): Promise<MethodSetup> {
  const customer = customerRef ?? (await createCustomer(stripe, userId, removals));
  const setup = await stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    ...(testMethod !== null && { payment_method: testMethod, confirm: true }),
  });
  return {
    customerRef: customer,
    setupRef: setup.id,
    methodRef: savedMethod(setup),
    clientSecret: setup.status === 'succeeded' ? null : setup.client_secret,
  };
}

/** The card of a setup; null until the buyer has entered it. */
export async function readCard(stripe: Stripe, setupRef: string): Promise<string | null> {
  return savedMethod(await stripe.setupIntents.retrieve(setupRef));
}

/** Creates an account that can be paid, or reads it. Stripe's form completes it. */
export async function prepareRecipient(
  stripe: Stripe,
  { userId, email, recipientRef, removals = 0 }: RecipientRequest,
): Promise<RecipientSetup> {
  const account =
    recipientRef === null
      ? await createRecipient(stripe, { userId, email, removals })
      : await stripe.v2.core.accounts.retrieve(recipientRef, { include: ['configuration.recipient'] });
  return { recipientRef: account.id, isReady: canBePaid(account) };
}

/** Creates a form for an account. It can be opened once. */
export async function createForm(stripe: Stripe, account: string, returnUrl: string): Promise<string> {
  const { url } = await stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: returnUrl, return_url: returnUrl },
    },
  });
  return url;
}

function savedMethod({ status, payment_method: method }: Stripe.SetupIntent): string | null {
  if (status !== 'succeeded') {
    return null;
  }
  return typeof method === 'string' ? method : (method?.id ?? null);
}

/**
 * Stripe remembers keys for days: after a removal, the old key would bring back what was removed. It refuses a known
 * key with another e-mail.
 */
function idempotencyKey(kind: string, userId: string, removals: number, email: string | null = null): string {
  const key = removals === 0 ? `${kind}/${userId}` : `${kind}/${userId}/${removals}`;
  return email === null ? key : `${key}/${createHash('sha256').update(email).digest('base64url')}`;
}

async function createCustomer(stripe: Stripe, userId: string, removals: number): Promise<string> {
  const params = { metadata: { user: userId } };
  const { id } = await stripe.customers.create(params, {
    idempotencyKey: idempotencyKey('customer', userId, removals),
  });
  return id;
}

function createRecipient(
  stripe: Stripe,
  { userId, email, removals }: Required<Omit<RecipientRequest, 'recipientRef'>>,
): Promise<Stripe.V2.Core.Account> {
  return stripe.v2.core.accounts.create(
    {
      ...(email !== null && { contact_email: email }),
      dashboard: 'express',
      defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
      configuration: {
        recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
      },
      include: ['configuration.recipient'],
      metadata: { user: userId },
    },
    { idempotencyKey: idempotencyKey('recipient', userId, removals, email) },
  );
}

function canBePaid({ configuration }: Stripe.V2.Core.Account): boolean {
  return configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status === 'active';
}

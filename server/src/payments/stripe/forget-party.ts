import type Stripe from 'stripe';
import type { RetiredRefs } from '../retired-accounts.js';

/**
 * Deletes a customer, with their cards, and closes an account for payouts. Stripe keeps its own records of payments. An
 * account with money in it cannot be closed yet.
 * @throws StripeError
 */
export async function forgetParty(stripe: Stripe, { customerRef, recipientRef }: RetiredRefs): Promise<void> {
  if (customerRef !== null) {
    await unlessGone(stripe, () => stripe.customers.del(customerRef));
  }
  if (recipientRef !== null) {
    await unlessGone(stripe, () => closeAccount(stripe, recipientRef));
  }
}

async function closeAccount(stripe: Stripe, ref: string): Promise<void> {
  const { accounts } = stripe.v2.core;
  const { closed, applied_configurations: configurations } = await accounts.retrieve(ref);
  if (closed !== true) {
    // All of them have to be named.
    await accounts.close(ref, { applied_configurations: configurations });
  }
}

async function unlessGone(stripe: Stripe, request: () => Promise<unknown>): Promise<void> {
  try {
    await request();
  } catch (error) {
    if (!(error instanceof stripe.errors.StripeError) || error.statusCode !== 404) {
      throw error;
    }
  }
}

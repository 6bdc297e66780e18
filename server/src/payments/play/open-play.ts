import type { CardProvider } from '../payment-provider.js';
import { openStripeProvider } from '../stripe/stripe-provider.js';
import { StandIn, type StandInOptions } from './stand-in.js';
import { TEST_CARD_METHODS } from './test-methods.js';

export interface Play {
  readonly provider: CardProvider;
  readonly standIn: StandIn;
}

/** Opens payments with play money: the adapter of Stripe, and the stand-in that it talks to. */
export async function openPlay(
  options: Omit<StandInOptions, 'secretKey' | 'webhookSecret' | 'completesAccounts'>,
  { timeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<Play> {
  // Only this process knows them, so no other program of this machine can act on the account.
  const secrets = { secretKey: `sk_test_${options.newId()}`, webhookSecret: `whsec_${options.newId()}` };
  const standIn = await StandIn.open({ ...options, ...secrets, completesAccounts: true });
  const provider = await openStripeProvider(secrets, {
    name: 'play',
    address: standIn.address,
    testCards: TEST_CARD_METHODS,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return { provider, standIn };
}

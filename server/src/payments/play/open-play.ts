import type { PaymentProvider } from '../payment-provider.js';
import { openStripeProvider } from '../stripe/stripe-provider.js';
import { StandIn, type StandInOptions } from './stand-in.js';
import { WORKING_CARD } from './test-methods.js';

/** Both are for the stand-in only, which listens on this machine and moves no money. */
const SECRET_KEY = 'sk_test_play';
const WEBHOOK_SECRET = 'whsec_play';

export interface Play {
  readonly provider: PaymentProvider;
  readonly standIn: StandIn;
}

/** Opens payments with play money: the adapter of Stripe, and the stand-in that it talks to. */
export async function openPlay(
  options: Omit<StandInOptions, 'secretKey' | 'webhookSecret' | 'completesAccounts'>,
  { timeoutMs }: { readonly timeoutMs?: number } = {},
): Promise<Play> {
  const secrets = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET };
  const standIn = await StandIn.open({ ...options, ...secrets, completesAccounts: true });
  const provider = await openStripeProvider(secrets, {
    name: 'play',
    address: standIn.address,
    testMethod: WORKING_CARD,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return { provider, standIn };
}

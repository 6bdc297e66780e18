import { PROVIDER_NAMES } from '@perkex/contract/payment-setup.js';
import { refuseSetting } from '../settings/config-error.js';
import { oneOf, text, type ValuesOf } from '../settings/setting-kinds.js';

/** An account at Stripe. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Signs Stripe's webhooks. */
  readonly webhookSecret: string;
}

/** The selected provider, with its account. */
export type PaymentSettings =
  | { readonly provider: 'off' }
  | { readonly provider: 'play' }
  | { readonly provider: 'stripe'; readonly stripe: StripeSettings };

const SECRET = { isSecret: true };

export const PAYMENT_VARIABLES = {
  PAYMENTS: oneOf(...PROVIDER_NAMES, 'off').optional(),
  STRIPE_SECRET_KEY: text(
    (value) => /^[sr]k_(test|live)_\w+$/.test(value),
    'begin with sk_test_, sk_live_, rk_test_ or rk_live_',
    SECRET,
  ).optional(),
  STRIPE_PUBLISHABLE_KEY: text(
    (value) => /^pk_(test|live)_\w+$/.test(value),
    'begin with pk_test_ or pk_live_',
  ).optional(),
  STRIPE_WEBHOOK_SECRET: text((value) => /^whsec_\S+$/.test(value), 'begin with whsec_', SECRET).optional(),
};

type PaymentValues = ValuesOf<typeof PAYMENT_VARIABLES>;

/** The settings of payments; null if the market decides. */
export function paymentsOf(variables: PaymentValues): PaymentSettings | null {
  switch (variables.PAYMENTS) {
    case undefined:
      return null;
    case 'off':
    case 'play':
      return { provider: variables.PAYMENTS };
    case 'stripe':
      return { provider: 'stripe', stripe: stripeOf(variables) };
    case 'bank':
      return refuseSetting('PAYMENTS', 'does not support bank yet.');
  }
}

function stripeOf(variables: PaymentValues): StripeSettings {
  const required = (name: Exclude<keyof PaymentValues, 'PAYMENTS'>) =>
    variables[name] ?? refuseSetting(name, "is required with PAYMENTS=stripe: it is in Stripe's dashboard.");
  const secretKey = required('STRIPE_SECRET_KEY');
  const publishableKey = required('STRIPE_PUBLISHABLE_KEY');
  const webhookSecret = required('STRIPE_WEBHOOK_SECRET');
  if (isLive(secretKey) !== isLive(publishableKey)) {
    refuseSetting('STRIPE_PUBLISHABLE_KEY', 'must be in the same mode (test or live) as STRIPE_SECRET_KEY.');
  }
  return { secretKey, publishableKey, webhookSecret };
}

function isLive(key: string): boolean {
  return /^.k_live_/.test(key);
}

/** The settings of this market: without others, the demonstration market has play money. */
export function paymentsOfMarket(settings: PaymentSettings | null, isDemo: boolean): PaymentSettings {
  return settings ?? { provider: isDemo ? 'play' : 'off' };
}

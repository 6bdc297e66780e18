import { PROVIDER_NAMES } from '@perkex/contract/payment-setup.js';
import { looksLikeIban, parseAccountNumber, parseIban } from '@perkex/core/bank/bank-account.js';
import { refuseSetting } from '../settings/config-error.js';
import { oneOf, setting, text, type ValuesOf, wholeNumber } from '../settings/setting-kinds.js';

/** The API's address: Stripe's own, except for the stand-in. */
export interface StripeAddress {
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
}

/** An account at Stripe. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Signs Stripe's webhooks. */
  readonly webhookSecret: string;
  /** The address of a stand-in; Stripe's own if left out. */
  readonly address?: StripeAddress;
}

/** The market's own account, which buyers transfer to and sellers are paid from. */
export interface MarketAccount {
  readonly holder: string;
  /** An IBAN, or the number of an account. */
  readonly account: string;
  /** The BIC or routing number of the bank; null where the IBAN is enough. */
  readonly bankCode: string | null;
  readonly bankName: string | null;
}

/** The selected provider, with its account. */
export type PaymentSettings =
  | { readonly provider: 'off' }
  | { readonly provider: 'play' }
  | { readonly provider: 'stripe'; readonly stripe: StripeSettings }
  | { readonly provider: 'bank'; readonly account: MarketAccount };

const SECRET = { isSecret: true };
/** The longest name in a payment order (`Max140Text`, of which banks pass on half). */
const MAX_NAME_LENGTH = 70;
const bankText = text(
  (value) => value.length <= MAX_NAME_LENGTH && /^\P{Cc}+$/u.test(value),
  `be at most ${MAX_NAME_LENGTH} characters`,
);

/** The settings of the market's bank account, which commands need, too. */
export const BANK_VARIABLES = {
  BANK_HOLDER: bankText.optional(),
  BANK_ACCOUNT: setting(
    (value) => parseIban(value) ?? parseAccountNumber(value),
    'be an IBAN with its check digits, or an account number of 4 to 17 digits',
  ).optional(),
  BANK_CODE: text(
    (value) => /^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?|\d{9})$/.test(value),
    'be a BIC such as DEUTDEFF, or a routing number of 9 digits',
  ).optional(),
  BANK_NAME: bankText.optional(),
};

/** The limit of payouts by one member in 24 hours, in cents: a handful of them. */
export const DEFAULT_PAYOUT_RELEASE_CENTS = 100_000;

export const PAYOUT_VARIABLES = {
  PAYOUT_RELEASE_CENTS: wholeNumber(
    0,
    1_000_000_000,
    'be a whole number of cents from 0 to 1000000000',
  ).default(DEFAULT_PAYOUT_RELEASE_CENTS),
};

export const PAYMENT_VARIABLES = {
  ...BANK_VARIABLES,
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

/** The market's account; null if none is set. @throws ConfigError if a part of it is missing */
export function marketAccountOf(variables: ValuesOf<typeof BANK_VARIABLES>): MarketAccount | null {
  const { BANK_HOLDER, BANK_ACCOUNT, BANK_CODE = null, BANK_NAME = null } = variables;
  if (!BANK_HOLDER && !BANK_ACCOUNT && !BANK_CODE && !BANK_NAME) {
    return null;
  }
  const holder = BANK_HOLDER ?? refuseSetting('BANK_HOLDER', 'is required: the owner of BANK_ACCOUNT.');
  const account = BANK_ACCOUNT ?? refuseSetting('BANK_ACCOUNT', 'is required: buyers transfer to it.');
  if (BANK_CODE === null && !looksLikeIban(account)) {
    refuseSetting('BANK_CODE', 'is required with an account number: the routing number of the bank.');
  }
  return { holder, account, bankCode: BANK_CODE, bankName: BANK_NAME };
}

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
      return {
        provider: 'bank',
        account:
          marketAccountOf(variables) ??
          refuseSetting('BANK_ACCOUNT', 'is required with PAYMENTS=bank, and so is BANK_HOLDER.'),
      };
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

interface MarketPaymentSettings {
  /** Null if the market decides. */
  readonly payments: PaymentSettings | null;
  readonly bankAccount: MarketAccount | null;
}

/**
 * The settings of this market. Without others, the demonstration market has play money, and another one bank transfer
 * once its account is set (after-the-trade, "Payments").
 */
export function paymentsOfMarket(
  { payments, bankAccount }: MarketPaymentSettings,
  isDemo: boolean,
): PaymentSettings {
  if (payments !== null || isDemo) {
    return payments ?? { provider: 'play' };
  }
  return bankAccount === null ? { provider: 'off' } : { provider: 'bank', account: bankAccount };
}

/** A notice to the operator about the payments of their market, for its log; null for none. */
export function paymentsNotice(settings: MarketPaymentSettings, isDemo: boolean): string | null {
  const { provider } = paymentsOfMarket(settings, isDemo);
  if (provider === 'bank') {
    return (
      'Buyers pay by bank transfer to BANK_ACCOUNT. You hold their money until sellers are paid: ' +
      'in many countries that requires a licence.'
    );
  }
  if (provider === 'play' && settings.bankAccount !== null) {
    return (
      'This database was filled with the demonstration market and has play money: BANK_ACCOUNT and the other ' +
      'BANK_ settings have no effect. A real market needs an empty database.'
    );
  }
  return settings.payments === null && provider === 'off'
    ? 'Trades end without deals, because no payments are set. ' +
        'Set BANK_HOLDER and BANK_ACCOUNT for payment by bank transfer, or PAYMENTS=off for none.'
    : null;
}

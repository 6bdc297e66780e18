import type { MoneyMethod } from '@perkex/contract/user-data.js';

/** The display names of payment and payout methods. */
export const METHOD_NAMES: Readonly<Record<MoneyMethod, string>> = { PAYPAL: 'PayPal', CC: 'Credit card' };

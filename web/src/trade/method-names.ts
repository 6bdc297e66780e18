import type { MoneyMethod } from '@perkex/contract/user-data.js';

/** What people call the ways to pay and to be paid. */
export const METHOD_NAMES: Readonly<Record<MoneyMethod, string>> = { PAYPAL: 'PayPal', CC: 'Credit card' };

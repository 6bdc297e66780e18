import type { Account } from '@perkex/core/deals/accounts.js';

/** The accounts as members read them. */
export const LEDGER_ACCOUNT_WORDS: Readonly<Record<Account, string>> = {
  collecting: 'Being collected',
  held: 'Held',
  'owed-seller': 'Owed to sellers',
  'owed-buyer': 'Owed to buyers',
  'paying-out': 'On its way to sellers',
  refunding: 'On its way to buyers',
  provider: 'Payment provider',
  fees: 'Fees',
  shipping: 'Shipping',
  penalties: 'Penalties',
  losses: 'Losses',
  'receivable-buyer': 'Due from buyers',
  'receivable-seller': 'Due from sellers',
  'paying-credit': 'Credits on their way',
  'collecting-debt': 'Payments of debts on their way',
};

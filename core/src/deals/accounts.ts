/** The accounts of a deal: what is in flight at the payment provider, held, or owed. Never negative. */
export const DEAL_ACCOUNTS = [
  'collecting',
  'held',
  'owed-seller',
  'owed-buyer',
  'paying-out',
  'refunding',
] as const;
export type DealAccount = (typeof DEAL_ACCOUNTS)[number];

/** The platform's accounts. `provider` is the clearing account of the payment provider. */
const PLATFORM_ACCOUNTS = ['provider', 'fees', 'shipping', 'penalties', 'losses'] as const;

/**
 * The accounts of the two users across all their deals. Below zero they owe, above zero they are owed: a credit, which
 * is in flight in `paying-credit`. What they pay of a debt is in flight in `collecting-debt`. Final deals hold nothing,
 * so these are not accounts of a deal.
 */
export const USER_ACCOUNTS = [
  'receivable-buyer',
  'receivable-seller',
  'paying-credit',
  'collecting-debt',
] as const;

/** All accounts of the ledger, in the order of its lists. */
export const ACCOUNTS = [...DEAL_ACCOUNTS, ...PLATFORM_ACCOUNTS, ...USER_ACCOUNTS] as const;
export type Account = (typeof ACCOUNTS)[number];

/** The balances of a deal's accounts, in cents. */
export type Balances = Readonly<Record<DealAccount, number>>;

export const NO_BALANCES: Balances = {
  collecting: 0,
  held: 0,
  'owed-seller': 0,
  'owed-buyer': 0,
  'paying-out': 0,
  refunding: 0,
};

/** One movement of money between two accounts. The amount is above zero, in cents. */
export interface Transfer {
  readonly from: Account;
  readonly to: Account;
  readonly amountCents: number;
}

export function isDealAccount(account: Account): account is DealAccount {
  return account in NO_BALANCES;
}

/** The balances after a transfer. */
export function balancesAfter(balances: Balances, { from, to, amountCents }: Transfer): Balances {
  const after = { ...balances };
  if (isDealAccount(from)) {
    after[from] -= amountCents;
  }
  if (isDealAccount(to)) {
    after[to] += amountCents;
  }
  return after;
}

/** The sum of all that a deal holds, owes and has in flight, in cents. */
export function totalCents(balances: Balances): number {
  return DEAL_ACCOUNTS.reduce((sum, account) => sum + balances[account], 0);
}

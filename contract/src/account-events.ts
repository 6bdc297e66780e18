/** The account events that the security page lists and that the owner is notified of. */
export const ACCOUNT_EVENTS = [
  'signed-up',
  'signed-in',
  'signed-in-new-browser',
  'session-ended',
  'sessions-ended',
  'password-changed',
  'password-reset',
  'email-changed',
  'app-on',
  'app-off',
  'phone-on',
  'phone-off',
  'codes-renewed',
  'github-linked',
  'github-unlinked',
  'payout-changed',
  'payment-changed',
  'shipping-changed',
  'card-changed',
  'payout-account-changed',
  'payout-account-removed',
  'key-made',
  'key-changed',
  'key-revoked',
  'webhook-made',
  'webhook-changed',
  'webhook-deleted',
] as const;
export type AccountEventKind = (typeof ACCOUNT_EVENTS)[number];

/** The proofs that a user gave to sign in, in this order. */
export const SIGN_IN_PROOFS = ['password', 'github', 'app', 'phone', 'recovery'] as const;
export type SignInProof = (typeof SIGN_IN_PROOFS)[number];

/** One event of an account. */
export interface AccountEvent {
  readonly id: string;
  readonly kind: AccountEventKind;
  /** Empty except for sign-ins. */
  readonly proofs: readonly SignInProof[];
  /** ISO 8601, UTC. */
  readonly happenedAt: string;
  readonly userAgent: string;
  readonly address: string;
}

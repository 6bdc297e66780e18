import type { AccountEvent, AccountEventKind, SignInProof } from '@perkex/contract/account-events.js';

const SENTENCES: Readonly<Record<AccountEventKind, string>> = {
  'signed-up': 'Signed up',
  'signed-in': 'Logged in',
  'signed-in-new-browser': 'Logged in from a new browser',
  'session-ended': 'A session was ended',
  'sessions-ended': 'All other sessions were ended',
  'password-changed': 'Password changed',
  'password-reset': 'New password set by e-mail',
  'email-changed': 'E-mail changed',
  'app-on': 'Authenticator app turned on',
  'app-off': 'Authenticator app turned off',
  'phone-on': 'Phone turned on',
  'phone-off': 'Phone turned off',
  'codes-renewed': 'Recovery codes renewed',
  'github-linked': 'GitHub linked',
  'github-unlinked': 'GitHub unlinked',
  'payout-changed': 'Payout changed',
  'payment-changed': 'Payment changed',
  'shipping-changed': 'Shipping changed',
  'card-changed': 'Card saved',
  'payout-account-changed': 'Account for payouts saved',
  'payout-account-removed': 'Account for payouts removed',
  'webhook-made': 'Webhook created',
  'webhook-changed': 'Webhook changed',
  'webhook-deleted': 'Webhook deleted',
  'key-made': 'API key created',
  'key-changed': 'API key changed',
  'key-revoked': 'API key revoked',
};

const PROOFS: Readonly<Record<SignInProof, string>> = {
  password: 'password',
  github: 'GitHub',
  app: 'authenticator app',
  phone: 'code by SMS',
  recovery: 'recovery code',
};

/** The event in words: 'Logged in with password and authenticator app'. */
export function eventSentence({ kind, proofs }: Pick<AccountEvent, 'kind' | 'proofs'>): string {
  const names = proofs.map((proof) => PROOFS[proof]);
  return names.length === 0 ? SENTENCES[kind] : `${SENTENCES[kind]} with ${names.join(' and ')}`;
}

import * as z from 'zod/mini';
import { uidField } from './fields.js';
import { TEST_CARDS } from './test-cards.js';

/** The services that move money, as `PAYMENTS` names them. `play` moves none. */
export const PROVIDER_NAMES = ['play', 'stripe', 'bank'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** The states of the payout account. `incomplete`: the user has not finished the provider's form. */
const PAYOUT_STATES = ['none', 'incomplete', 'ready'] as const;

/** The state of a user's card and payouts at the payment provider. */
export const paymentSetupSchema = z.object({
  /** Null if payments are switched off. */
  provider: z.nullable(z.enum(PROVIDER_NAMES)),
  /** The key with which the provider's code in the browser takes a card; null if it needs none. */
  publishableKey: z.nullable(z.string()),
  hasCard: z.boolean(),
  /** The saved test card of play money; null for a card of another kind. */
  testCard: z.nullable(z.enum(TEST_CARDS)),
  payouts: z.enum(PAYOUT_STATES),
});

export type PaymentSetup = z.infer<typeof paymentSetupSchema>;

export const paymentSetupBodySchema = z.strictObject({ uid: uidField });

/** `card` is for play money only. Without it, play money gives the card that works. */
export const cardBodySchema = z.strictObject({
  uid: uidField,
  card: z.optional(z.enum(TEST_CARDS, `must be one of ${TEST_CARDS.join(', ')}`)),
});

/** A card that works, or the secret with which the browser saves one. */
export const cardSetupSchema = z.object({ hasCard: z.boolean(), clientSecret: z.nullable(z.string()) });

/** A payout account that is ready, or the address of the provider's form that completes it. */
export const payoutSetupSchema = z.object({ isReady: z.boolean(), url: z.nullable(z.string()) });

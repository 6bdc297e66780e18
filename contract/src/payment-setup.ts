import * as z from 'zod/mini';
import { line, orderIdField, requiredLine, uidField } from './fields.js';
import { TEST_CARDS } from './test-cards.js';

/** The services that move money, as `PAYMENTS` names them. `play` moves none. */
export const PROVIDER_NAMES = ['play', 'stripe', 'bank'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** The states of the payout account. `incomplete`: the user has not finished the provider's form. */
const PAYOUT_STATES = ['none', 'incomplete', 'ready'] as const;

/** The longest name that banks pass on. */
export const MAX_HOLDER_LENGTH = 70;

/** An account for payouts by bank transfer: an IBAN, or an account number with a routing number. */
export const bankAccountSchema = z.object({
  holder: z.string(),
  account: z.string(),
  bankCode: z.nullable(z.string()),
});

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
  /** The account that the user is paid to by bank transfer; null without one, and with other providers. */
  bankAccount: z.nullable(bankAccountSchema),
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

/** True once the user can be paid. */
export const payoutCheckSchema = z.object({ isReady: z.boolean() });

/** `bankCode` is the routing number of an account without an IBAN. */
export const bankAccountBodySchema = z.strictObject({
  uid: uidField,
  holder: requiredLine(MAX_HOLDER_LENGTH, 'must name the account holder'),
  account: requiredLine(60, 'must be an IBAN or an account number'),
  bankCode: z.optional(line(20)),
});

export const paymentInstructionsParamsSchema = z.object({ id: orderIdField });

/** Where and how the buyer of an unpaid deal pays by bank transfer. Amounts are in dollars with cents. */
export const paymentInstructionsSchema = z.object({
  holder: z.string(),
  account: z.string(),
  /** The BIC or routing number of the bank; null where the IBAN is enough. */
  bankCode: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  reference: z.string(),
  /** The amount that is still to be paid, and that has arrived already. */
  amount: z.number(),
  received: z.number(),
});

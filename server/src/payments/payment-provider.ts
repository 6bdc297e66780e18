import type { ProviderName } from '@perkex/contract/payment-setup.js';
import type { TestCard } from '@perkex/contract/test-cards.js';
import type { PaymentMethod } from '@perkex/core/deals/deal.js';
import type { CallKey } from './call-name.js';
import type { RetiredRefs } from './retired-accounts.js';

/** The currency of every amount, as providers write it. */
export const CURRENCY = 'usd';

/** The provider's id of what a call created. */
export type ProviderRef = string;

/**
 * One attempt of a call. The amount is in cents. An attempt is idempotent as long as the provider remembers its key, so
 * `find` comes first if an earlier outcome is unknown.
 */
interface Attempt {
  readonly call: CallKey;
  /** 1 for the first. */
  readonly attempt: number;
  readonly amountCents: number;
  /** When the deal was traded, in milliseconds since 1970: the provider has no older object of it. */
  readonly tradedAtMs: number;
}

/** Takes the buyer's payment. */
export interface CollectRequest extends Attempt {
  readonly customerRef: string;
  readonly methodRef: string;
  /** The page that the buyer returns to after a confirmation at their bank. */
  readonly returnUrl: string;
}

/** Sends a part or all of a payment back to the buyer. */
export interface RefundRequest extends Attempt {
  readonly paymentRef: ProviderRef;
}

/** Sends money to the seller. */
export interface PayOutRequest extends Attempt {
  readonly recipientRef: string;
}

/** A call as a request to the provider. */
export type ProviderRequest =
  | ({ readonly kind: 'collect' } & CollectRequest)
  | ({ readonly kind: 'refund' } & RefundRequest)
  | ({ readonly kind: 'pay-out' } & PayOutRequest);

/** A chargeback of a payment. */
export type DisputeState = 'none' | 'open' | 'won' | 'lost';

/** The state of a call at the provider. `ref` is null if nothing was created. */
export type CallOutcome =
  /** The money has moved. The caller compares amount and currency with its own. */
  | {
      readonly kind: 'done';
      readonly ref: ProviderRef;
      readonly amountCents: number;
      readonly currency: string;
      readonly dispute: DisputeState;
      /** The part of the amount that is disputed; absent without a dispute. */
      readonly disputedCents?: number;
    }
  /** On its way, for days perhaps. */
  | { readonly kind: 'pending'; readonly ref: ProviderRef }
  /** The buyer has to confirm the payment at this address. */
  | { readonly kind: 'needs-buyer'; readonly ref: ProviderRef; readonly url: string }
  /** No money has moved, or it came back. A new attempt may succeed without the buyer if `canRetry`. */
  | {
      readonly kind: 'declined';
      readonly ref: ProviderRef | null;
      readonly code: string;
      readonly canRetry: boolean;
    }
  /**
   * No usable answer: the money may have moved. `needsNewAttempt`: the provider would repeat its answer to this
   * attempt, so the next one needs a new number.
   */
  | { readonly kind: 'unknown'; readonly needsNewAttempt: boolean };

export type KnownOutcome = Exclude<CallOutcome, { kind: 'unknown' }>;

/** The state of a reference. `call` is null if it belongs to no call of ours. */
export interface RetrievedState {
  readonly call: CallKey | null;
  readonly outcome: CallOutcome;
}

/** A user who is to save a card. `customerRef` is null for the first one. */
export interface MethodRequest {
  readonly userId: string;
  readonly customerRef: string | null;
  /** With play money, the card to save; the one that works if left out. */
  readonly testCard?: TestCard | undefined;
  /** How often references of the user were removed, so that none of those is given out again; 0 if absent. */
  readonly removals?: number;
}

/** A card that is being saved. */
export interface MethodSetup {
  readonly customerRef: string;
  readonly setupRef: ProviderRef;
  /** Null until the user's browser has completed it. */
  readonly methodRef: string | null;
  /** The secret with which their browser completes it; null if it is complete. */
  readonly clientSecret: string | null;
}

/** A user who is to be paid. `recipientRef` is null until there is an account. */
export interface RecipientRequest {
  readonly userId: string;
  readonly email: string | null;
  readonly recipientRef: string | null;
  /** As with cards. */
  readonly removals?: number;
}

/** An account that can be paid once it is ready. */
export interface RecipientSetup {
  readonly recipientRef: string;
  readonly isReady: boolean;
}

/** A webhook of the provider. It is only a hint: the state is always read from the provider. */
export type WebhookReading =
  | { readonly kind: 'event'; readonly id: string; readonly ref: ProviderRef | null }
  | { readonly kind: 'refused'; readonly reason: 'unsigned' | 'malformed' };

/**
 * The port to a payment provider. Amounts are in cents of `CURRENCY`. Refusals by the provider and its failures are
 * outcomes. A rejected promise is a bug, except in `reverse`, which throws `ProviderUnavailableError` if the provider
 * gives no usable answer. docs/deals.md describes what follows from an outcome.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  readonly methods: readonly PaymentMethod[];
  /** Takes the payment without the buyer's presence. If they have to do something: `needs-buyer`. */
  collect(request: CollectRequest): Promise<CallOutcome>;
  refund(request: RefundRequest): Promise<CallOutcome>;
  payOut(request: PayOutRequest): Promise<CallOutcome>;
  /** Ends a payment that was replaced: cancels it, or sends all of it back if it has succeeded. Repeatable. */
  reverse(ref: ProviderRef): Promise<void>;
  /** Reads the current state of a reference. */
  retrieve(ref: ProviderRef): Promise<RetrievedState>;
  /** Finds what an earlier attempt of the call created; null if there is nothing. */
  find(request: ProviderRequest): Promise<CallOutcome | null>;
}

/**
 * A provider that users set up themselves, and that reports by webhooks. The set-ups throw `ProviderUnavailableError` if
 * it gives no usable answer.
 */
export interface CardProvider extends PaymentProvider {
  /** True for play money: cards and accounts are ready at once. Users enter nothing. */
  readonly hasInstantSetup: boolean;
  /** The test card with this reference; null if the reference is that of no test card. */
  testCardOf(methodRef: string): TestCard | null;
  /** Begins to save a card. */
  prepareMethod(request: MethodRequest): Promise<MethodSetup>;
  /** Reads the card of a setup; null until the user's browser has completed it. */
  readMethod(setupRef: ProviderRef): Promise<string | null>;
  /** Creates an account that can be paid, or reads it. */
  prepareRecipient(request: RecipientRequest): Promise<RecipientSetup>;
  /** The address of the provider's form, with which the user completes an account. They return to `returnUrl`. */
  recipientForm(recipientRef: string, returnUrl: string): Promise<string>;
  /** Deletes a user's data: their customer, and the account for payouts. Repeatable. */
  forgetParty(refs: RetiredRefs): Promise<void>;
  /** Verifies and parses the raw bytes of a webhook. `header` is its signature. */
  readWebhook(body: Buffer, header: string, nowMs: number): WebhookReading;
}

/** Makes a call, according to its kind. */
export function makeCall(provider: PaymentProvider, request: ProviderRequest): Promise<CallOutcome> {
  switch (request.kind) {
    case 'collect':
      return provider.collect(request);
    case 'refund':
      return provider.refund(request);
    case 'pay-out':
      return provider.payOut(request);
  }
}

import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { TEST_CARDS, type TestCard } from '@perkex/contract/test-cards.js';
import type Stripe from 'stripe';
import {
  type CallOutcome,
  type CardProvider,
  type CollectRequest,
  CURRENCY,
  type MethodRequest,
  type MethodSetup,
  type PayOutRequest,
  type ProviderRef,
  type ProviderRequest,
  type RecipientRequest,
  type RecipientSetup,
  type RefundRequest,
  type RetrievedState,
  type WebhookReading,
} from '../payment-provider.js';
import type { StripeAddress, StripeSettings } from '../payment-settings.js';
import { ProviderUnavailableError } from '../provider-unavailable-error.js';
import type { RetiredRefs } from '../retired-accounts.js';
import { forgetParty } from './forget-party.js';
import { createForm, prepareCard, prepareRecipient, readCard } from './prepare-method.js';
import { openStripeClient } from './stripe-client.js';
import {
  disputeOf,
  NEEDS_BUYER_CODE,
  outcomeOfError,
  outcomeOfIntent,
  outcomeOfRefund,
  outcomeOfTransfer,
  setupError,
} from './stripe-outcomes.js';
import { bestOutcome, callOf, type Found, metadataOf, refOfObject } from './stripe-records.js';

/** Older webhooks are refused: they may be replays. */
const EVENT_TOLERANCE_SECONDS = 300;
/** The difference between our clock and Stripe's that `find` allows for. */
const CLOCK_DIFFERENCE_SECONDS = 3_600;
const PAGE_SIZE = 100;
/** Checks are repeated, and the next one waits for this one. */
const CHECK = { timeout: 5_000 };

export interface StripeProviderOptions {
  /** `play` for the stand-in of a market. */
  readonly name?: ProviderName;
  readonly address?: StripeAddress;
  readonly timeoutMs?: number;
  /** The payment methods that buyers get without entering a card: the test cards of play money. */
  readonly testCards?: Readonly<Record<TestCard, string>>;
}

/** Opens the adapter of Stripe: separate charges and transfers, one object for each attempt of a call. */
export async function openStripeProvider(
  settings: Omit<StripeSettings, 'publishableKey'>,
  options: StripeProviderOptions = {},
): Promise<CardProvider> {
  return new StripeProvider(await openStripeClient(settings, options), settings.webhookSecret, options);
}

class StripeProvider implements CardProvider {
  readonly name: ProviderName;
  readonly methods = ['card', 'bank-transfer'] as const;
  readonly hasInstantSetup: boolean;

  constructor(
    private readonly stripe: Stripe,
    private readonly webhookSecret: string,
    private readonly options: StripeProviderOptions,
  ) {
    this.name = options.name ?? 'stripe';
    this.hasInstantSetup = options.testCards !== undefined;
  }

  testCardOf(methodRef: string): TestCard | null {
    return TEST_CARDS.find((card) => this.options.testCards?.[card] === methodRef) ?? null;
  }

  prepareMethod(request: MethodRequest): Promise<MethodSetup> {
    const { testCard = 'works' } = request;
    return this.setUp(() => prepareCard(this.stripe, request, this.options.testCards?.[testCard] ?? null));
  }

  readMethod(setupRef: ProviderRef): Promise<string | null> {
    return this.setUp(() => readCard(this.stripe, setupRef));
  }

  prepareRecipient(request: RecipientRequest): Promise<RecipientSetup> {
    return this.setUp(() => prepareRecipient(this.stripe, request));
  }

  recipientForm(recipientRef: string, returnUrl: string): Promise<string> {
    return this.setUp(() => createForm(this.stripe, recipientRef, returnUrl));
  }

  async collect(request: CollectRequest): Promise<CallOutcome> {
    try {
      const intent = await this.stripe.paymentIntents.create(
        {
          amount: request.amountCents,
          currency: CURRENCY,
          customer: request.customerRef,
          payment_method: request.methodRef,
          off_session: true,
          confirm: true,
          // Without it, Stripe may refuse to confirm.
          return_url: request.returnUrl,
          metadata: metadataOf(request),
        },
        { idempotencyKey: attemptKey(request) },
      );
      return outcomeOfIntent(intent);
    } catch (error) {
      const { errors } = this.stripe;
      const intent = error instanceof errors.StripeCardError ? error.payment_intent : undefined;
      return intent && needsBuyer(intent) ? this.askBuyer(intent, request) : outcomeOfError(errors, error);
    }
  }

  refund(request: RefundRequest): Promise<CallOutcome> {
    return this.outcomeOf(async () =>
      outcomeOfRefund(
        await this.stripe.refunds.create(
          {
            payment_intent: request.paymentRef,
            amount: request.amountCents,
            metadata: metadataOf(request),
          },
          { idempotencyKey: attemptKey(request) },
        ),
      ),
    );
  }

  payOut(request: PayOutRequest): Promise<CallOutcome> {
    return this.outcomeOf(async () => {
      return outcomeOfTransfer(
        await this.stripe.transfers.create(
          {
            amount: request.amountCents,
            currency: CURRENCY,
            destination: request.recipientRef,
            transfer_group: groupOf(request),
            metadata: metadataOf(request),
          },
          { idempotencyKey: attemptKey(request) },
        ),
      );
    });
  }

  reverse(ref: ProviderRef): Promise<void> {
    return this.orUnavailable(async () => {
      const intent = await this.stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] });
      if (intent.status === 'succeeded') {
        const charge = chargeOf(intent);
        if (charge && charge.amount_refunded < charge.amount) {
          // Without an amount: all that is left.
          await this.stripe.refunds.create({ payment_intent: ref }, { idempotencyKey: `reverse/${ref}` });
        }
      } else if (intent.status !== 'canceled') {
        await this.stripe.paymentIntents.cancel(ref);
      }
    });
  }

  forgetParty(refs: RetiredRefs): Promise<void> {
    return this.orUnavailable(() => forgetParty(this.stripe, refs));
  }

  async retrieve(ref: ProviderRef): Promise<RetrievedState> {
    try {
      const { metadata, outcome } = await this.read(ref);
      return { call: callOf(metadata), outcome };
    } catch (error) {
      // Not even "no such object" proves that no money moved.
      outcomeOfError(this.stripe.errors, error);
      return { call: null, outcome: { kind: 'unknown', needsNewAttempt: false } };
    }
  }

  async find(request: ProviderRequest): Promise<CallOutcome | null> {
    try {
      const found: Found[] = [];
      for await (const one of this.candidates(request)) {
        found.push(one);
      }
      return bestOutcome(found, request);
    } catch (error) {
      outcomeOfError(this.stripe.errors, error);
      return { kind: 'unknown', needsNewAttempt: false };
    }
  }

  readWebhook(body: Buffer, header: string, nowMs: number): WebhookReading {
    const { errors, webhooks } = this.stripe;
    try {
      const event = webhooks.constructEvent(
        body,
        header,
        this.webhookSecret,
        EVENT_TOLERANCE_SECONDS,
        undefined,
        nowMs,
      );
      return { kind: 'event', id: event.id, ref: refOfObject(event.data.object) };
    } catch (error) {
      const reason = error instanceof errors.StripeSignatureVerificationError ? 'unsigned' : 'malformed';
      return { kind: 'refused', reason };
    }
  }

  /** Confirms the payment as if the buyer were present, which gives the address of their bank's page. */
  private askBuyer(intent: Stripe.PaymentIntent, request: CollectRequest): Promise<CallOutcome> {
    return this.outcomeOf(async () => {
      const params = { payment_method: request.methodRef, return_url: request.returnUrl };
      const options = { idempotencyKey: `${attemptKey(request)}/confirm` };
      return outcomeOfIntent(await this.stripe.paymentIntents.confirm(intent.id, params, options));
    });
  }

  private async read(ref: ProviderRef): Promise<Found> {
    if (ref.startsWith('pi_')) {
      const intent = await this.stripe.paymentIntents.retrieve(ref, { expand: ['latest_charge'] }, CHECK);
      const isDisputed = chargeOf(intent)?.disputed === true;
      const disputes = isDisputed
        ? await this.stripe.disputes.list({ payment_intent: ref }, CHECK)
        : { data: [] };
      return { metadata: intent.metadata, outcome: outcomeOfIntent(intent, disputeOf(disputes.data)) };
    }
    if (ref.startsWith('tr_')) {
      const transfer = await this.stripe.transfers.retrieve(ref, {}, CHECK);
      return { metadata: transfer.metadata, outcome: outcomeOfTransfer(transfer) };
    }
    const refund = await this.stripe.refunds.retrieve(ref, {}, CHECK);
    return { metadata: refund.metadata, outcome: outcomeOfRefund(refund) };
  }

  /**
   * The objects that may belong to the call. New objects are in lists at once, unlike in Stripe's search. A payment
   * that stopped before the buyer was asked continues.
   */
  private async *candidates(request: ProviderRequest): AsyncIterable<Found> {
    const { paymentIntents, refunds, transfers } = this.stripe;
    switch (request.kind) {
      case 'collect': {
        const gte = Math.floor(request.tradedAtMs / 1_000) - CLOCK_DIFFERENCE_SECONDS;
        const params = { customer: request.customerRef, created: { gte }, limit: PAGE_SIZE };
        for await (const intent of paymentIntents.list(params)) {
          const { metadata } = intent;
          const isOwn =
            metadata.call === metadataOf(request).call && metadata.attempt === metadataOf(request).attempt;
          const outcome =
            isOwn && needsBuyer(intent) ? await this.askBuyer(intent, request) : outcomeOfIntent(intent);
          yield { metadata, outcome };
        }
        return;
      }
      case 'refund':
        for await (const refund of refunds.list({ payment_intent: request.paymentRef, limit: PAGE_SIZE })) {
          yield { metadata: refund.metadata, outcome: outcomeOfRefund(refund) };
        }
        return;
      case 'pay-out':
        for await (const transfer of transfers.list({ transfer_group: groupOf(request), limit: PAGE_SIZE })) {
          yield { metadata: transfer.metadata, outcome: outcomeOfTransfer(transfer) };
        }
    }
  }

  private async outcomeOf(request: () => Promise<CallOutcome>): Promise<CallOutcome> {
    try {
      return await request();
    } catch (error) {
      return outcomeOfError(this.stripe.errors, error);
    }
  }

  private async setUp<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await request();
    } catch (error) {
      throw setupError(this.stripe.errors, error);
    }
  }

  private async orUnavailable<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await request();
    } catch (error) {
      throw this.unavailableError(error);
    }
  }

  private unavailableError(error: unknown): unknown {
    return error instanceof this.stripe.errors.StripeError
      ? new ProviderUnavailableError(`The payment provider ${this.name} gave no usable answer.`, {
          cause: error,
        })
      : error;
  }
}

/** The same attempt has the same key, so that Stripe executes it once. */
function attemptKey(request: Pick<ProviderRequest, 'call' | 'attempt'>): string {
  const { call, attempt } = metadataOf(request);
  return `${call}/${attempt}`;
}

function groupOf(request: Pick<ProviderRequest, 'call' | 'attempt'>): string {
  return metadataOf(request).call;
}

function needsBuyer({ status, last_payment_error: error }: Stripe.PaymentIntent): boolean {
  return (
    status === 'requires_payment_method' &&
    (error?.code === NEEDS_BUYER_CODE || error?.decline_code === NEEDS_BUYER_CODE)
  );
}

function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof charge === 'string' ? null : charge;
}

import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { transaction } from '../../database/transaction.js';
import { BusyError } from '../../errors/busy-error.js';
import { answerCall, type CallHandler } from '../../http/calls.js';
import { hourlyLimits } from '../../http/limit-users.js';
import { isRefusal, type Refusal } from '../../http/problems.js';
import { saveAndNotify } from '../../http/save-and-notify.js';
import { whileSignedIn } from '../../http/while-signed-in.js';
import { noteSavedCard } from '../../users/failed-payments.js';
import type { Identity } from '../../users/identity.js';
import { lockUser } from '../../users/lock-user.js';
import { readBankAccount } from '../bank-accounts.js';
import {
  openPaymentAccount,
  type PaymentAccount,
  readPaymentAccount,
  saveMethod,
  saveRecipient,
  saveSetup,
} from '../payment-accounts.js';
import type { RecipientSetup } from '../payment-provider.js';
import { ProviderUnavailableError } from '../provider-unavailable-error.js';
import type { CardSetupSources, PaymentSetupSources } from './payment-setup-sources.js';

/** Each creates something at the provider. */
const SETUPS_PER_HOUR = 30;

interface Options {
  readonly pool: pg.Pool;
  readonly identity: Pick<
    Identity,
    'isStillSignedIn' | 'hasFreshProof' | 'mailboxesOf' | 'noteSettingChange'
  >;
  /** Null without payments. */
  readonly setup: PaymentSetupSources | null;
  readonly publicUrl: string;
  readonly rateLimits: boolean;
}

type CardCall = 'prepareCard' | 'finishCard' | 'preparePayouts' | 'checkPayouts';
type CardHandler<Name extends CardCall> = (
  cards: CardSetupSources,
  ...call: Parameters<CallHandler<Name>>
) => ReturnType<CallHandler<Name>>;

/**
 * The calls for a user's own card and payouts. The provider is asked without a connection of the pool. What it answers
 * is saved only while the session is valid.
 */
export function paymentSetupRoutes(
  app: FastifyInstance,
  { pool, identity, setup, publicUrl, rateLimits }: Options,
): void {
  const limitPerHour = hourlyLimits(rateLimits);
  const limited = limitPerHour('payment set-ups', SETUPS_PER_HOUR);

  /** Answers a call that creates something at the provider, or refuses it without one for cards. */
  function answerCardCall<Name extends CardCall>(name: Name, handler: CardHandler<Name>): void {
    answerCall(
      app,
      name,
      async (...call) => (setup?.kind === 'cards' ? handler(setup, ...call) : withoutCards(setup)),
      limited,
    );
  }

  answerCall(app, 'paymentSetup', async (_parts, { userId }) => {
    if (!setup) {
      return NO_SETUP;
    }
    const { name } = setup.provider;
    if (setup.kind === 'bank') {
      const bankAccount = await readBankAccount(pool, userId);
      return { ...NO_SETUP, provider: name, payouts: bankAccount ? 'ready' : 'none', bankAccount };
    }
    const { methodRef, recipientRef, isRecipientReady } = await readPaymentAccount(pool, userId, name);
    const payouts = recipientRef === null ? 'none' : 'incomplete';
    return {
      ...NO_SETUP,
      provider: name,
      publishableKey: setup.publishableKey,
      hasCard: methodRef !== null,
      testCard: methodRef === null ? null : setup.provider.testCardOf(methodRef),
      payouts: isRecipientReady ? 'ready' : payouts,
    };
  });

  answerCardCall('prepareCard', async (cards, { body: { card: testCard } }, request) => {
    const { provider } = cards;
    const { userId } = request;
    const account = await whileSignedIn(pool, identity, request, (tx) =>
      openPaymentAccount(tx, userId, provider.name),
    );
    if (isRefusal(account)) {
      return account;
    }
    const { customerRef, removals } = account;
    const prepared = await askProvider(request, () =>
      provider.prepareMethod({ userId, customerRef, testCard, removals }),
    );
    if (isRefusal(prepared)) {
      return prepared;
    }
    return whileSignedIn(pool, identity, request, async (tx) => {
      await lockUser(tx, userId);
      if (!(await saveSetup(tx, userId, provider.name, prepared, removals))) {
        throw removedMeanwhile();
      }
      if (prepared.methodRef !== null) {
        await cards.onReady(tx, userId);
      }
      return { hasCard: prepared.methodRef !== null, clientSecret: prepared.clientSecret };
    });
  });

  answerCardCall('finishCard', async (cards, _parts, request) => {
    const { provider } = cards;
    const { userId } = request;
    const { setupRef } = await readPaymentAccount(pool, userId, provider.name);
    const methodRef = setupRef && (await askProvider(request, () => provider.readMethod(setupRef)));
    if (setupRef === null || methodRef === null) {
      return { refused: 'card-unfinished' } as const;
    }
    if (isRefusal(methodRef)) {
      return methodRef;
    }
    const refusal = await transaction(pool, (tx) =>
      saveAndNotify(tx, identity, request, 'card-changed', async () => {
        const before = await readPaymentAccount(tx, userId, provider.name);
        if (!(await saveMethod(tx, userId, provider.name, { setupRef, methodRef }))) {
          return { refused: 'card-unfinished' } as const;
        }
        // A card that was saved before is not saved again.
        const isNew = before.methodRef !== methodRef;
        if (isNew) {
          await noteSavedCard(tx, userId);
        }
        await cards.onReady(tx, userId);
        return isNew;
      }),
    );
    return refusal ?? 'Your card is saved.';
  });

  answerCardCall('preparePayouts', async (cards, _parts, request) => {
    const { provider } = cards;
    const { userId } = request;
    // The account decides where money goes. A session alone is not enough, because it may be stolen.
    const account = await whileSignedIn(
      pool,
      identity,
      request,
      async (tx): Promise<PaymentAccount | Refusal<'proof-needed'>> =>
        (await identity.hasFreshProof(tx, request.headers))
          ? openPaymentAccount(tx, userId, provider.name)
          : { refused: 'proof-needed' },
    );
    if (isRefusal(account)) {
      return account;
    }
    const email = (await identity.mailboxesOf?.(pool, [userId]))?.get(userId) ?? null;
    if (email === null && !provider.hasInstantSetup) {
      return { refused: 'email-unproved' } as const;
    }
    const { recipientRef, removals } = account;
    const prepared = await askProvider(request, () =>
      provider.prepareRecipient({ userId, email, recipientRef, removals }),
    );
    if (isRefusal(prepared)) {
      return prepared;
    }
    // Without its form, the account is still the user's: it is saved before.
    const ended = await saveAccount(cards, request, prepared, removals);
    if (ended) {
      return ended;
    }
    if (prepared.isReady) {
      return { isReady: true, url: null };
    }
    const returnUrl = new URL(PAGE_PATHS.settings, publicUrl).href;
    const url = await askProvider(request, () => provider.recipientForm(prepared.recipientRef, returnUrl));
    return isRefusal(url) ? url : { isReady: false, url };
  });

  answerCardCall('checkPayouts', async (cards, _parts, request) => {
    const { provider } = cards;
    const { userId } = request;
    const account = await readPaymentAccount(pool, userId, provider.name);
    const { recipientRef, isRecipientReady, removals } = account;
    if (recipientRef === null || isRecipientReady) {
      return { isReady: isRecipientReady };
    }
    const read = await askProvider(request, () =>
      provider.prepareRecipient({ userId, email: null, recipientRef, removals }),
    );
    if (isRefusal(read)) {
      return read;
    }
    const ended = read.isReady ? await saveAccount(cards, request, read, removals) : null;
    return ended ?? { isReady: read.isReady };
  });

  /** @returns a refusal if the session has ended */
  function saveAccount(
    { provider, onReady }: CardSetupSources,
    request: FastifyRequest & { readonly userId: string },
    account: RecipientSetup,
    removals: number,
  ) {
    const { userId } = request;
    return transaction(pool, (tx) =>
      saveAndNotify(tx, identity, request, 'payout-account-changed', async () => {
        const before = await readPaymentAccount(tx, userId, provider.name);
        if (!(await saveRecipient(tx, userId, provider.name, account, removals))) {
          throw removedMeanwhile();
        }
        if (account.isReady) {
          await onReady(tx, userId);
        }
        return account.isReady && !before.isRecipientReady && !provider.hasInstantSetup;
      }),
    );
  }
}

/** The next attempt starts without what was removed. */
function removedMeanwhile(): BusyError {
  return new BusyError('What the provider prepared was removed in the meantime.');
}

const NO_SETUP = {
  provider: null,
  publishableKey: null,
  hasCard: false,
  testCard: null,
  payouts: 'none',
  bankAccount: null,
} as const;

function withoutCards(setup: PaymentSetupSources | null): Refusal<'payments-off'> {
  return {
    refused: 'payments-off',
    ...(setup && { detail: 'Here, money moves by bank transfer: there are no cards.' }),
  };
}

/** @returns a refusal if the provider gives no usable answer */
export async function askProvider<Answer>(
  { log }: FastifyRequest,
  ask: () => Promise<Answer>,
): Promise<Answer | Refusal<'provider-unavailable'>> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderUnavailableError) {
      log.error({ reason: error.message }, 'a payment set-up failed');
      return { refused: 'provider-unavailable' };
    }
    throw error;
  }
}

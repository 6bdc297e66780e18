import { PAGE_PATHS } from '@perkex/contract/page-paths.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from '../../clock/clock.js';
import type { Database } from '../../database/connect.js';
import type { OnStepped } from '../../deals/take-step.js';
import type { Jobs } from '../../jobs/jobs.js';
import type { Maintenance } from '../../process/maintenance.js';
import { type BrowserOrigins, NO_BROWSER_ORIGINS } from '../../users/identity.js';
import { canBePaidByBank, readBankPartyRefs } from '../bank/bank-party-refs.js';
import { BankProvider } from '../bank/bank-provider.js';
import { CreditPayouts, type CreditPayoutsOptions } from '../credit-payouts.js';
import { duePaymentsMaintenance } from '../due-payments.js';
import { readPartyRefs, readRecipientRef } from '../party-refs.js';
import { PaymentCalls, type PaymentCallsOptions } from '../payment-calls.js';
import type { PaymentPace } from '../payment-pace.js';
import type { CardProvider, PaymentProvider, WebhookReading } from '../payment-provider.js';
import { PaymentReconciler } from '../payment-reconciler.js';
import { PaymentRestarts } from '../payment-restarts.js';
import type { MarketAccount, PaymentSettings, StripeSettings } from '../payment-settings.js';
import { penaltyCollectionsMaintenance } from '../penalty-collections.js';
import { bankRoutes, PLAY_PATH } from '../play/bank.routes.js';
import type { EventReceiver } from '../play/event-queue.js';
import { openPlay } from '../play/open-play.js';
import { oldAnswersMaintenance } from '../play/remembered-answers.js';
import { type ArrivedWebhook, oldWebhooksMaintenance, receiveWebhooks } from '../receive-webhooks.js';
import { openStripeProvider } from '../stripe/stripe-provider.js';
import type { PaymentSetupSources } from './payment-setup-sources.js';
import { stripeRoutes } from './payments.routes.js';

/** The form for cards: Stripe's script, its frames, and what both ask. */
const STRIPE_ORIGINS: BrowserOrigins = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connections: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

const DELIVERY_INTERVAL_MS = 1_000;

export interface PaymentSources extends Pick<Database, 'pool' | 'backgroundPool'> {
  readonly jobs: Jobs;
  readonly publicUrl: string;
  readonly clock: Clock;
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly holidays: Holidays;
  /** Sends the jobs that place the orders of a step and notify its parties. */
  readonly onStepped: OnStepped;
  readonly pace: PaymentPace;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The payments of a market. */
export interface MarketPayments {
  /** Adds the addresses of the provider's webhooks, and the pages of play money. */
  readonly routes: (app: FastifyInstance) => Promise<void>;
  /** Sends the jobs that make the calls of a step and place its orders. */
  readonly onStepped: OnStepped;
  /** For the users' own cards and payouts; null without payments. */
  readonly setup: PaymentSetupSources | null;
  /** Deletes data of users at the provider; null where none is stored there. */
  readonly erasing: Pick<CardProvider, 'name' | 'forgetParty'> | null;
  readonly maintenance: readonly Maintenance[];
  readonly close: () => Promise<void>;
}

const NO_PAYMENTS: Omit<MarketPayments, 'onStepped'> = {
  routes: async () => {},
  setup: null,
  erasing: null,
  maintenance: [],
  close: async () => {},
};

/** Opens the selected provider, and the work on its calls and webhooks. */
export async function openPayments(
  settings: PaymentSettings,
  sources: PaymentSources,
): Promise<MarketPayments> {
  switch (settings.provider) {
    case 'off':
      return { ...NO_PAYMENTS, onStepped: sources.onStepped };
    case 'play':
      return openPlayMoney(sources);
    case 'stripe':
      return openStripe(settings.stripe, sources);
    case 'bank':
      return openBank(settings.account, sources);
  }
}

async function openBank(account: MarketAccount, sources: PaymentSources): Promise<MarketPayments> {
  const { pool } = sources;
  const provider = new BankProvider({ pool, returnUrl: returnUrlOf(sources) });
  const { onStepped, onReady, maintenance } = openCalls(
    provider,
    sources,
    (key) => readBankPartyRefs(pool, key),
    (key, userId) => canBePaidByBank(pool, key, userId),
  );
  return {
    ...NO_PAYMENTS,
    onStepped,
    maintenance,
    setup: { kind: 'bank', provider, account, onReady },
  };
}

async function openStripe(settings: StripeSettings, sources: PaymentSources): Promise<MarketPayments> {
  const provider = await openStripeProvider(settings, settings.address && { address: settings.address });
  const { maintenance, receive, onStepped, onReady } = openCardCalls(provider, sources);
  return {
    routes: (app) => stripeRoutes(app, receive),
    onStepped,
    setup: {
      kind: 'cards',
      provider,
      publishableKey: settings.publishableKey,
      browserOrigins: STRIPE_ORIGINS,
      onReady,
    },
    erasing: provider,
    maintenance,
    close: async () => {},
  };
}

async function openPlayMoney(sources: PaymentSources): Promise<MarketPayments> {
  const { backgroundPool, clock, newId, publicUrl } = sources;
  // A webhook that arrives before there is a receiver is sent again.
  let receiver: EventReceiver = async () => [];
  const { provider, standIn } = await openPlay({
    // Its account is in the market's own database: what the market has noted of a payment is never older than it.
    pool: backgroundPool,
    pagesUrl: publicUrl + PLAY_PATH,
    nowMs: clock.wallMs,
    newId,
    receive: (events) => receiver(events),
  });
  const { maintenance, receive, onStepped, onReady } = openCardCalls(provider, sources);
  receiver = async (events) => (await receive(events)).map((kind) => kind === 'event');
  const delivery: Maintenance = {
    work: () => standIn.deliverEvents(),
    everyMs: DELIVERY_INTERVAL_MS,
    failure: 'the webhooks of the stand-in were not delivered',
  };
  return {
    routes: (app) => bankRoutes(app, standIn),
    onStepped,
    setup: { kind: 'cards', provider, publishableKey: null, browserOrigins: NO_BROWSER_ORIGINS, onReady },
    erasing: provider,
    maintenance: [...maintenance, delivery, oldAnswersMaintenance(backgroundPool, clock.wallMs)],
    close: () => standIn.close(),
  };
}

interface OpenCalls extends Pick<MarketPayments, 'onStepped'>, Pick<PaymentSetupSources, 'onReady'> {
  readonly maintenance: readonly Maintenance[];
}

interface OpenCardCalls extends OpenCalls {
  readonly receive: (webhooks: readonly ArrivedWebhook[]) => Promise<WebhookReading['kind'][]>;
}

function openCardCalls(provider: CardProvider, sources: PaymentSources): OpenCardCalls {
  const { pool, backgroundPool, clock } = sources;
  const refSources = { pool: backgroundPool, provider };
  const { calls, maintenance, ...open } = openCalls(
    provider,
    sources,
    (key) => readPartyRefs(refSources, key),
    async (_key, userId) => (await readRecipientRef(refSources, userId)) !== null,
  );
  return {
    ...open,
    maintenance: [...maintenance, oldWebhooksMaintenance(pool)],
    receive: (webhooks) => receiveWebhooks({ pool, provider, calls }, webhooks, clock.wallMs()),
  };
}

function returnUrlOf({ publicUrl }: Pick<PaymentSources, 'publicUrl'>): PaymentCallsOptions['returnUrl'] {
  return ({ kind, id }) =>
    publicUrl + (kind === 'collect-debt' ? PAGE_PATHS.money : `/dashboard/orders/${id}`);
}

function openCalls(
  provider: PaymentProvider,
  sources: PaymentSources,
  partyRefs: PaymentCallsOptions['partyRefs'],
  canBePaid: CreditPayoutsOptions['canBePaid'],
): OpenCalls & { readonly calls: PaymentCalls } {
  const { pool, backgroundPool, jobs, holidays, log } = sources;
  const onStepped: OnStepped = async (tx, key, stepped) => {
    await calls.send(tx, key, stepped);
    await credits.sendAfterStep(tx, key, stepped);
    await sources.onStepped(tx, key, stepped);
  };
  const reconciler = new PaymentReconciler({ pool: backgroundPool, provider, holidays, log, onStepped });
  const restarts = new PaymentRestarts({ pool, jobs, provider, holidays, onStepped });
  const credits: CreditPayouts = new CreditPayouts({
    pool,
    jobs,
    holidays,
    onStepped,
    canBePaid,
    provider: provider.name,
  });
  const onFailure = (error: unknown) => log.error({ err: error }, 'a payment that is due was not started');
  const collections = penaltyCollectionsMaintenance(pool, holidays, {
    onStepped,
    onFailure: (error) => log.error({ err: error }, 'a collected penalty was not recorded'),
  });
  const starts = duePaymentsMaintenance(backgroundPool, holidays, { onStepped, onFailure }, sources.pace);
  const calls: PaymentCalls = new PaymentCalls({
    pool: backgroundPool,
    jobs,
    provider,
    reconciler,
    log,
    partyRefs,
    isInDatabase: provider.name === 'play',
    returnUrl: returnUrlOf(sources),
  });
  return {
    calls,
    onStepped,
    onReady: async (tx, userId) => {
      await restarts.send(tx, userId);
      await credits.send(tx, userId);
    },
    maintenance: [starts, collections, calls.maintenance, credits.maintenance],
  };
}

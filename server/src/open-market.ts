import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { isDemoMarket } from './accounts/is-demo-market.js';
import { buildApp } from './app.js';
import type { AppDependencies } from './app-dependencies.js';
import type { Clock } from './clock/clock.js';
import type { Config } from './config.js';
import { marketConsumers } from './consumers.js';
import { recognizeDistribution } from './database/citus.js';
import type { Database } from './database/connect.js';
import { openReplicaReads } from './database/open-replica-reads.js';
import type { ReplicaReads } from './database/replica-reads.js';
import { DealNotifications } from './deals/deal-notifications.js';
import { DealOrders } from './deals/deal-orders.js';
import { DEALS_CONSUMER } from './deals/deals-consumer.js';
import { type MarketDeals, marketDeals } from './deals/market-deals.js';
import type { OrderQueue } from './deals/order-queue.js';
import { parcelFacts } from './deals/parcel-facts.js';
import { ReplacementOrders } from './deals/replacement-orders.js';
import type { OnStepped } from './deals/take-step.js';
import { registerVoidSales } from './deals/void-sales.js';
import type { Demonstration } from './demonstration.js';
import { HiddenProducts } from './desk/catalogue/hidden-products.js';
import { DeskDigests } from './desk/digest/desk-digests.js';
import { MemberMails } from './desk/members/member-mails.js';
import { UserBlocks } from './desk/users/user-blocks.js';
import { Consumers } from './feed/consumers.js';
import { Feed } from './feed/feed.js';
import { type IdentityReplacements, openIdentity } from './identity/opening/open-identity.js';
import { Jobs } from './jobs/jobs.js';
import { identityWithKeys } from './keys/identity-with-keys.js';
import { EasyPost } from './labels/easypost.js';
import type { LabelPort } from './labels/label-port.js';
import { ParcelLabels } from './labels/parcel-labels.js';
import { marketOfUsers } from './market-of-users.js';
import { AccountNews } from './notifications/account-news.js';
import { MarketNotifications } from './notifications/market-notifications.js';
import { openMetrics } from './open-metrics.js';
import { openOrderCanceller, productOrderCanceller } from './orders/cancel-open-orders.js';
import { changedOrderId } from './orders/change-order.js';
import type { MatchingEngine } from './orders/matching-engine.js';
import { openMatchingEngine } from './orders/open-matching-engine.js';
import { openTrading } from './orders/open-trading.js';
import type { WebBuild } from './pages/web-build.js';
import { readPaidByBank } from './payments/bank/payment-rows.js';
import { checkDuePayments } from './payments/check-due-payments.js';
import { factsOfNotification } from './payments/opening/instruction-facts.js';
import { type MarketPayments, openPayments } from './payments/opening/open-payments.js';
import { PaymentPace } from './payments/payment-pace.js';
import { paymentsNotice, paymentsOfMarket } from './payments/payment-settings.js';
import { openPictures } from './pictures/open-pictures.js';
import type { PictureStore } from './pictures/picture-store.js';
import { PriceRules } from './price-rules/price-rules.js';
import type { Closers } from './process/closers.js';
import { openUserIndex, type UserIndex } from './user-index/user-index.js';
import { USER_INDEX_CONSUMER } from './user-index/user-index-consumer.js';
import type { Identity } from './users/identity.js';
import { Sealing } from './users/sealing.js';
import { pausedAsks } from './vacations/paused-asks.js';
import { isAway } from './vacations/vacation-rows.js';
import { Vacations } from './vacations/vacations.js';
import { WebhookSender } from './webhooks/webhook-sender.js';

/** The parts of a market that its process provides. */
export interface Surroundings {
  /** Migrated. The caller closes it, after the market. */
  readonly database: Database;
  /** The parts of the market are added to it. */
  readonly closers: Closers;
  readonly clock: Clock;
  /** From 0, below 1. */
  readonly random: () => number;
  /** Returns a new UUID. */
  readonly newId: () => string;
  /** The built pages. If null, only the calls are served. */
  readonly pages: WebBuild | null;
  /** Null without DEMO and DEMO_TRADING. */
  readonly demonstration: Demonstration | null;
  readonly log: FastifyBaseLogger;
}

/** Parts that tests replace. */
export interface Replacements
  extends IdentityReplacements,
    Pick<AppDependencies, 'connectionLimits' | 'fetchTerms'> {
  readonly engine?: ((database: Database) => MatchingEngine) | undefined;
  readonly pictures?: PictureStore | undefined;
  readonly replicaReads?: ReplicaReads | undefined;
  readonly isDemo?: boolean | undefined;
  readonly paymentSetup?: MarketPayments['setup'] | undefined;
  readonly labelPort?: LabelPort | undefined;
}

/** An open market. It does not listen, and nothing runs in the background until `startMarket`. */
export interface Market {
  readonly app: FastifyInstance;
  readonly engine: MatchingEngine;
  readonly feed: Feed;
  readonly identity: Identity;
  readonly notifications: MarketNotifications;
  readonly jobs: Jobs;
  readonly pictures: PictureStore;
  readonly consumers: Consumers;
  /** Null where the orders of users are in one database with all others. */
  readonly userIndex: UserIndex | null;
  readonly deals: MarketDeals;
  readonly userBlocks: UserBlocks;
  readonly payments: MarketPayments;
  readonly priceRules: PriceRules;
  /** Null if the users' mailboxes are not known. */
  readonly digests: DeskDigests | null;
  /** Null if labels are not bought. */
  readonly labels: ParcelLabels | null;
  /** Null without a secret that encrypts those of webhooks. */
  readonly webhooks: WebhookSender | null;
}

/**
 * Opens the market of these settings, the same in production and in tests. Its parts close in the reverse order of
 * `closers.add`: requests first, then what they need.
 */
export async function openMarket(
  config: Config,
  surroundings: Surroundings,
  replaced: Replacements = {},
): Promise<Market> {
  const { database, closers, clock, random, newId, demonstration, log } = surroundings;
  const { pool, backgroundPool, sessionPool } = database;
  await recognizeDistribution(pool, backgroundPool, sessionPool);
  // If a later part fails to open, these need no closing: they connect with the first subscriber, order or job.
  const feed = new Feed({
    pool,
    clock,
    newId,
    onFailure: (error) => log.error({ err: error }, 'the feed was not read'),
  });
  const userIndex = await openUserIndex({
    ...{ pool, feed, nowMs: clock.steadyMs },
    consumers: [USER_INDEX_CONSUMER, DEALS_CONSUMER],
  });
  const engine =
    replaced.engine?.(database) ??
    (await openMatchingEngine(config, { database, feed, newId, log, userIndex }));
  const jobs = new Jobs({ pool: backgroundPool, random, log });

  const metrics = await openMetrics(config.metricsPort, { database, engine });
  closers.add('the metrics', () => metrics?.close());
  const standby = openReplicaReads(config, pool, log);
  closers.add('the standby', standby.close);
  closers.add('the feed', () => feed.close());
  const market = marketOfUsers(pool, openOrderCanceller(pool, engine), userIndex);
  const {
    identity: provider,
    mails,
    secret,
  } = await openIdentity(config, { database, clock, feed, jobs, market, log }, replaced);
  const identity = identityWithKeys(provider, database.sessionPool);
  const { publicUrl } = config;
  const notifications = new MarketNotifications({
    pool,
    feed,
    jobs,
    identity,
    mails,
    publicUrl,
    factsOf: async (notice) => [
      ...(await factsOfNotification(pool, payments.setup, notice)),
      ...(await parcelFacts(pool, notice)),
    ],
    log,
  });
  closers.add('reports of read notifications', () => notifications.close());
  const { holidays } = config;
  const isDemo = replaced.isDemo ?? (await isDemoMarket(pool));
  const paymentSettings = paymentsOfMarket(config, isDemo);
  const paymentNotice = paymentsNotice(config, isDemo);
  if (paymentNotice !== null) {
    log.warn(paymentNotice);
  }
  const onStepped: OnStepped = (tx, key, stepped) => payments.onStepped(tx, key, stepped);
  const paymentProvider = paymentSettings.provider === 'off' ? null : paymentSettings.provider;
  const readMaybePaid = paymentProvider === 'bank' ? readPaidByBank : checkDuePayments;
  const deals = await marketDeals(pool, { onStepped, holidays, readMaybePaid }, paymentProvider, log);
  const consumers = new Consumers({
    pool,
    feed,
    consumers: [
      ...marketConsumers({ feed, notifications, hasUserIndex: userIndex !== null }),
      ...deals.consumers,
    ],
    onFailure: (error, consumer) => log.error({ err: error, consumer }, 'a consumer of the feed failed'),
  });
  closers.add('the consumers of the feed', () => consumers.close());
  closers.add('orders that wait', () => engine.close());
  const queue: OrderQueue = {
    place: (placement) => engine.submit({ kind: 'placement', isOfDeal: true, ...placement }),
    cancelBid: (bid) => engine.submit({ kind: 'cancellation', reason: 'owner', side: 'bid', ...bid }),
  };
  const replacements = new ReplacementOrders({ pool, jobs, queue, onStepped, holidays });
  const dealWriter = notifications.newWriter();
  const dealNotifications = new DealNotifications({
    pool,
    jobs,
    write: (tx, notices, concerned) => dealWriter.write(tx, notices, concerned),
  });
  const dealOrders = new DealOrders({
    ...{ pool, jobs, queue, replacements },
    isAway: (sellerId) => isAway(pool, sellerId),
    onRefused: (key, refused) => dealNotifications.sendRefused(key, refused),
  });
  registerVoidSales(jobs, pool, feed);
  const blockWriter = notifications.newWriter();
  const userBlocks = new UserBlocks({
    pool,
    jobs,
    write: (tx, notices) => blockWriter.write(tx, notices),
    cancelOpenOrders: openOrderCanceller(pool, engine),
  });
  const keyWriter = notifications.newWriter();
  const keyNews = new AccountNews('key-made', pool, jobs, (tx, notices) => keyWriter.write(tx, notices));
  const webhookWriter = notifications.newWriter();
  const webhookNews = new AccountNews('webhook-off', pool, jobs, (tx, notices) =>
    webhookWriter.write(tx, notices),
  );
  const sealing = secret === null ? null : new Sealing(secret, 'webhook');
  const webhooks =
    sealing &&
    new WebhookSender({
      ...{ pool: backgroundPool, clock, random, sealing, log },
      news: webhookNews,
      fetchTerms: replaced.fetchTerms ?? {},
    });
  const { mailboxesOf } = identity;
  const memberMails =
    mails && mailboxesOf ? new MemberMails({ pool, jobs, ...mails, mailboxesOf, publicUrl, newId }) : null;
  const trading = openTrading({
    ...{ pool, clock, engine, log, paymentProvider },
    forgetPaused: pausedAsks(pool),
  });
  const priceRules = new PriceRules({
    ...{ pool, keys: trading.keys, changedOrderId },
    change: ({ seq, userId, productId, size, orderId, priceCents }) =>
      engine.submit({
        ...{ kind: 'placement', call: 'ask', userId, productId, size, orderId, priceCents },
        ...{ replacedSeq: seq, isChange: true, isByRule: true },
      }),
    onFailure: (error) => log.error({ err: error }, 'the rule of an ask was not applied'),
  });
  const vacations = new Vacations({
    ...{ pool, jobs, newId, rules: priceRules },
    pause: trading.pauseAsk,
    place: (userId, commands) =>
      trading.batches.run(commands, { userId, key: null, refusalToOrder: async () => null }),
  });
  const cancelOrdersOf = productOrderCanceller(pool, engine);
  const hidingWriter = notifications.newWriter();
  const hiddenProducts = new HiddenProducts({ pool, jobs, cancelOrdersOf, writer: hidingWriter });
  const demoDeals =
    isDemo && config.demoTrading
      ? demonstration?.openDeals({ pool, jobs, holidays, newId, onStepped })
      : undefined;
  const pace = new PaymentPace(() => engine.commandsInProgress);
  metrics?.addGauge('perkex_payment_starts_per_second', 'The most payments that this server starts now', () =>
    pace.startsPerSecond(),
  );
  const payments: MarketPayments = await openPayments(paymentSettings, {
    pool,
    backgroundPool,
    jobs,
    publicUrl,
    clock,
    newId,
    holidays,
    onStepped: async (tx, key, stepped) => {
      await dealOrders.send(tx, key, stepped);
      await dealNotifications.send(tx, key, stepped);
      await demoDeals?.send(tx, key, stepped);
    },
    pace,
    log,
  });
  const digests =
    mails && mailboxesOf
      ? new DeskDigests({ pool, jobs, ...mails, mailboxesOf, publicUrl, provider: paymentProvider })
      : null;
  closers.add('the payments', () => payments.close());
  const labels =
    config.labels &&
    new ParcelLabels({
      ...{ pool, jobs, holidays, country: config.labels.sender.country },
      port: replaced.labelPort ?? new EasyPost(config.labels),
    });
  closers.add('jobs at hand', () => jobs.stop());
  closers.add('the webhooks', () => webhooks?.stop());
  const pictures = await openPictures(
    config,
    { pool, jobs, newId, terms: replaced.fetchTerms ?? {} },
    replaced.pictures,
  );
  const app = await buildApp({
    ...config,
    ...surroundings,
    replicaReads: replaced.replicaReads ?? standby.replicaReads,
    engine,
    trading,
    vacations,
    priceRules,
    identity,
    feed,
    userIndex,
    notifications,
    pictures,
    paymentRoutes: payments.routes,
    paymentSetup: replaced.paymentSetup ?? payments.setup,
    dealSteps: deals.userSteps,
    keyNews,
    webhooks: webhooks && sealing && { sealing, wake: () => webhooks.wake() },
    userBlocks,
    memberMails,
    parcelLabels: labels,
    hiddenProducts,
    isDemo,
    connectionLimits: replaced.connectionLimits,
    fetchTerms: replaced.fetchTerms,
    metrics,
  });
  closers.add('requests', () => app.close());
  return {
    app,
    engine,
    feed,
    identity,
    notifications,
    jobs,
    pictures,
    consumers,
    userIndex,
    deals,
    userBlocks,
    payments,
    priceRules,
    digests,
    labels,
    webhooks,
  };
}

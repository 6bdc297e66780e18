import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePrivateFolder } from '@perkex/embedded-postgres';
import { AccountErasures, beginErasure } from './accounts/account-erasures.js';
import { forgetSettings } from './accounts/forget-settings.js';
import { isDemoMarket } from './accounts/is-demo-market.js';
import { readContents } from './accounts/read-contents.js';
import { buildApp } from './app.js';
import { SYSTEM_CLOCK } from './clock/system-clock.js';
import { type Config, readConfig } from './config.js';
import { marketConsumers } from './consumers.js';
import { generatedSecret } from './data-dir/secret.js';
import { connectDatabase, type Database, type DatabaseAddress } from './database/connect.js';
import { migrate } from './database/migrate.js';
import { openDatabase } from './database/open-database.js';
import { ReplicaReads } from './database/replica-reads.js';
import { transaction } from './database/transaction.js';
import { marketDeals } from './deals/market-deals.js';
import { type Demonstration, demoTradingMaintenance, loadDemonstration } from './demonstration.js';
import { Consumers } from './feed/consumers.js';
import { Feed } from './feed/feed.js';
import { oldEntriesMaintenance } from './feed/old-entries.js';
import { embeddedIdentity, openMailboxes } from './identity/embedded/embedded-identity.js';
import { firebaseIdentity } from './identity/firebase/firebase-identity.js';
import { Jobs } from './jobs/jobs.js';
import { createLog } from './log.js';
import type { Mailboxes } from './mail/mailboxes.js';
import type { Mailer } from './mail/mailer.js';
import { openMailer } from './mail/open-mailer.js';
import { MarketNotifications } from './notifications/market-notifications.js';
import { deleteEarlierNotifications } from './notifications/read-notifications.js';
import { openMetrics } from './open-metrics.js';
import { openOrderCanceller } from './orders/cancel-open-orders.js';
import { MatchingEngine } from './orders/matching-engine.js';
import { oldRefusalsMaintenance } from './orders/old-refusals.js';
import { connectForOrders } from './orders/order-connection.js';
import { groupsOf } from './orders/order-groups.js';
import { keepAssets } from './pages/earlier-assets.js';
import { readWebBuild, type WebBuild } from './pages/web-build.js';
import { openPayments } from './payments/opening/open-payments.js';
import { deleteOldPictures } from './pictures/old-pictures.js';
import { openPictureStore } from './pictures/open-picture-store.js';
import { endOnSignals } from './process/ending.js';
import { lastWords, listenError } from './process/last-words.js';
import { type Maintenance, startMaintenance } from './process/maintenance.js';
import { renewHistory } from './sales/rebuild-sale-days.js';
import { ConfigError } from './settings/config-error.js';
import { openSmsSender } from './sms/open-sms-sender.js';
import { unusedText } from './unused-settings.js';
import type { Identity } from './users/identity.js';
import { watchingMaintenance } from './watching/watching-maintenance.js';

type Log = ReturnType<typeof createLog>;

/** The one place of a server that reads the real ones; everything else gets them as arguments. */
const clock = SYSTEM_CLOCK;
const random = Math.random;
const newId = randomUUID;

/** The relative path is the same from the sources and from the build. */
const WEB_BUILD_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

const ERASURE_INTERVAL_MS = 10_000;

/** Prints the error and sets the exit code: 2 for an invalid setting, 1 for anything else. */
function exitWith(error: unknown): void {
  process.stderr.write(`${lastWords(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

/** Starts in the order config, pages, database, app, listen. A signal shuts down in the reverse order. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  if (config.unused.length > 0) {
    log.warn(unusedText(config.unused));
  }
  const pages = await readWebBuild(WEB_BUILD_FOLDER);
  const demonstration = config.demo || config.demoTrading ? await loadDemonstration() : null;
  if (config.databaseUrl !== null) {
    // As the embedded PostgreSQL does, before anything else creates the folder. A server also runs without one.
    await makePrivateFolder(config.dataDir).catch((error: Error) =>
      log.warn(`DATA_DIR ${config.dataDir} could not be made private: ${error.message}.`),
    );
  }
  const database = await openDatabase({
    ...config,
    purpose: 'server',
    hasTimeLimits: true,
    log: (line) => log.info(line),
    warn: (line) => log.warn(line),
  });
  try {
    await prepare(database.address, demonstration, config, log);
    await serve(database, { pages, demonstration }, config, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Uses a connection without time limits, because a migration by this or another server may take long. */
async function prepare(
  address: DatabaseAddress,
  demonstration: Demonstration | null,
  config: Config,
  log: Log,
): Promise<void> {
  const database = connectDatabase(address, (error) => log.warn(error.message), { hasTimeLimits: false });
  try {
    for (const name of await migrate(database.pool)) {
      log.info(`Applied migration ${name}.`);
    }
    const days = await transaction(database.pool, renewHistory);
    if (days) {
      log.info(`Rebuilt the history of the sales: ${days} days of products and sizes.`);
    }
    const options = { newId, madeUpProducts: config.demoProducts, onProgress: tenths(log) };
    const now = new Date(clock.wallMs());
    if (config.demo && (await demonstration?.fillEmptyMarket(database, now, options))) {
      log.info('Filled the empty database with the demonstration market (DEMO=0 leaves it empty).');
    }
  } finally {
    await database.close();
  }
}

/** Logs a line for every tenth of the work. */
function tenths(log: Log): (done: number, total: number) => void {
  let shown = 0;
  return (done, total) => {
    const tenth = Math.floor((10 * done) / total);
    if (tenth > shown) {
      shown = tenth;
      log.info(`Adding made-up products: ${10 * tenth} %.`);
    }
  };
}

/** The assets of earlier builds. There are none if the data folder is not writable. */
async function keepAssetsOf({ folder }: WebBuild, { dataDir }: Config, log: Log): Promise<string[]> {
  try {
    return await keepAssets(dataDir, path.join(folder, 'assets'), new Date(clock.wallMs()));
  } catch (error) {
    log.warn(
      { err: error },
      'the files of this build are not kept for pages that stay open during an upgrade',
    );
    return [];
  }
}

async function serve(
  database: Database,
  { pages, demonstration }: { readonly pages: WebBuild; readonly demonstration: Demonstration | null },
  config: Config,
  log: Log,
): Promise<void> {
  const { publicUrl, rateLimits, openOrderLimits, trustProxy, imageOrigins, host, port } = config;
  const feed = new Feed({
    pool: database.pool,
    clock,
    newId,
    onFailure: (error) => log.error({ err: error }, 'the feed was not read'),
  });
  const groups = await groupsOf(database.pool, config.orderGroups);
  const engine = new MatchingEngine({
    connect: () => connectForOrders(database.address, groups),
    newId,
    onBatch: (batch) => feed.handOver(batch),
    onUncertain: () => feed.doubt(),
    onFailure: (error, willRepeat) => log.error({ err: error, willRepeat }, 'a batch of orders failed'),
    openOrderLimits,
    groups,
  });
  const metrics = await openMetrics(config.metricsPort, { database, engine });
  const jobs = new Jobs({ pool: database.pool, random, log });
  const { identity, mails } = await openIdentity(database, { engine, jobs, feed }, config, log);
  const notices = new MarketNotifications({
    pool: database.pool,
    feed,
    jobs,
    identity,
    mails,
    publicUrl,
    onFailure: (error) => log.error({ err: error }, 'open pages got no new count of notifications'),
  });
  await feed.subscribe({ onEntry: (entry) => engine.noteEntry(entry), onMissed: () => engine.noteMissed() });
  const deals = await marketDeals(database.pool, log);
  const payments = await openPayments(config.payments, { ...database, jobs, publicUrl, clock, newId, log });
  const consumers = new Consumers({
    pool: database.pool,
    feed,
    consumers: [...marketConsumers({ feed, notices }), ...deals.consumers],
    onFailure: (error, consumer) => log.error({ err: error, consumer }, 'a consumer of the feed failed'),
  });
  await consumers.start();
  const standby = openStandby(config, log);
  const pictures = await openPictureStore(config);
  deleteOldPictures(jobs, database.pool, pictures);
  const app = await buildApp({
    database,
    clock,
    random,
    newId,
    replicaReads: new ReplicaReads({ primary: database.pool, standby, tell: (line) => log.warn(line) }),
    engine,
    identity,
    feed,
    notices,
    publicUrl,
    rateLimits,
    trustProxy,
    pictures,
    imageOrigins,
    contact: config.contact,
    isDemo: await isDemoMarket(database.pool),
    paymentRoutes: payments.routes,
    pages: { ...pages, earlierAssets: await keepAssetsOf(pages, config, log) },
    ...(metrics ? { metrics } : {}),
    log,
  });
  await app.readAhead().catch((error: unknown) => log.warn({ err: error }, 'preloading failed'));
  try {
    await app.listen({ host, port });
  } catch (error) {
    await Promise.all([app.close(), engine.close(), consumers.close(), feed.close(), standby?.close()]);
    throw listenError(error, { host, port });
  }
  jobs.start();
  const isWatched = () => app.countStreams() > 0;
  const demoTrading = config.demoTrading
    ? demonstration?.openTrading({ pool: database.pool, engine, clock, newId, isWatched })
    : null;
  const maintenance = [
    ...identity.maintenance,
    oldRefusalsMaintenance(database.pool),
    oldEntriesMaintenance(database.pool),
    erasuresMaintenance(database, engine, log),
    notices.maintenance,
    ...watchingMaintenance(database.pool, () => notices.newWriter(), clock),
    ...[deals, payments].flatMap(({ maintenance }) => maintenance),
    ...(demoTrading ? [demoTradingMaintenance(demoTrading)] : []),
  ];
  const endMaintenance = startMaintenance(maintenance, log);
  reportEmailVerification(config, log);
  log.info(`PerkeX is open at ${publicUrl} (the calls are described at ${publicUrl}/api/docs).`);
  endOnSignals({
    log,
    onBegin: () => engine.stopRepeating(),
    steps: [
      { name: 'the maintenance', close: endMaintenance },
      { name: 'the trading of the demonstration market', close: async () => demoTrading?.close() },
      { name: 'requests', close: () => app.close() },
      { name: 'jobs at hand, and the payments', close: () => jobs.stop().then(payments.close) },
      { name: 'orders that wait', close: () => engine.close() },
      { name: 'the consumers of the feed', close: () => consumers.close() },
      { name: 'reports of read notifications', close: () => notices.close() },
      { name: 'the feed', close: () => feed.close() },
      { name: 'the standby', close: async () => standby?.close() },
      { name: 'the metrics', close: async () => metrics?.close() },
      { name: 'the database', close: () => database.close() },
    ],
    onError: exitWith,
  });
}

function openStandby({ databaseUrlRead }: Config, log: Log): Database | null {
  if (databaseUrlRead === null) {
    return null;
  }
  return connectDatabase({ connectionString: databaseUrlRead }, (error) =>
    log.warn(`A connection to the standby broke: ${error.message}`),
  );
}

/** Continues the erasure of deleted accounts every ten seconds. */
function erasuresMaintenance({ pool }: Database, engine: MatchingEngine, log: Log): Maintenance {
  const failure = 'a deleted account was not erased from the market';
  const erasures = new AccountErasures(pool, openOrderCanceller(pool, engine), (error) =>
    log.error({ err: error }, failure),
  );
  return { work: () => erasures.advance(), everyMs: ERASURE_INTERVAL_MS, failure };
}

function reportEmailVerification({ requiresEmailProof, smtp, firebase }: Config, log: Log): void {
  if (!requiresEmailProof) {
    log.info('Orders do not need a confirmed e-mail here (REQUIRE_EMAIL_PROOF=on would ask for one).');
  } else if (smtp === null && firebase === null) {
    log.warn(
      'Orders need a confirmed e-mail, but without SMTP_URL the links go to the outbox only: set SMTP_URL, or REQUIRE_EMAIL_PROOF=off.',
    );
  }
}

/** Everything for sending mails to users. The secret signs their links. */
interface Mails {
  readonly mailer: Mailer;
  readonly mailboxes: Mailboxes;
  readonly secret: string;
}

/** Opens the identity provider that the settings select, and the mails if we send them. */
async function openIdentity(
  { pool, sessionPool }: Database,
  { engine, jobs, feed }: { readonly engine: MatchingEngine; readonly jobs: Jobs; readonly feed: Feed },
  config: Config,
  log: Log,
): Promise<{ readonly identity: Identity; readonly mails: Mails | null }> {
  const { requiresEmailProof, publicUrl, rateLimits, github } = config;
  if (config.firebase) {
    if (config.firebase.emulatorHost !== null) {
      log.warn('Tokens come from the Auth emulator. Anyone can forge them: use it for tests only.');
    }
    return { identity: firebaseIdentity(config.firebase, { requiresEmailProof, clock }), mails: null };
  }
  const secret = config.authSecret ?? (await generatedSecret(config.dataDir));
  const mails: Mails = {
    mailer: openMailer(config, clock, log),
    mailboxes: openMailboxes({ pool, secret, isOn: rateLimits }),
    secret,
  };
  const smsSender = openSmsSender(config, clock, log);
  const identity = embeddedIdentity({
    pool,
    clock,
    sessionPool,
    feed,
    publicUrl,
    ...mails,
    rateLimits,
    requiresEmailProof,
    market: {
      forgetSettings,
      beginErasure,
      cancelOpenOrders: openOrderCanceller(pool, engine),
      contentsOf: (userId) => readContents(pool, userId),
      deleteEarlierNotifications: (userId, until) => deleteEarlierNotifications(pool, userId, until),
    },
    jobs,
    smsSender,
    github,
    log,
  });
  return { identity, mails };
}

await main().catch(exitWith);

import { fileURLToPath } from 'node:url';
import { buildApp } from './app.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { connectDatabase, type Database, type DatabaseAddress } from './database/connect.js';
import { migrate } from './database/migrate.js';
import { openDatabase } from './database/open-database.js';
import { fillEmptyMarket } from './demo/fill-empty-market.js';
import { lastWords } from './error-for-people.js';
import { embeddedIdentity } from './identity/embedded/embedded-identity.js';
import { firebaseIdentity } from './identity/firebase/firebase-identity.js';
import type { Identity } from './identity/identity.js';
import { createLog } from './log.js';
import { openMailer } from './mail/open-mailer.js';
import { connectForOrders } from './orders/order-connection.js';
import { OrderDesk } from './orders/order-desk.js';
import { readWebBuild, type WebBuild } from './pages/web-build.js';
import { generatedSecret } from './secret.js';
import { openSmsSender } from './sms/open-sms-sender.js';

type Log = ReturnType<typeof createLog>;

/** The same way from the sources and from what they are built into. */
const WEB_BUILD_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** What a process says last when it does not end well, and why: 2 for settings, 1 for anything else. */
function exitWith(error: unknown): void {
  process.stderr.write(`${lastWords(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

/** Config → pages → database → app → listen; a signal goes the same way back. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const pages = await readWebBuild(WEB_BUILD_FOLDER);
  const database = await openDatabase({ ...config, purpose: 'server', log: (line) => log.info(line) });
  try {
    await prepare(database.address, config, log);
    await serve(database, pages, config, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** On a connection without time limits: another server may be migrating, and a migration may take long. */
async function prepare(address: DatabaseAddress, config: Config, log: Log): Promise<void> {
  const database = connectDatabase(address, (error) => log.warn(error.message), { hasTimeLimits: false });
  try {
    for (const name of await migrate(database.pool)) {
      log.info(`Applied migration ${name}.`);
    }
    if (config.demo && (await fillEmptyMarket(database, new Date()))) {
      log.info('Filled the empty database with the demonstration market (DEMO=0 leaves it empty).');
    }
  } finally {
    await database.close();
  }
}

async function serve(database: Database, pages: WebBuild, config: Config, log: Log): Promise<void> {
  const { publicUrl, rateLimits, trustProxy, imageOrigins, host, port } = config;
  const desk = new OrderDesk({
    connect: () => connectForOrders(database.address),
    onFailure: (error, willRepeat) => log.error({ err: error, willRepeat }, 'a batch of orders failed'),
  });
  const identity = await openIdentity(database, config, log);
  const app = await buildApp({
    database,
    desk,
    identity,
    publicUrl,
    rateLimits,
    trustProxy,
    imageOrigins,
    pages,
    log,
  });
  await app.listen({ host, port });
  log.info(`PerkeX is open at ${publicUrl} (the calls are described at ${publicUrl}/api/docs).`);

  endOnSignals(log, async () => {
    desk.stopRepeating();
    try {
      await app.close();
    } finally {
      await desk.close();
      await database.close();
    }
  });
}

/** Whoever knows the users, as the settings say. */
async function openIdentity({ pool }: Database, config: Config, log: Log): Promise<Identity> {
  if (config.firebase) {
    if (config.firebase.emulatorHost !== null) {
      log.warn('Tokens are those of the Auth emulator, which anybody can write: this is for tests only.');
    }
    return firebaseIdentity(config.firebase);
  }
  const { publicUrl, rateLimits, github } = config;
  const secret = config.authSecret ?? (await generatedSecret(config.dataDir));
  const mailer = openMailer(config, log);
  const smsSender = openSmsSender(config, log);
  return embeddedIdentity({ pool, publicUrl, secret, rateLimits, mailer, smsSender, github, log });
}

/** A terminal and npm may both pass on one Ctrl-C: what comes within this time is the same wish. */
const SAME_WISH_MS = 1_000;

/** Ends in order at the first signal, and at once when somebody insists. */
function endOnSignals(log: Log, close: () => Promise<void>): void {
  let askedAtMs: number | null = null;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (askedAtMs === null) {
        askedAtMs = performance.now();
        log.info(`${signal}: finishing the requests at hand.`);
        close().catch(exitWith);
      } else if (performance.now() - askedAtMs > SAME_WISH_MS) {
        process.exit(1);
      }
    });
  }
}

await main().catch(exitWith);

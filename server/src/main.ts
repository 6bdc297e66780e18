import { buildApp } from './app.js';
import { type Config, ConfigError, readConfig } from './config.js';
import type { Database } from './database/connect.js';
import { migrate } from './database/migrate.js';
import { openDatabase } from './database/open-database.js';
import { fillEmptyMarket } from './demo/fill-empty-market.js';
import { lastWords } from './error-for-people.js';
import { embeddedIdentity } from './identity/embedded/embedded-identity.js';
import { createLog } from './log.js';
import { connectForOrders } from './orders/order-connection.js';
import { OrderDesk } from './orders/order-desk.js';
import { generatedSecret } from './secret.js';

type Log = ReturnType<typeof createLog>;

/** What a process says last when it does not end well, and why: 2 for settings, 1 for anything else. */
function exitWith(error: unknown): void {
  process.stderr.write(`${lastWords(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

/** Config → database → app → listen; a signal goes the same way back. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const database = await openDatabase({ ...config, purpose: 'server', log: (line) => log.info(line) });
  try {
    await prepare(database, config, log);
    await serve(database, config, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function prepare(database: Database, config: Config, log: Log): Promise<void> {
  for (const name of await migrate(database.pool)) {
    log.info(`Applied migration ${name}.`);
  }
  if (config.demo && (await fillEmptyMarket(database, new Date()))) {
    log.info('Filled the empty database with the demonstration market (DEMO=0 leaves it empty).');
  }
}

async function serve(database: Database, config: Config, log: Log): Promise<void> {
  const { publicUrl, rateLimits, trustProxy, imageOrigins, host, port } = config;
  const desk = new OrderDesk({
    connect: () => connectForOrders(database.address),
    onFailure: (error, willRepeat) => log.error({ err: error, willRepeat }, 'a batch of orders failed'),
  });
  const secret = config.authSecret ?? (await generatedSecret(config.dataDir));
  const identity = embeddedIdentity({ pool: database.pool, publicUrl, secret, rateLimits, log });
  const app = await buildApp({
    database,
    desk,
    identity,
    publicUrl,
    rateLimits,
    trustProxy,
    imageOrigins,
    log,
  });
  await app.listen({ host, port });
  log.info(`PerkeX is open at ${publicUrl} (the calls are described at ${publicUrl}/api/docs).`);

  const close = async (signal: string) => {
    log.info(`${signal}: finishing the requests at hand.`);
    await app.close();
    await desk.close();
    await database.close();
  };
  let isClosing = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // A terminal and npm may both pass on one Ctrl-C; the second must not cut off what the first began.
    process.on(signal, () => {
      if (!isClosing) {
        isClosing = true;
        close(signal).catch(exitWith);
      }
    });
  }
}

await main().catch(exitWith);

import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { makePrivateFolder } from '@perkex/embedded-postgres';
import { SYSTEM_CLOCK } from './clock/system-clock.js';
import { type Config, readConfig } from './config.js';
import { openDatabase } from './database/open-database.js';
import { loadDemonstration } from './demonstration.js';
import { createLog } from './log.js';
import { openMarket } from './open-market.js';
import { withEarlierAssets } from './pages/earlier-assets.js';
import { readWebBuild } from './pages/web-build.js';
import { prepareDatabase } from './prepare-database.js';
import { Closers } from './process/closers.js';
import { endOnSignals } from './process/ending.js';
import { lastWords } from './process/last-words.js';
import { ConfigError } from './settings/config-error.js';
import { startMarket } from './start-market.js';
import { unusedText } from './unused-settings.js';

type Log = ReturnType<typeof createLog>;

/** The one place of a server that reads the real ones; everything else gets them as arguments. */
const sources = { clock: SYSTEM_CLOCK, random: Math.random, newId: randomUUID };

/** The relative path is the same from the sources and from the build. */
const WEB_BUILD_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Starts in the order config, pages, database, market, listen. A signal shuts down in the reverse order. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  if (config.unused.length > 0) {
    log.warn(unusedText(config.unused));
  }
  const build = await readWebBuild(WEB_BUILD_FOLDER);
  const demonstration = config.demo || config.demoTrading ? await loadDemonstration() : null;
  if (config.databaseUrl !== null) {
    // As the embedded PostgreSQL does, before anything else creates the folder. A server also runs without one.
    await makePrivateFolder(config.dataDir).catch((error: Error) =>
      log.warn(`DATA_DIR ${config.dataDir} could not be made private: ${error.message}.`),
    );
  }
  const closers = new Closers();
  const database = await openDatabase({
    ...config,
    purpose: 'server',
    hasTimeLimits: true,
    log: (line) => log.info(line),
    warn: (line) => log.warn(line),
  });
  closers.add('the database', () => database.close());
  try {
    await prepareDatabase(database.address, {
      ...config,
      ...sources,
      demonstration: config.demo ? demonstration : null,
      log,
    });
    const now = new Date(sources.clock.wallMs());
    const pages = await withEarlierAssets(build, { dataDir: config.dataDir, now, log });
    const surroundings = { ...sources, database, closers, pages, demonstration, log };
    const market = await openMarket(config, surroundings);
    await startMarket(market, config, surroundings);
    endOnSignals({ log, closers, onBegin: () => market.engine.stopRepeating(), onError: exitWith });
    // The reader of this line may end it at once.
    reportOpening(config, log);
  } catch (error) {
    await closers.close(exitWith);
    throw error;
  }
}

function reportOpening({ requiresEmailProof, smtp, firebase, publicUrl }: Config, log: Log): void {
  if (!requiresEmailProof) {
    log.info('Orders do not need a confirmed e-mail here (REQUIRE_EMAIL_PROOF=on would ask for one).');
  } else if (smtp === null && firebase === null) {
    log.warn(
      'Orders need a confirmed e-mail, but without SMTP_URL the links go to the outbox only: set SMTP_URL, or REQUIRE_EMAIL_PROOF=off.',
    );
  }
  log.info(`PerkeX is open at ${publicUrl} (the calls are described at ${publicUrl}/api/docs).`);
}

/** Prints the error and sets the exit code: 2 for an invalid setting, 1 for anything else. */
function exitWith(error: unknown): void {
  process.stderr.write(`${lastWords(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}

await main().catch(exitWith);

import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock/clock.js';
import { recognizeDistribution } from './database/citus.js';
import { connectDatabase, type DatabaseAddress } from './database/connect.js';
import { migrate } from './database/migrate.js';
import { transaction } from './database/transaction.js';
import type { Demonstration } from './demonstration.js';
import { requirePlacedTables } from './distribution/placement.js';
import { renewHistory } from './sales/rebuild-sale-days.js';

interface Options {
  /** Fills an empty database; null to leave it empty. */
  readonly demonstration: Pick<Demonstration, 'fillEmptyMarket'> | null;
  /** The number of made-up products in the demonstration market. */
  readonly demoProducts: number;
  readonly clock: Clock;
  /** Returns a new UUID. */
  readonly newId: () => string;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/**
 * Brings a database to this version. Uses a connection without time limits, because a migration by this or another
 * server may take long.
 * @throws UserError when tables of a distributed database are to be placed first
 */
export async function prepareDatabase(address: DatabaseAddress, options: Options): Promise<void> {
  const { demonstration, demoProducts, clock, newId, log } = options;
  const database = connectDatabase(address, (error) => log.warn(error.message), { hasTimeLimits: false });
  try {
    for (const name of await migrate(database.pool)) {
      log.info(`Applied migration ${name}.`);
    }
    if (await recognizeDistribution(database.pool)) {
      await requirePlacedTables(database.pool);
    }
    const days = await transaction(database.pool, renewHistory);
    if (days) {
      log.info(`Rebuilt the history of the sales: ${days} days of products and sizes.`);
    }
    const fillOptions = { newId, madeUpProducts: demoProducts, onProgress: tenths(log) };
    const now = new Date(clock.wallMs());
    if (await demonstration?.fillEmptyMarket(database, now, fillOptions)) {
      log.info('Filled the empty database with the demonstration market (DEMO=0 leaves it empty).');
    }
  } finally {
    await database.close();
  }
}

/** Logs a line for every tenth of the work. */
function tenths(log: Pick<FastifyBaseLogger, 'info'>): (done: number, total: number) => void {
  let shown = 0;
  return (done, total) => {
    const tenth = Math.floor((10 * done) / total);
    if (tenth > shown) {
      shown = tenth;
      log.info(`Adding made-up products: ${10 * tenth} %.`);
    }
  };
}

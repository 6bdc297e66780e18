import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Random, seededRandom } from '@perkex/demo/random.js';
import { audit } from '@perkex/server/audit/audit.js';
import { createProducts } from '@perkex/server/catalogue/create-products.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { publishProducts } from '@perkex/server/products/publish-products.js';
import { newDataFolder } from '../data-folder.js';
import { RunningServer, type Victim } from '../running-server.js';
import { readBack } from './read-back.js';
import { type Spoiling, spoilt } from './spoiling.js';
import { CrashTestFailure, type TradedProduct, Trader } from './traders.js';

const TRADERS = 4;
const ORDERS_AT_ONCE_EACH = 3;
const PRODUCTS = ['Crash One', 'Crash Two', 'Crash Three'];
const SIZES = ['9', '9.5', '10'];
/** The number of acknowledgements before a kill is between these. */
const FEWEST_ACKNOWLEDGED = 20;
const MAX_ACKNOWLEDGED = 120;
/** Acknowledgements of one batch are closer together than this. */
const PAUSE_BETWEEN_BATCHES_MS = 30;
/** The most acknowledgements that a kill waits for one that is the first of its batch. */
const PATIENCE_FOR_THE_FIRST = 60;
/** The timeout for the acknowledgements that a round waits for. */
const SILENCE_MS = 120_000;

/**
 * Makes no difference to a correct server, whose answers wait for the disk. If a server answers too early, these
 * settings keep its data unwritten until the kill: a commit takes long, and no other process writes the log.
 */
const SETTINGS_THAT_SHOW_A_LOSS: Readonly<Record<string, string>> = {
  commit_delay: '100000', // microseconds, the maximum
  commit_siblings: '0',
  wal_writer_delay: '10s',
  wal_writer_flush_after: '64MB',
};

export interface CrashTestOptions {
  /** The number of kills of the server, and of kills of its PostgreSQL. */
  readonly rounds: number;
  /** Determines the orders, and the number of acknowledgements before each kill. */
  readonly seed: number;
  readonly print: (line: string) => void;
  /** A fault that the test should detect. */
  readonly spoiling?: Spoiling | null;
}

/**
 * Kills the server and its PostgreSQL in turns, exactly when an order is acknowledged. After each kill it reads
 * everything acknowledged since the beginning from the database and through the calls, and the audit must find no
 * violation.
 * @throws CrashTestFailure at the first lost order, and at a violation that the audit finds
 */
export async function crashTest({ rounds, seed, print, spoiling = null }: CrashTestOptions): Promise<void> {
  print(`seed ${seed}`);
  const dataDir = await newDataFolder('crash', 'empty market');
  const server = await RunningServer.start(dataDir, { DEMO: '0', ...spoilt(spoiling) });
  try {
    await showLosses(server);
    const market = await openMarket(server, seed);
    for (let round = 1; round <= rounds; round += 1) {
      for (const victim of ['PostgreSQL', 'server'] as const) {
        const { acknowledged, held } = await crashOnce(market, victim);
        print(
          `kill -9 of the ${victim}, ${round} of ${rounds}, at acknowledgement ${acknowledged}: all ${held} orders kept, the audit found nothing`,
        );
      }
    }
  } finally {
    await server.remove();
  }
}

interface Market {
  readonly server: RunningServer;
  readonly traders: readonly Trader[];
  readonly products: readonly TradedProduct[];
  readonly random: Random;
}

async function showLosses(server: RunningServer): Promise<void> {
  await server.withDatabase(async ({ pool }) => {
    for (const [name, value] of Object.entries(SETTINGS_THAT_SHOW_A_LOSS)) {
      await pool.query(`alter system set ${name} = '${value}'`);
    }
    await pool.query('select pg_reload_conf()');
  });
}

async function openMarket(server: RunningServer, seed: number): Promise<Market> {
  const wanted = PRODUCTS.map((name) => ({
    name,
    brand: 'Crash',
    retailPriceCents: null,
    releaseDate: null,
    sizes: SIZES,
  }));
  const idOfName = await server.withDatabase(({ pool }) =>
    transaction(pool, async (tx) => {
      const ids = await createProducts(tx, wanted);
      await publishProducts(tx, [...ids.values()], randomUUID);
      return ids;
    }),
  );
  const products = PRODUCTS.map((name) => ({ id: idOfName.get(name) ?? 0, name, sizes: SIZES }));
  const traders = await Promise.all(
    Array.from({ length: TRADERS }, (_, number) =>
      Trader.signUp(server.url, seededRandom(seed, `trader ${number}`)),
    ),
  );
  return { server, traders, products, random: seededRandom(seed, 'kills') };
}

async function crashOnce(
  market: Market,
  victim: Victim,
): Promise<{ readonly acknowledged: number; readonly held: number }> {
  const { server, traders, products, random } = market;
  const acknowledged = random.integer(FEWEST_ACKNOWLEDGED, MAX_ACKNOWLEDGED);
  await tradeUntilKilled(market, victim, acknowledged);
  await server.untilRecovered(victim);
  // Once before sending anything that could restore lost orders, and again when every request has its answer.
  await readBack(server, traders, products);
  await Promise.all(traders.map((trader) => trader.finish()));
  const { length: held } = await readBack(server, traders, products);
  const results = await server.withDatabase(({ pool }) => audit(pool));
  const violated = results.filter(({ violations }) => violations > 0);
  if (violated.length > 0) {
    throw new CrashTestFailure(`The audit after a kill of the ${victim} found ${JSON.stringify(violated)}`);
  }
  return { acknowledged, held };
}

/**
 * Trades, and kills the victim in the same turn of the event loop in which an acknowledgement arrives. It chooses the
 * first acknowledgement of a batch, when data that was answered too early is least likely to be stored.
 */
async function tradeUntilKilled(
  { server, traders, products }: Market,
  victim: Victim,
  acknowledged: number,
): Promise<void> {
  const acknowledgements = new Acknowledgements();
  let isOver = false;
  const lanes = traders.flatMap((trader) => Array.from({ length: ORDERS_AT_ONCE_EACH }, () => trader));
  const trading = Promise.all(
    lanes.map((trader) => trader.tradeUntil(() => isOver, products, acknowledgements.count)),
  );
  try {
    await Promise.race([trading, acknowledgements.further(acknowledged)]);
    const kill = await server.aimAt(victim);
    await Promise.race([trading, acknowledgements.firstOfBatch()]);
    kill();
  } finally {
    isOver = true;
  }
  await trading;
}

class Acknowledgements {
  private counted = 0;
  private lastAtMs = 0;
  private isWanted: (isFirst: boolean) => boolean = () => false;
  private reached: () => void = () => {};

  readonly count = (): void => {
    const nowMs = performance.now();
    const isFirst = nowMs - this.lastAtMs > PAUSE_BETWEEN_BATCHES_MS;
    this.lastAtMs = nowMs;
    this.counted += 1;
    if (this.isWanted(isFirst)) {
      this.reached();
    }
  };

  /** Resolves after this many further acknowledgements. */
  further(number: number): Promise<void> {
    const wanted = this.counted + number;
    return this.until(() => this.counted >= wanted);
  }

  /** Resolves at the next acknowledgement that is the first of a batch. */
  firstOfBatch(): Promise<void> {
    const latest = this.counted + PATIENCE_FOR_THE_FIRST;
    return this.until((isFirst) => isFirst || this.counted >= latest);
  }

  private async until(isWanted: (isFirst: boolean) => boolean): Promise<void> {
    this.isWanted = isWanted;
    const enough = new Promise<void>((resolve) => {
      this.reached = resolve;
    });
    const silence = new AbortController();
    const tooLong = pause(SILENCE_MS, undefined, { signal: silence.signal }).then(() => {
      throw new Error(`What the kill waits for was not acknowledged within ${SILENCE_MS} ms.`);
    });
    try {
      await Promise.race([enough, tooLong]);
    } finally {
      silence.abort();
      tooLong.catch(() => {});
    }
  }
}

import { type Random, seededRandom } from '@perkex/demo/random.js';
import { newDataFolder } from '../market/data-folder.js';
import { addProducts, type TradedProduct } from '../market/products.js';
import { RunningServer, type Victim } from '../servers/running-server.js';
import { readBack } from './read-back.js';
import { type Spoiling, spoilt } from './spoiling.js';
import { Trader } from './traders.js';
import { expectCleanAudit, whileTrading } from './trading.js';

const TRADERS = 4;
const ORDERS_AT_ONCE_EACH = 3;
const PRODUCTS = ['Crash One', 'Crash Two', 'Crash Three'];
const SIZES = ['9', '9.5', '10'];
/** The number of acknowledgements before a kill is between these. */
const FEWEST_ACKNOWLEDGED = 20;
const MAX_ACKNOWLEDGED = 120;
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
    if (spoiling === 'durability-off') {
      await acknowledgeEarly(server);
    }
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

/** Any commit that waits for the disk would also write the orders before it. */
async function acknowledgeEarly(server: RunningServer): Promise<void> {
  await server.withDatabase(async ({ pool }) => {
    await pool.query('checkpoint'); // keeps the traders
    await pool.query('alter system set synchronous_commit = off');
    await pool.query('select pg_reload_conf()');
  });
}

async function openMarket(server: RunningServer, seed: number): Promise<Market> {
  const products = await server.withDatabase((database) => addProducts(database, PRODUCTS, SIZES));
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
  await expectCleanAudit(server, `a kill of the ${victim}`);
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
  const lanes = traders.flatMap((trader) => Array.from({ length: ORDERS_AT_ONCE_EACH }, () => trader));
  await whileTrading(lanes, products, async (acknowledgements) => {
    await acknowledgements.further(acknowledged);
    const kill = await server.aimAt(victim);
    await acknowledgements.firstOfBatch();
    kill();
  });
}

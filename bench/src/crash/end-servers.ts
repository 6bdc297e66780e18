import { seededRandom } from '@perkex/demo/random.js';
import type { TradedProduct } from '../market/products.js';
import { Visitor } from '../processes/visitor.js';
import type { Fleet } from '../servers/fleet.js';
import type { RunningServer } from '../servers/running-server.js';
import { DropCopyFollower } from './drop-copy-follower.js';
import { readBack } from './read-back.js';
import { CrashTestFailure, Trader } from './traders.js';
import { expectCleanAudit, whileTrading } from './trading.js';

const TRADERS = 6;
const ORDERS_AT_ONCE_EACH = 2;
const PRODUCTS = ['Several One', 'Several Two', 'Several Three'];
const SIZES = ['9', '9.5', '10'];

interface EndsOptions {
  readonly seed: number;
  /** The number of servers that are killed, in turns, after one was stopped. */
  readonly kills: number;
  /** The number of orders acknowledged before each server ends, and again without that server. */
  readonly acknowledgedBetween: number;
}

/** The end of one server, as its visitors saw it. */
interface EndOfServer {
  readonly how: string;
  readonly longestSilenceMs: number;
  /** The number of requests without an answer. */
  readonly unanswered: number;
}

interface EndsResult {
  readonly ends: readonly EndOfServer[];
  /** The numbers of stored orders, and of followed events of drop copies. */
  readonly orders: number;
  readonly events: number;
}

/**
 * Lets visitors trade through the proxy while one server is stopped, and then others are killed. Then it reads
 * everything that was acknowledged from the database and through the calls, and the audit must find no violation. Of
 * each visitor, the drop copy is followed all the time.
 * @throws CrashTestFailure at the first order that is lost or counts twice
 */
export async function endServersUnderOrders(fleet: Fleet, options: EndsOptions): Promise<EndsResult> {
  const { seed, kills, acknowledgedBetween } = options;
  const products = await fleet.createProducts(PRODUCTS, SIZES);
  const visitors = Array.from({ length: TRADERS }, (_, number) => new Visitor(number));
  const traders = await Promise.all(
    visitors.map(({ ask }, number) => Trader.signUp(fleet.url, seededRandom(seed, `trader ${number}`), ask)),
  );
  const copies = await Promise.all(traders.map((trader) => DropCopyFollower.begin(trader)));
  const [first, second] = fleet.servers as [RunningServer, RunningServer];
  const ends: EndOfServer[] = [];
  for (let end = 0; end <= kills; end += 1) {
    const server = end % 2 === 0 ? first : second;
    const isKill = end > 0;
    const seen = await whileEnding(
      () => (isKill ? server.kill() : stopInOrder(server)),
      traders,
      products,
      acknowledgedBetween,
    );
    ends.push({ how: isKill ? 'kill -9' : 'shutdown (SIGTERM)', ...seen });
    if (end < kills) {
      await server.start();
    }
  }
  await Promise.all(traders.map((trader) => trader.finish()));
  const stored = await readBack(fleet, traders, products);
  const counts = await Promise.all(
    copies.map((copy, index) => copy.finish(stored.filter(({ userId }) => userId === traders[index]?.uid))),
  );
  await expectCleanAudit(fleet, 'the ends of servers');
  for (const visitor of visitors) {
    visitor.leave();
  }
  return { ends, orders: stored.length, events: counts.reduce((sum, count) => sum + count, 0) };
}

async function whileEnding(
  end: () => Promise<void>,
  traders: readonly Trader[],
  products: readonly TradedProduct[],
  acknowledgedBetween: number,
): Promise<Omit<EndOfServer, 'how'>> {
  const lanes = traders.flatMap((trader) => Array.from({ length: ORDERS_AT_ONCE_EACH }, () => trader));
  let longestSilenceMs = 0;
  await whileTrading(lanes, products, async (acknowledgements) => {
    await acknowledgements.further(acknowledgedBetween);
    const ending = end();
    acknowledgements.longestSilenceMs = 0;
    await ending;
    await acknowledgements.further(acknowledgedBetween);
    longestSilenceMs = acknowledgements.longestSilenceMs;
  });
  const unanswered = traders.reduce((count, trader) => count + trader.unansweredCount, 0);
  return { longestSilenceMs, unanswered };
}

async function stopInOrder(server: RunningServer): Promise<void> {
  const code = await server.stop();
  if (code !== 0) {
    throw new CrashTestFailure(`A server that was asked to stop exited with ${code}.`);
  }
}

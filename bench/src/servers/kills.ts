import { seededRandom } from '@perkex/demo/random.js';
import { audit } from '@perkex/server/audit/audit.js';
import { DropCopyFollower } from '../crash/drop-copy-follower.js';
import { readBack } from '../crash/read-back.js';
import { CrashTestFailure, type TradedProduct, Trader } from '../crash/traders.js';
import type { RunningServer } from '../running-server.js';
import { Visitor } from '../visitor.js';
import type { Fleet } from './fleet.js';

const TRADERS = 6;
const ORDERS_AT_ONCE_EACH = 2;
const PRODUCTS = ['Several One', 'Several Two', 'Several Three'];
const SIZES = ['9', '9.5', '10'];

export interface KillsOptions {
  readonly seed: number;
  /** The number of servers that are killed, in turns, after one was stopped. */
  readonly kills: number;
  /** The number of orders acknowledged before each server ends, and again without that server. */
  readonly acknowledgedBetween: number;
  readonly print: (line: string) => void;
}

export interface KillsResult {
  readonly orders: number;
  readonly events: number;
}

/**
 * Lets visitors trade through the proxy while one server is stopped, and then others are killed. Then it reads everything
 * that was acknowledged from the database and through the calls, and the audit must find no violation. Of each visitor, the
 * drop copy is followed all the time.
 * @returns the numbers of stored orders and of followed events
 * @throws CrashTestFailure at the first order that is lost or counts twice
 */
export async function endServersUnderOrders(fleet: Fleet, options: KillsOptions): Promise<KillsResult> {
  const products = await fleet.createProducts(PRODUCTS, SIZES);
  const visitors = Array.from({ length: TRADERS }, (_, number) => new Visitor(number));
  const traders = await Promise.all(
    visitors.map(({ ask }, number) =>
      Trader.signUp(fleet.url, seededRandom(options.seed, `trader ${number}`), ask),
    ),
  );
  const copies = await Promise.all(traders.map((trader) => DropCopyFollower.begin(trader)));
  const [first, second] = fleet.servers as [RunningServer, RunningServer];
  await endUnderOrders('SIGTERM', () => endInOrder(first), traders, products, options);
  await first.start();
  for (let kill = 0; kill < options.kills; kill += 1) {
    const victim = kill % 2 === 0 ? second : first;
    await endUnderOrders('kill -9', () => victim.kill(), traders, products, options);
    await victim.start();
  }
  await Promise.all(traders.map((trader) => trader.finish()));
  const stored = await readBack(fleet, traders, products);
  const counts = await Promise.all(
    copies.map((copy, index) => copy.finish(stored.filter(({ userId }) => userId === traders[index]?.uid))),
  );
  await auditFindsNothing(fleet);
  for (const visitor of visitors) {
    visitor.leave();
  }
  return { orders: stored.length, events: counts.reduce((sum, count) => sum + count, 0) };
}

async function endUnderOrders(
  how: string,
  end: () => Promise<void>,
  traders: readonly Trader[],
  products: readonly TradedProduct[],
  { acknowledgedBetween, print }: KillsOptions,
): Promise<void> {
  const acknowledged = new Acknowledged();
  let isOver = false;
  const lanes = traders.flatMap((trader) => Array.from({ length: ORDERS_AT_ONCE_EACH }, () => trader));
  const trading = Promise.all(
    lanes.map((trader) =>
      trader.tradeUntil(
        () => isOver,
        products,
        () => acknowledged.add(),
      ),
    ),
  );
  try {
    await Promise.race([trading, acknowledged.further(acknowledgedBetween)]);
    const ending = end();
    acknowledged.longestSilenceMs = 0;
    await ending;
    await Promise.race([trading, acknowledged.further(acknowledgedBetween)]);
  } finally {
    isOver = true;
  }
  await trading;
  const unanswered = traders.reduce((count, trader) => count + trader.unansweredCount, 0);
  print(
    `  ${how} of a server under orders: the longest silence was ${Math.round(acknowledged.longestSilenceMs)} ms, ` +
      `${unanswered} requests without an answer`,
  );
}

async function endInOrder(server: RunningServer): Promise<void> {
  const code = await server.stop();
  if (code !== 0) {
    throw new CrashTestFailure(`A server that was asked to stop exited with ${code}.`);
  }
}

async function auditFindsNothing(fleet: Fleet): Promise<void> {
  const results = await fleet.withDatabase(({ pool }) => audit(pool));
  const violated = results.filter(({ violations }) => violations > 0);
  if (violated.length > 0) {
    throw new CrashTestFailure(`The audit found ${JSON.stringify(violated)}`);
  }
}

/** Counts acknowledgements, and the time between them. */
class Acknowledged {
  longestSilenceMs = 0;
  private count = 0;
  private lastAtMs = performance.now();
  private wanted = { count: Number.POSITIVE_INFINITY, reached: () => {} };

  add(): void {
    const nowMs = performance.now();
    this.longestSilenceMs = Math.max(this.longestSilenceMs, nowMs - this.lastAtMs);
    this.lastAtMs = nowMs;
    this.count += 1;
    if (this.count >= this.wanted.count) {
      this.wanted.reached();
    }
  }

  further(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.wanted = { count: this.count + count, reached: resolve };
    });
  }
}

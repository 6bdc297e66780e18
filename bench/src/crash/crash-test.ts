import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProductCard } from '@perkex/contract/products.js';
import { RunningServer } from './running-server.js';
import { type Acknowledged, Trader } from './traders.js';

const TRADERS = 12;
const ORDERS_AT_ONCE_EACH = 3;
const PRODUCTS = 6;
/** How long trade goes on before a kill, in milliseconds: somewhere in between, so that kills meet every moment. */
const SHORTEST_TRADE_MS = 300;
const LONGEST_TRADE_MS = 1_200;

type Victim = 'server' | 'PostgreSQL';

/**
 * Kills the server, and then its PostgreSQL, again and again while orders arrive; after each kill and restart
 * every acknowledged order must still get its answer, and the audit must find nothing.
 * @throws at the first order that is lost or violation that is found
 */
export async function crashTest(rounds: number, print: (line: string) => void): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'perkex-crash-'));
  await chmod(dataDir, 0o755); // run as root, PostgreSQL is another user and has to reach it
  const server = await RunningServer.start(dataDir);
  try {
    const traders = await Promise.all(Array.from({ length: TRADERS }, () => Trader.signUp(server.url)));
    const products = await readProducts(server);
    for (const victim of ['server', 'PostgreSQL'] as const) {
      for (let round = 1; round <= rounds; round += 1) {
        const kept = await crashOnce(server, victim, traders, products);
        print(
          `kill -9 of the ${victim}, ${round} of ${rounds}: ${kept} acknowledged orders kept, the audit found nothing`,
        );
      }
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function readProducts(server: RunningServer): Promise<ProductCard[]> {
  const products = (await (await fetch(`${server.url}/api/`)).json()) as ProductCard[];
  return products.filter(({ asks }) => asks.length > 0).slice(0, PRODUCTS);
}

async function crashOnce(
  server: RunningServer,
  victim: Victim,
  traders: readonly Trader[],
  products: readonly ProductCard[],
): Promise<number> {
  const noted: Acknowledged[] = [];
  let isOver = false;
  const trading = traders.flatMap((trader) =>
    Array.from({ length: ORDERS_AT_ONCE_EACH }, () => trader.tradeUntil(() => isOver, products, noted)),
  );
  await pause(SHORTEST_TRADE_MS + Math.random() * (LONGEST_TRADE_MS - SHORTEST_TRADE_MS));
  if (victim === 'server') {
    await server.kill();
    await server.start();
  } else {
    await server.killPostgres();
    await server.untilHealthy();
  }
  isOver = true;
  await Promise.all(trading);
  await expectKept(noted);
  const { code, printed } = await server.audit();
  if (code !== 0) {
    throw new Error(`The audit after a kill of the ${victim} ended with ${code}:\n${printed}`);
  }
  return noted.length;
}

/** A resent order gets its first answer: so it is asked for again, and must be there. */
async function expectKept(noted: readonly Acknowledged[]): Promise<void> {
  for (const { trader, call, body, answer } of noted) {
    const again = await trader.send(call, body);
    if (again?.status !== 200 || again.text !== answer) {
      throw new Error(
        `Lost: ${call} ${JSON.stringify(body)}\nwas answered: ${answer}\nnow: ${JSON.stringify(again)}`,
      );
    }
  }
}

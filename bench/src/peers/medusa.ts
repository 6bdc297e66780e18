import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../processes/free-port.js';
import { runCommand } from '../processes/run-command.js';
import { until } from '../processes/until.js';
import { environment } from './install.js';
import type { Peer, PeerDatabase, PeerReading, PeerShop, ShopSize } from './peer.js';

const HOST = '127.0.0.1';
const CLI = path.join('node_modules', '@medusajs', 'cli', 'cli.js');
const STEP_TIMEOUT_MS = 5 * 60_000;
const POLL_MS = 200;

/** The content of the file that `fill.js` writes. */
interface Filled {
  readonly key: string;
  readonly regionId: string;
  readonly productIds: readonly string[];
}

export const MEDUSA: PeerShop = {
  name: 'medusa',
  title: 'Medusa',
  mainPackage: '@medusajs/medusa',
  open,
};

async function open(folder: string, database: PeerDatabase, size: ShopSize): Promise<Peer> {
  const settings = {
    DATABASE_URL: `postgres://${database.user}@localhost/${database.name}?host=${encodeURIComponent(database.socket)}`,
    DATABASE_SOCKET: database.socket,
    SECRET: randomUUID(),
    PRODUCTS: String(size.products),
    SIZES: String(size.sizesPerProduct),
    MEDUSA_DISABLE_TELEMETRY: 'true',
    LOG_LEVEL: 'error',
  };
  const step = { cwd: folder, env: environment(settings), timeoutMs: STEP_TIMEOUT_MS };
  await runCommand(process.execPath, [CLI, 'db:migrate'], step);
  await runCommand(process.execPath, [CLI, 'exec', './fill.js'], step);
  const filled: Filled = JSON.parse(await readFile(path.join(folder, 'filled.json'), 'utf8'));
  const port = await freePort(HOST);
  // A separate process group, so that all of its children end with it.
  const child = spawn(process.execPath, [CLI, 'start', '--host', HOST, '--port', String(port)], {
    cwd: folder,
    env: environment(settings),
    stdio: 'ignore',
    detached: true,
  });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL');
      await once(child, 'exit');
    }
  };
  try {
    await untilHealthy(port);
  } catch (error) {
    await close();
    throw error;
  }
  return { address: { host: HOST, port }, readings: readingsOf(filled, size), close };
}

function untilHealthy(port: number): Promise<void> {
  const isHealthy = () =>
    fetch(`http://${HOST}:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  return until(isHealthy, {
    timeoutMs: STEP_TIMEOUT_MS,
    pollMs: POLL_MS,
    failure: () => 'Medusa did not start.',
  });
}

function readingsOf(
  { key, regionId, productIds }: Filled,
  { products, sizesPerProduct }: ShopSize,
): PeerReading[] {
  const fields = `region_id=${regionId}&fields=id,title,thumbnail,variants.title,*variants.calculated_price`;
  const headers = { 'x-publishable-api-key': key };
  const asked = 'with the price of each size';
  const price = '"calculated_amount":';
  return [
    {
      what: 'list',
      asked,
      requests: [{ path: `/store/products?limit=${products}&${fields}`, headers }],
      holds: { text: price, count: products * sizesPerProduct },
    },
    {
      what: 'product',
      asked,
      requests: productIds.map((id) => ({ path: `/store/products/${id}?${fields}`, headers })),
      holds: { text: price, count: sizesPerProduct },
    },
  ];
}

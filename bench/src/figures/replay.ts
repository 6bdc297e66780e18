import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { benchmark } from '../harness/benchmark.js';
import { newDataFolder } from '../market/data-folder.js';
import { runPerkex } from '../processes/run-command.js';
import { perSecond } from '../report/figure.js';

const SALES_FILE = fileURLToPath(
  new URL('../../../../shared/data/stockx-2019-sales.csv.gz', import.meta.url),
);

const MIN_PER_SECOND = 8_000;
const MAX_MEMORY_MB = 300;

/** Replays real sales with `perkex replay`, each time into a new database, including its audit. */
export const REPLAY = benchmark({
  name: 'replay',
  FULL: {
    /** The numbers of sales replayed from the file: a part of them for the memory, then all. */
    part: 25_000,
    all: 99_956,
  },
  QUICK: { part: 5_000, all: 25_000 },
  SMALL: { part: 60, all: 60 },
  async measure(run, { part, all }) {
    run.print('Replay of real sales');
    if (!existsSync(SALES_FILE)) {
      run.print('  The file of 99,956 sales is not here (../shared/data): left out.');
      return;
    }
    const ofPart = await replay(part);
    const ofAll = part === all ? ofPart : await replay(all);
    run.add(
      {
        name: `replay of ${all.toLocaleString('en-US')} sales, two orders each`,
        measured: `${perSecond(ofAll.ordersPerSecond)}, audited`,
        target: `${perSecond(MIN_PER_SECOND)}`,
        isReached: ofAll.ordersPerSecond >= MIN_PER_SECOND,
      },
      {
        name: 'memory of that process at most',
        measured: `${ofAll.memoryMb} MB`,
        limit: `with ${part.toLocaleString('en-US')} sales: ${ofPart.memoryMb} MB`,
        ratio: ofAll.memoryMb / ofPart.memoryMb,
        target: `${MAX_MEMORY_MB} MB`,
        isReached: ofAll.memoryMb <= MAX_MEMORY_MB,
      },
    );
  },
});

async function replay(limit: number): Promise<{ ordersPerSecond: number; memoryMb: number }> {
  const dataDir = await newDataFolder('replay', 'empty market');
  try {
    const { printed } = await runPerkex(dataDir, ['replay', SALES_FILE, '--limit', String(limit)]);
    const rate = /(\d+) orders per second/.exec(printed)?.[1];
    const memory = /memory of this process: (\d+) MB/.exec(printed)?.[1];
    if (rate === undefined || memory === undefined) {
      throw new Error(`The replay printed no figures:\n${printed}`);
    }
    return { ordersPerSecond: Number(rate), memoryMb: Number(memory) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

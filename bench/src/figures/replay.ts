import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { newDataFolder } from '../data-folder.js';
import { describeFigure, type Figure, type Print, perSecond } from '../report/figure.js';
import { runPerkex } from '../run-perkex.js';

const SALES_FILE = fileURLToPath(
  new URL('../../../../shared/data/stockx-2019-sales.csv.gz', import.meta.url),
);

export interface ReplaySize {
  /** The number of sales replayed from the file: a part of them for the memory, then all. */
  readonly sales: readonly [part: number, all: number];
}

const FULL: ReplaySize = { sales: [25_000, 99_956] };
const QUICK: ReplaySize = { sales: [5_000, 25_000] };
const SMALL: ReplaySize = { sales: [60, 60] };
export const REPLAY = { FULL, QUICK, SMALL };

const LEAST_PER_SECOND = 7_500;
const MAX_MEMORY_MB = 300;

interface Replayed {
  readonly ordersPerSecond: number;
  readonly memoryMb: number;
}

/** Replays real sales with `perkex replay`, each time into a new database, including its audit. */
export async function measureReplay({ sales: [part, all] }: ReplaySize, print: Print): Promise<Figure[]> {
  print('Replay of real sales');
  if (!existsSync(SALES_FILE)) {
    print('  The file of 99,956 sales is not here (../shared/data): left out.');
    return [];
  }
  const ofPart = await replay(part);
  const ofAll = part === all ? ofPart : await replay(all);
  const figures: Figure[] = [
    {
      name: `replay of ${all.toLocaleString('en-US')} sales, two orders each`,
      measured: `${perSecond(ofAll.ordersPerSecond)}, audited`,
      beside: '',
      ratio: null,
      target: `${perSecond(LEAST_PER_SECOND)}`,
      isReached: ofAll.ordersPerSecond >= LEAST_PER_SECOND,
    },
    {
      name: 'memory of that process at most',
      measured: `${ofAll.memoryMb} MB`,
      beside: `with ${part.toLocaleString('en-US')} sales: ${ofPart.memoryMb} MB`,
      ratio: ofAll.memoryMb / ofPart.memoryMb,
      target: `${MAX_MEMORY_MB} MB`,
      isReached: ofAll.memoryMb <= MAX_MEMORY_MB,
    },
  ];
  for (const figure of figures) {
    print(describeFigure(figure));
  }
  return figures;
}

async function replay(limit: number): Promise<Replayed> {
  const dataDir = await newDataFolder('replay', 'empty market');
  try {
    const { printed } = await runPerkex(dataDir, ['replay', SALES_FILE, '--limit', String(limit)]);
    const rate = /(\d+) orders per second/.exec(printed)?.[1];
    const memory = /memory of this process: (\d+) MB/.exec(printed)?.[1];
    if (rate === undefined || memory === undefined) {
      throw new Error(`The replay tells no figures:\n${printed}`);
    }
    return { ordersPerSecond: Number(rate), memoryMb: Number(memory) };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

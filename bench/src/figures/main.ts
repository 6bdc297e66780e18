import { parseArgs } from 'node:util';
import { openBenchServer } from '../market/bench-database.js';
import { describeMachine } from '../report/machine.js';
import { type Measurements, writeMeasurements } from '../report/performance-page.js';
import { tableOf } from '../report/table.js';
import { isPartName, type Mode, PARTS, type Part, type PartName } from './parts.js';

const HELP = `npm run bench -- [--only ${Object.keys(PARTS).join(',')}] [--deals N] [--peers] [--quick | --small] [--write]

Measures PerkeX beside limits and peers, each figure a ratio in one run, and prints a table.
  --only PARTS  only these parts
  --deals N     the part deals reads pages beside N other deals instead of 10,000
  --peers       installs Vendure and Medusa in a temporary folder, and measures them, too
  --quick       shorter, and without the large markets
  --small       so short that it only shows that everything works
  --write       puts the tables and curves into docs/performance.md
`;

const { only, deals, peers, quick, small, write, help } = parseArgs({
  options: {
    only: { type: 'string' },
    deals: { type: 'string' },
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
}).values;

if (deals !== undefined && !/^\d+$/.test(deals)) {
  throw new Error(`--deals must be a whole number, not ${deals}.\n${HELP}`);
}
if (help) {
  console.log(HELP);
} else {
  const mode = small ? 'SMALL' : quick ? 'QUICK' : 'FULL';
  process.exitCode = await run(partsOf(), mode);
}

function partsOf(): PartName[] {
  const wanted = only?.split(',') ?? Object.keys(PARTS).filter((name) => name !== 'peers');
  const unknown = wanted.filter((name) => !isPartName(name));
  if (unknown.length > 0) {
    throw new Error(`There is no part ${unknown.join(', ')}.\n${HELP}`);
  }
  return [...new Set([...wanted, ...(peers ? ['peers'] : [])])].filter(isPartName);
}

/**
 * @returns the exit code: 1 if a part could not be measured; figures that miss their target do not count as failures
 */
async function run(parts: readonly PartName[], mode: Mode): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const machine = describeMachine(await postgresVersion());
  const circumstances = `${day}, ${machine}${mode === 'FULL' ? '' : `, ${mode.toLowerCase()}`}`;
  console.log(circumstances);
  const measured: Measurements[] = [];
  let exitCode = 0;
  for (const part of parts) {
    try {
      const run: Part = PARTS[part];
      const measurements = await run(mode, console.log, undefined, {
        deals: deals === undefined ? undefined : Number(deals),
      });
      measured.push(measurements);
      if (write && measurements.figures.length > 0) {
        await writeMeasurements(part, measurements, circumstances);
      }
    } catch (error) {
      console.error(`The part ${part} could not be measured:`, error);
      exitCode = 1;
    }
  }
  console.log(`\n${tableOf(measured.flatMap(({ figures }) => figures))}`);
  return exitCode;
}

async function postgresVersion(): Promise<string> {
  const server = await openBenchServer();
  try {
    return await server.postgresVersion();
  } finally {
    await server.close();
  }
}

import { parseArgs } from 'node:util';
import { BENCHMARKS } from './benchmarks.js';
import { type Benchmark, type Mode, Run } from './harness/benchmark.js';
import { openBenchPostgres } from './market/bench-postgres.js';
import { type Figure, tableOf } from './report/figure.js';
import { describeMachine } from './report/machine.js';
import { writeMeasurements } from './report/performance-page.js';

const namesOf = (some: readonly Benchmark[]) => some.map(({ name }) => name).join(',');
const OPTIONAL = BENCHMARKS.filter(({ isOptional }) => isOptional);

const HELP = `npm run bench -- [--only ${namesOf(BENCHMARKS)}] [--deals N] [--peers] [--quick | --small] [--write]

Measures PerkeX beside limits and peers, each figure a ratio in one run, and prints a table.
  --only NAMES  only these benchmarks; without it, all but ${namesOf(OPTIONAL)}
  --deals N     the benchmark deals reads pages beside N other deals instead of 10,000
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
  process.exitCode = await runAll(wanted(), small ? 'SMALL' : quick ? 'QUICK' : 'FULL');
}

function wanted(): Benchmark[] {
  const named = only?.split(',');
  const unknown = named?.filter((name) => !BENCHMARKS.some((each) => each.name === name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(`There is no benchmark ${unknown.join(', ')}.\n${HELP}`);
  }
  const isWanted = ({ name, isOptional }: Benchmark) =>
    (named ? named.includes(name) : !isOptional) || (peers && name === 'peers');
  return BENCHMARKS.filter(isWanted);
}

/**
 * @returns the exit code: 1 if something could not be measured; figures that miss their target do not count as failures
 */
async function runAll(benchmarks: readonly Benchmark[], mode: Mode): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const machine = describeMachine(await postgresVersion());
  const circumstances = `${day}, ${machine}${mode === 'FULL' ? '' : `, ${mode.toLowerCase()}`}`;
  console.log(circumstances);
  const figures: Figure[] = [];
  let exitCode = 0;
  for (const benchmark of benchmarks) {
    try {
      const options = deals === undefined ? {} : { deals: Number(deals) };
      const measured = await Run.of(benchmark, mode, console.log, options);
      figures.push(...measured.figures);
      if (write && measured.figures.length > 0) {
        await writeMeasurements(benchmark.name, measured, circumstances);
      }
    } catch (error) {
      console.error(`The benchmark ${benchmark.name} could not be measured:`, error);
      exitCode = 1;
    }
  }
  console.log(`\n${tableOf(figures)}`);
  return exitCode;
}

async function postgresVersion(): Promise<string> {
  const postgres = await openBenchPostgres();
  try {
    return await postgres.version();
  } finally {
    await postgres.close();
  }
}

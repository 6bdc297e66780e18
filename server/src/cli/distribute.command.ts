import type { Command } from 'commander';
import { distribute } from '../distribution/distribute.js';
import type { DistributionStep } from '../distribution/distribution.js';
import { auditAndReport } from './audit.command.js';
import { addCommand, type CommandContext, type OnDatabase, wholeNumber } from './command.js';

interface DistributeFlags {
  readonly shards: number;
  readonly dryRun?: boolean;
}

/** Few, because each batch of orders belongs to one shard. */
const DEFAULT_SHARDS = 8;
const MAX_SHARDS = 1_000;
const NOT_YET =
  'The server of this version does not run on a distributed market yet, and tables cannot be put back together: ' +
  'distribute a copy, to try it.';

export function addDistribute(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'distribute',
    usage: '[--shards N] [--dry-run]',
    summary: 'Distribute the market over the machines of a Citus cluster, by product.',
    help:
      'Needs a PostgreSQL with the extension citus, and that no server is connected. Tables that are distributed ' +
      'already are left as they are. Prints how each table is kept, and ends with the audit. ' +
      'Choose about as many shards as all machines have cores; their number cannot be changed later. ' +
      NOT_YET,
  })
    .option(
      '--shards <N>',
      `the number of shards (1 to ${MAX_SHARDS}, default ${DEFAULT_SHARDS})`,
      wholeNumber('--shards', MAX_SHARDS),
      DEFAULT_SHARDS,
    )
    .option('--dry-run', 'only print what would be done')
    .action((flags: DistributeFlags) => onDatabase((context) => distributeAndAudit(flags, context)));
}

async function distributeAndAudit(
  { shards, dryRun: isDryRun = false }: DistributeFlags,
  { database, output }: CommandContext,
): Promise<number> {
  const client = await database.pool.connect();
  try {
    await distribute({
      client,
      shards,
      isDryRun,
      onBegin: () => output.line(NOT_YET),
      onStep: (step) => output.line(lineOf(step, isDryRun)),
    });
  } finally {
    client.release();
  }
  return isDryRun || (await auditAndReport(database.pool, output)) ? 0 : 1;
}

function lineOf({ table, kind, statements }: DistributionStep, isDryRun: boolean): string {
  const done = isDryRun ? 'would be done now' : 'done now';
  const state = kind === 'local' ? '' : ` (${statements.length > 0 ? done : 'as it was'})`;
  return `${kind.padEnd(11)} ${table}${state}`;
}

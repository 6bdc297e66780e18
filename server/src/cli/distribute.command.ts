import type { Command } from 'commander';
import { recognizeDistribution } from '../database/citus.js';
import { transaction } from '../database/transaction.js';
import { distribute } from '../distribution/distribute.js';
import type { DistributionStep } from '../distribution/distribution.js';
import { renewHistory } from '../sales/rebuild-sale-days.js';
import { rebuildUserIndex } from '../user-index/rebuild-user-index.js';
import { auditAndReport } from './audit.command.js';
import { addCommand, type CommandContext, type OnDatabase, wholeNumber } from './command.js';

interface DistributeFlags {
  readonly shards: number;
  readonly dryRun?: boolean;
}

/** Few, because each batch of orders belongs to one shard. */
const DEFAULT_SHARDS = 8;
const MAX_SHARDS = 1_000;
const NO_WAY_BACK = 'Tables cannot be put back together: keep a backup from before.';

export function addDistribute(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'distribute',
    usage: '[--shards N] [--dry-run]',
    summary: 'Distribute the market over the machines of a Citus cluster, by product.',
    help:
      'Needs a PostgreSQL with the extension citus, and that no server is connected. Tables that are distributed ' +
      'already are left as they are, so that it is to be run again after a new version has made new tables. Prints how each table is kept, and ends with the audit. ' +
      'Choose about as many shards as all machines have cores; their number cannot be changed later. ' +
      NO_WAY_BACK,
  })
    .option(
      '--shards <N>',
      `the number of shards (1 to ${MAX_SHARDS}, default ${DEFAULT_SHARDS})`,
      wholeNumber('--shards', MAX_SHARDS),
      DEFAULT_SHARDS,
    )
    .option('--dry-run', 'only print what would be done')
    .action((flags: DistributeFlags) =>
      onDatabase((context) => distributeAndAudit(flags, context), { placesTables: true }),
    );
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
      onBegin: () => output.line(NO_WAY_BACK),
      onStep: (step) => output.line(lineOf(step, isDryRun)),
    });
  } finally {
    client.release();
  }
  if (isDryRun) {
    return 0;
  }
  await recognizeDistribution(database.pool);
  await transaction(database.pool, rebuildUserIndex);
  await transaction(database.pool, renewHistory);
  return (await auditAndReport(database.pool, output)) ? 0 : 1;
}

function lineOf({ table, kind, statements }: DistributionStep, isDryRun: boolean): string {
  const done = isDryRun ? 'would be done now' : 'done now';
  const state = kind === 'local' ? '' : ` (${statements.length > 0 ? done : 'as it was'})`;
  return `${kind.padEnd(11)} ${table}${state}`;
}

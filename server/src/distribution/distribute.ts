import type pg from 'pg';
import { hasCitus, readPlacedTables } from '../database/citus.js';
import { int4, statement, text } from '../database/statement.js';
import { UserError } from '../errors/user-error.js';
import { type DistributionStep, distributionSteps } from './distribution.js';

/** The reason why the market cannot be distributed. Nothing was changed. */
class DistributionError extends UserError {
  override readonly name = 'DistributionError';
}

/** Excludes the connections of Citus. */
const COUNT_OTHERS = statement({
  name: 'count-other-connections',
  text: `select count(*)::int as others from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
           and application_name not like 'citus%'`,
  row: { others: int4 },
});

const CHANGE_SHARDS_IN_TURN = statement({
  name: 'change-shards-in-turn',
  text: `select format($$alter database %I set citus.multi_shard_modify_mode = 'sequential'$$, current_database()) as command`,
  row: { command: text },
});

export interface DistributeOptions {
  readonly client: pg.ClientBase;
  readonly shards: number;
  /** Reports the steps without running them. */
  readonly isDryRun: boolean;
  /** Called after all checks have passed, before the first change. */
  readonly onBegin: () => void;
  readonly onStep: (step: DistributionStep) => void;
}

/**
 * Distributes the tables of the market over the machines of a Citus cluster by product, one after the other. It can be
 * repeated, because it leaves distributed tables unchanged.
 * @throws DistributionError without the extension, or while other clients are connected
 */
export async function distribute({
  client,
  shards,
  isDryRun,
  onBegin,
  onStep,
}: DistributeOptions): Promise<void> {
  if (!(await hasCitus(client))) {
    throw new DistributionError(
      'This PostgreSQL has not got the extension citus, which distributes tables: nothing was changed.',
    );
  }
  const { others = 0 } = (await COUNT_OTHERS.row(client)) ?? {};
  if (others > 0 && !isDryRun) {
    throw new DistributionError(
      `${others} other connections use this database: stop the servers first. Nothing was changed.`,
    );
  }
  onBegin();
  if (!isDryRun) {
    await changeShardsInTurn(client);
  }
  for (const step of distributionSteps(shards, await readPlacedTables(client))) {
    if (!isDryRun && step.statements.length > 0) {
      await place(client, step);
    }
    onStep(step);
  }
}

/**
 * Otherwise a transaction that has read several shards at once cannot change a table of which every machine has a copy.
 * Sessions that begin later have the setting.
 */
export async function changeShardsInTurn(client: pg.ClientBase): Promise<void> {
  const { command = '' } = (await CHANGE_SHARDS_IN_TURN.row(client)) ?? {};
  await client.query(command);
}

/** Runs a step in a transaction: if a table cannot be distributed, its key stays unchanged. */
async function place(client: pg.ClientBase, { statements }: DistributionStep): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
    for (const sql of statements) {
      await client.query(sql);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // a broken connection rolls back automatically
    throw error;
  }
}

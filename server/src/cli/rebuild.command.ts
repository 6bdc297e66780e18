import type { Command } from 'commander';
import { transaction } from '../database/transaction.js';
import { rebuildSaleDays } from '../sales/rebuild-sale-days.js';
import { isUserIndexKept, rebuildUserIndex } from '../user-index/rebuild-user-index.js';
import { addCommand, type CommandContext, type OnDatabase, UsageError } from './command.js';

const REBUILDS: Readonly<Record<string, (context: CommandContext) => Promise<number>>> = {
  history: rebuildHistory,
  users: rebuildUsers,
};

export function addRebuild(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'rebuild',
    usage: Object.keys(REBUILDS).join(' | '),
    summary: 'Recompute the history of sales, or the copies of the orders of users.',
    help:
      'history: recomputes the days of sales, the source of histories and figures, from the trades and past sales that ' +
      'count. Readers see the old days until the new ones are complete. users: on a distributed market, copies the open ' +
      'orders and the trades of users again. The market may trade during both.',
  })
    .argument('[what...]')
    .action((what: readonly string[]) => {
      const rebuild = what.length === 1 ? REBUILDS[what[0] ?? ''] : undefined;
      if (!rebuild) {
        throw new UsageError(`Say what to rebuild: ${Object.keys(REBUILDS).join(' or ')}.`);
      }
      return onDatabase(rebuild);
    });
}

async function rebuildHistory({ database, output }: CommandContext): Promise<number> {
  const days = await transaction(database.pool, rebuildSaleDays);
  output.line(`Recomputed the history: ${days} days of products and sizes.`);
  return 0;
}

async function rebuildUsers({ database, output }: CommandContext): Promise<number> {
  if (!(await isUserIndexKept(database.pool))) {
    output.line('This market is not distributed, so the orders of users have no copies.');
    return 0;
  }
  const { orders, trades } = await transaction(database.pool, rebuildUserIndex);
  output.line(`Copied ${orders} open orders and ${trades} trades again.`);
  return 0;
}

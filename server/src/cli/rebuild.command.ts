import type { Command } from 'commander';
import { transaction } from '../database/transaction.js';
import { rebuildSaleDays } from '../sales/rebuild-sale-days.js';
import { addCommand, type CommandContext, type OnDatabase, UsageError } from './command.js';

const REBUILT = 'history';

export function addRebuild(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'rebuild',
    usage: REBUILT,
    summary: 'Recompute the history of sales.',
    help:
      'Recomputes the days of sales, the source of histories and figures, from the trades and past sales that count. ' +
      'The market may trade during this. Readers see the old days until the new ones are complete.',
  })
    .argument('[what...]')
    .action((what: readonly string[]) => {
      if (what.length !== 1 || what[0] !== REBUILT) {
        throw new UsageError(`Say what to rebuild: ${REBUILT}.`);
      }
      return onDatabase(rebuildHistory);
    });
}

async function rebuildHistory({ database, output }: CommandContext): Promise<number> {
  const days = await transaction(database.pool, rebuildSaleDays);
  output.line(`Recomputed the history: ${days} days of products and sizes.`);
  return 0;
}

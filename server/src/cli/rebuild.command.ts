import type { Command } from 'commander';
import { transaction } from '../database/transaction.js';
import { rebuildSaleDays } from '../sales/rebuild-sale-days.js';
import { addCommand, type CommandContext, type OnDatabase, UsageError } from './command.js';

const REBUILT = 'history';

export function addRebuild(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'rebuild',
    usage: REBUILT,
    summary: 'Make the history of the sales anew.',
    help:
      'Makes the days of sales, from which histories and figures are read, from those trades and past sales that count. ' +
      'The market may trade meanwhile; readers see the old days until the new ones are there.',
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
  output.line(`The history is made anew: ${days} days of products and sizes.`);
  return 0;
}

import { isDay } from '@perkex/core/figures/days.js';
import type { Command } from 'commander';
import { transaction } from '../database/transaction.js';
import { readDealStart } from '../deals/deal-start.js';
import { centsOf } from '../payments/bank/bank-file.js';
import { bookRun, importRun } from './bank-import.js';
import { listRun, reportRun, waitingRun } from './bank-payouts.js';
import { addCommand, type CommandContext, type OnDatabase, UsageError, wholeNumber } from './command.js';
import { userOfMember } from './member-argument.js';

interface Options {
  readonly book?: true;
  readonly by?: string;
  readonly assign?: string;
  readonly on?: string;
  readonly csv?: true;
  readonly pain001?: true;
  readonly list?: number;
  readonly reason?: string;
}

type Run = (context: CommandContext) => Promise<number>;

const USAGE =
  'import FILE [--book --by MEMBER] | book REFERENCE AMOUNT ID --by MEMBER | payouts [--csv|--pain001] | ' +
  'paid LIST [ENTRY…] --by MEMBER | returned LIST ENTRY… --reason TEXT --by MEMBER';

export function addBank(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'bank',
    usage: USAGE,
    summary: 'Book incoming money and list outgoing money of a market with PAYMENTS=bank.',
    help:
      '"import" reads a bank statement, in camt.053 or as CSV with the columns date, amount and reference, and ' +
      'optionally currency, name, account and id. It shows what each line pays, and books nothing without --book. ' +
      '"book" books one payment by hand; ID is the number that the bank gave it, and the same ID counts once. ' +
      '"payouts" shows the money that waits to leave; with --csv or --pain001 it puts that on a new list and prints ' +
      'the list for the bank, and with --list N it prints an earlier list again. "paid" and "returned" say what the ' +
      'bank has done with the entries of a list.',
  })
    .argument('[what...]')
    .option('--book', 'book the lines of the file')
    .option('--by <member>', 'the name of the member of finance')
    .option('--assign <lines>', 'give lines with an unknown reference one, such as 7=RF18…,9=RF20…')
    .option('--on <date>', 'the day of the payment (YYYY-MM-DD); today if left out')
    .option('--csv', 'print the list as CSV')
    .option('--pain001', 'print the list as pain.001.001.09')
    .option('--list <n>', 'an earlier list', wholeNumber('--list', 2_000_000_000))
    .option('--reason <text>', 'the reason that the bank gives')
    .action((what: readonly string[], options: Options) => {
      const run = runOf(what, options);
      return onDatabase(async (context) => {
        if ((await readDealStart(context.database.pool)) !== 'bank') {
          context.output.error('The deals of this market are not paid by bank transfer (PAYMENTS=bank).');
          return 1;
        }
        const name = options.by?.trim();
        if (name) {
          await transaction(context.database.pool, (tx) => userOfMember(tx, name, 'finance'));
        }
        return run(context);
      });
    });
}

function runOf([what, ...values]: readonly string[], options: Options): Run {
  switch (what) {
    case 'import':
      return runOfImport(values, options);
    case 'book':
      return runOfBook(values, options);
    case 'payouts':
      return runOfPayouts(values, options);
    case 'paid':
    case 'returned':
      return runOfReport(what, values, options);
    case undefined:
      throw new UsageError('Say what to do.');
    default:
      throw new UsageError(`There is no "bank ${what}".`);
  }
}

function runOfImport([file, ...more]: readonly string[], options: Options): Run {
  if (!file || more.length > 0) {
    throw new UsageError('Name one file.');
  }
  return importRun(file, assignedLines(options.assign), options.book ? memberOf(options) : null);
}

function runOfBook([reference, amount, id, ...more]: readonly string[], options: Options): Run {
  const amountCents = centsOf(amount ?? '');
  if (!reference || !amountCents || !id || more.length > 0) {
    throw new UsageError('Name the reference, the amount such as 216.50, and the number of the bank.');
  }
  if (options.on !== undefined && !isDay(options.on)) {
    throw new UsageError('--on is a date such as 2026-11-26.');
  }
  return bookRun({ reference, amountCents, id, on: options.on ?? null, by: memberOf(options) });
}

function runOfPayouts(values: readonly string[], options: Options): Run {
  const { csv, pain001, list } = options;
  if (values.length > 0) {
    throw new UsageError('"bank payouts" has options only.');
  }
  if (csv && pain001) {
    throw new UsageError('Choose --csv or --pain001: each creates a list.');
  }
  if (!csv && !pain001) {
    return waitingRun(list ?? null);
  }
  const form = csv ? 'csv' : 'pain001';
  return list === undefined ? listRun({ form, by: memberOf(options) }) : listRun({ form, list });
}

function runOfReport(
  state: 'paid' | 'returned',
  [list, ...entries]: readonly string[],
  options: Options,
): Run {
  if (list === undefined || (state === 'returned' && entries.length === 0)) {
    throw new UsageError(state === 'paid' ? 'Name a list.' : 'Name a list and the entries that came back.');
  }
  const reason = state === 'returned' ? (options.reason?.trim() ?? '') : null;
  if (reason === '') {
    throw new UsageError('Say why the money came back: --reason TEXT.');
  }
  return reportRun({
    list: numberOf(list),
    entries: entries.length > 0 ? entries.map(numberOf) : null,
    state,
    reason,
    by: memberOf(options),
  });
}

function memberOf({ by }: Options): string {
  if (!by?.trim()) {
    throw new UsageError('Name the member of finance: --by MEMBER.');
  }
  return by.trim();
}

function numberOf(text: string): number {
  return wholeNumber('A list or entry', 2_000_000_000)(text);
}

function assignedLines(text = ''): ReadonlyMap<number, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return new Map(
    pairs.map((pair) => {
      const [, row, reference] = /^\s*(\d{1,9})\s*=(.+)$/.exec(pair) ?? [];
      if (!row || !reference) {
        throw new UsageError('--assign has lines and references, such as 7=RF18…,9=RF20….');
      }
      return [Number(row), reference];
    }),
  );
}

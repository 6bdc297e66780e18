import { ACCOUNTS } from '@perkex/core/deals/accounts.js';
import { isDay } from '@perkex/core/figures/days.js';
import type { Command } from 'commander';
import { NO_DAY_YET } from '../ledger/daily-roots.js';
import { dollars } from '../ledger/dollars.js';
import { journalOf } from '../ledger/journal.js';
import { readAccountDays, readAccountSums } from '../ledger/ledger-days.js';
import { type DealEntry, readDealEntries, readPostings } from '../ledger/read-ledger.js';
import { addCommand, type CommandContext, type OnDatabase, UsageError } from './command.js';
import { dealArgument } from './deal-argument.js';

const USAGE = '[account NAME | deal PRODUCT/TRADE | day YYYY-MM-DD | export]';

const ALL_DAYS = 2 ** 31 - 1;

type Run = (context: CommandContext) => Promise<number>;

export function addLedger(program: Command, onDatabase: OnDatabase): void {
  addCommand(program, {
    name: 'ledger',
    usage: USAGE,
    summary: 'Show the money of all deals.',
    help:
      'Without arguments, what went into and out of each account, in dollars. "account" shows one account by UTC day, ' +
      '"day" all accounts on one UTC day, and "deal" the events and transfers of one deal. "export" prints all ' +
      'transfers as a journal for hledger, such as: npm run -s perkex -- ledger export | hledger -f - balance',
  })
    .argument('[what...]')
    .action((what: readonly string[]) => onDatabase(runOf(what)));
}

function runOf([kind, value, ...more]: readonly string[]): Run {
  if (kind === undefined) {
    return accountsRun(null);
  }
  if (kind === 'export' && value === undefined) {
    return exportJournal;
  }
  if (value === undefined || more.length > 0) {
    throw new UsageError('Name one account, deal or day, or none for all accounts.');
  }
  switch (kind) {
    case 'account':
      return accountRun(value);
    case 'day':
      return dayRun(value);
    case 'deal':
      return dealRun(value);
    default:
      throw new UsageError(`The ledger has no "${kind}".`);
  }
}

function accountsRun(day: string | null): Run {
  return async (context) => {
    await printAccounts(day, context);
    return 0;
  };
}

function accountRun(name: string): Run {
  const account = ACCOUNTS.find((candidate) => candidate === name);
  if (!account) {
    throw new UsageError(`There is no account "${name}". The accounts are ${ACCOUNTS.join(', ')}.`);
  }
  return async ({ database, output }) => {
    const days = await readAccountDays(database.pool, account, NO_DAY_YET, ALL_DAYS);
    printSums(
      'day',
      days.reverse().map(({ day, ...sums }) => ({ name: day, ...sums })),
      output,
    );
    return 0;
  };
}

function dayRun(day: string): Run {
  if (!isDay(day)) {
    throw new UsageError(`A day is a date such as 2026-11-26, not "${day}".`);
  }
  return accountsRun(day);
}

function dealRun(name: string): Run {
  const find = dealArgument(name);
  return async ({ database, output }) => {
    const entries = await readDealEntries(database.pool, await find(database.pool));
    if (entries.length === 0) {
      output.error(`There is no event of a deal ${name}.`);
      return 1;
    }
    for (const line of linesOfDeal(entries)) {
      output.line(line);
    }
    return 0;
  };
}

function linesOfDeal(entries: readonly DealEntry[]): string[] {
  let lastVersion = 0;
  return entries.flatMap(({ version, event, actor, at, from, to, cents }) => {
    const isNew = version !== lastVersion;
    lastVersion = version;
    return [
      ...(isNew ? [`${version}  ${at} UTC  ${event} by ${actor}`] : []),
      ...(cents === null ? [] : [`     ${dollars(BigInt(cents))} from ${from} to ${to}`]),
    ];
  });
}

/** Prints what went into and out of each account, on a UTC day or on all days. */
export async function printAccounts(
  day: string | null,
  { database, output }: Pick<CommandContext, 'database' | 'output'>,
): Promise<void> {
  const sums = await readAccountSums(database.pool, day);
  const names: readonly string[] = ACCOUNTS;
  sums.sort((a, b) => names.indexOf(a.account) - names.indexOf(b.account));
  printSums(
    'account',
    sums.map(({ account, ...rest }) => ({ name: account, ...rest })),
    output,
  );
}

function printSums(
  title: string,
  sums: readonly { readonly name: string; readonly inCents: number; readonly outCents: number }[],
  output: CommandContext['output'],
): void {
  const rows = [
    [title, 'in', 'out', 'balance'],
    ...sums.map(({ name, inCents, outCents }) => [
      name,
      ...[inCents, outCents, inCents - outCents].map((cents) => dollars(BigInt(cents))),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const [name = '', ...amounts] of rows) {
    const cells = amounts.map((cell, index) => cell.padStart(widths[index + 1] ?? 0));
    output.line([name.padEnd(widths[0] ?? 0), ...cells].join('  '));
  }
}

/** Exports one snapshot: deals may move in the meantime. */
async function exportJournal({ database, output }: CommandContext): Promise<number> {
  const client = await database.pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    for await (const page of readPostings(client)) {
      output.line(journalOf(page).trim());
      output.line('');
    }
    await client.query('commit');
  } finally {
    client.release();
  }
  return 0;
}

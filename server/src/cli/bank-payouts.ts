import { transaction } from '../database/transaction.js';
import { UserError } from '../errors/user-error.js';
import { codeOfEntry } from '../payments/bank/entry-text.js';
import { csvOfList } from '../payments/bank/list-csv.js';
import { readListRow } from '../payments/bank/list-rows.js';
import { decimal, pain001Of } from '../payments/bank/pain001.js';
import {
  createList,
  type ListReport,
  readListSummaries,
  readWaiting,
  reportEntries,
  saveReturns,
} from '../payments/bank/payout-lists.js';
import { type ListEntry, readListEntries } from '../payments/bank/remittance-rows.js';
import type { CommandContext } from './command.js';
import { tableOf } from './table.js';

type Run = (context: CommandContext) => Promise<number>;

/** The list to print: an earlier one, or a new one by a member. */
export type ListRequest = { readonly form: 'csv' | 'pain001' } & (
  | { readonly list: number }
  | { readonly by: string }
);

/** Shows the money that waits to leave and the lists at the bank, or the entries of one list. */
export function waitingRun(list: number | null): Run {
  return async ({ database: { pool }, output }) => {
    if (list !== null) {
      return showEntries(await readListEntries(pool, list), list, output);
    }
    const waiting = await transaction(pool, async (tx) => {
      await saveReturns(tx);
      return readWaiting(tx);
    });
    const rows = waiting.map(({ kind, amountCents, productId, dealId, account }) => [
      kind,
      decimal(amountCents),
      codeOfEntry({ productId, dealId }) ?? 'no deal',
      account === null ? 'no account is known: its user can set one in the settings' : 'for the next list',
    ]);
    print(tableOf(['kind', 'amount', 'deal', ''], rows, [1]), output);
    const lists = await readListSummaries(pool, null);
    for (const { number, count, cents, createdAt, createdBy } of lists) {
      output.line(
        `List ${number} of ${createdAt} UTC by ${createdBy}: ${count} entries with ${decimal(Number(cents))} are at the bank.`,
      );
    }
    return 0;
  };
}

/** Prints a list for the bank. A new one has all the money that waits and whose account is known. */
export function listRun(request: ListRequest): Run {
  return async ({ database: { pool }, config: { bankAccount }, output }) => {
    if (bankAccount === null) {
      throw new UserError('Set BANK_HOLDER and BANK_ACCOUNT as for the server: the list names the account.');
    }
    const number =
      'list' in request ? request.list : await transaction(pool, (tx) => createList(tx, request.by));
    const [summary] = number === null ? [] : await readListSummaries(pool, number);
    if (number === null || !summary) {
      output.error(number === null ? 'No money waits to leave.' : `There is no list ${number}.`);
      return 1;
    }
    if ((await readListRow(pool, number))?.state !== 'released') {
      output.error(`List ${number} waits for a second member at the desk.`);
      return 1;
    }
    const list = { number, createdAt: summary.createdAt, entries: await readListEntries(pool, number) };
    output.line((request.form === 'csv' ? csvOfList(list) : pain001Of(list, bankAccount)).trimEnd());
    output.error(
      `List ${number}: ${list.entries.length} entries. Give it to the bank once. ` +
        `Then: bank paid ${number} --by MEMBER`,
    );
    return 0;
  };
}

/** Records what the bank has done with entries of a list. */
export function reportRun(report: ListReport): Run {
  return async ({ database: { pool }, output }) => {
    const result = await transaction(pool, (tx) => reportEntries(tx, report));
    if (result === null) {
      output.error(
        `There is no such list or entry that was released: bank payouts --list ${report.list} shows them.`,
      );
      return 1;
    }
    const { before, changed } = result;
    output.line(
      `${changed} of ${before.length} entries of list ${report.list} are now ${report.state}; the others were not changed.`,
    );
    return 0;
  };
}

function showEntries(entries: readonly ListEntry[], list: number, output: CommandContext['output']): number {
  if (entries.length === 0) {
    output.error(`There is no list ${list}.`);
    return 1;
  }
  const rows = entries.map(({ entry, kind, amountCents, productId, dealId, state, reason }) => [
    String(entry),
    kind,
    decimal(amountCents),
    codeOfEntry({ productId, dealId }) ?? 'no deal',
    reason === null ? state : `${state}: ${reason}`,
  ]);
  print(tableOf(['entry', 'kind', 'amount', 'deal', 'state'], rows, [0, 2]), output);
  return 0;
}

function print(lines: readonly string[], output: CommandContext['output']): void {
  for (const line of lines) {
    output.line(line);
  }
}

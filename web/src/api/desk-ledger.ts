import type { CallAnswer } from '@perkex/contract/calls.js';
import { MAX_EXPORTED_TRANSFERS } from '@perkex/contract/desk-ledger.js';
import type { Account } from '@perkex/core/deals/accounts.js';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, callForFile } from './call.js';
import { callQuery } from './call-query.js';
import { PAGES_AFTER, PAGES_BEFORE } from './pages.js';

export type ReportedSeller = CallAnswer<'reportedSellers'>['sellers'][number];
export type LedgerTransfer = CallAnswer<'ledgerTransfers'>['transfers'][number];

/** The sums of each account. @param day a UTC day, or empty for all days */
export function ledgerQuery(userId: string, day: string) {
  return callQuery(['ledger', userId, day], { query: { day } });
}

/** The days of an account, newest first, page by page. */
export function ledgerAccountQuery(userId: string, account: Account) {
  return infiniteQueryOptions({
    queryKey: ['ledgerAccount', userId, account],
    queryFn: ({ pageParam, signal }) =>
      call('ledgerAccount', { params: { account }, query: pageParam }, signal),
    ...PAGES_BEFORE,
  });
}

/** The transfers of a day. */
export interface DayView {
  readonly day: string;
  /** Empty for all accounts. */
  readonly account: Account | '';
}

/** The transfers of a day, page by page. */
export function ledgerTransfersQuery(userId: string, { day, account }: DayView) {
  return infiniteQueryOptions({
    queryKey: ['ledgerTransfers', userId, day, account],
    queryFn: ({ pageParam, signal }) =>
      call('ledgerTransfers', { query: { day, account, ...pageParam } }, signal),
    ...PAGES_AFTER,
  });
}

export function ledgerDealQuery(userId: string, code: string) {
  return callQuery(['ledgerDeal', userId, code], { params: { code } });
}

/** The sellers near the thresholds of tax reports. */
export function reportedSellersQuery(userId: string) {
  return callQuery(['reportedSellers', userId], {});
}

/** More than a market has in a day, and what a browser can still hold. */
const MAX_FILES = 20;

/** The transfers of a day as a table: the server's files of 5,000 rows, one after the other. */
export async function exportLedger(view: DayView): Promise<Blob> {
  const parts: string[] = [];
  let after = '';
  for (let files = 0; files < MAX_FILES; files += 1) {
    const text = await (await callForFile('exportLedger', { query: { ...view, after } })).text();
    const rows = text.trimEnd().split('\r\n');
    parts.push(...(files === 0 ? rows : rows.slice(1)));
    if (rows.length <= MAX_EXPORTED_TRANSFERS) {
      break;
    }
    after = rows.at(-1)?.split(',')[0] ?? '';
  }
  return new Blob([`${parts.join('\r\n')}\r\n`], { type: 'text/csv' });
}

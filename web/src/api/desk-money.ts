import type { CallAnswer } from '@perkex/contract/calls.js';
import type { MoneyQueue } from '@perkex/contract/desk-money.js';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, callForFile } from './call.js';
import { callQuery } from './call-query.js';
import { CURRENT } from './desk.js';
import { PAGES_AFTER, PAGES_BEFORE } from './pages.js';
import { actOn } from './save-change.js';

export type DeskMoney = CallAnswer<'deskMoney'>;
export type MoneyDeal = CallAnswer<'deskMoneyDeals'>['deals'][number];
export type BankLine = CallAnswer<'bankLines'>['lines'][number];
export type BookedBankLine = CallAnswer<'bookedBankLines'>['lines'][number];
export type Statement = CallAnswer<'bookStatement'>;
export type StatementLine = Statement['lines'][number];
export type WaitingPayout = CallAnswer<'waitingPayouts'>['payouts'][number];
export type PayoutListRow = CallAnswer<'payoutLists'>['lists'][number];
export type PayoutList = CallAnswer<'payoutList'>;
export type PayoutEntry = PayoutList['entries'][number];

/** The money that waits for members. */
export function deskMoneyQuery(userId: string) {
  return callQuery(['deskMoney', userId], CURRENT);
}

/** The deals of a queue of money, page by page. */
export function moneyDealsQuery(userId: string, queue: MoneyQueue) {
  return infiniteQueryOptions({
    queryKey: ['deskMoneyDeals', userId, queue],
    queryFn: ({ pageParam, signal }) => call('deskMoneyDeals', { query: { queue, ...pageParam } }, signal),
    ...PAGES_AFTER,
    ...CURRENT,
  });
}

/** The lines of statements that no deal has, page by page. */
export function bankLinesQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: ['bankLines', userId],
    queryFn: ({ pageParam, signal }) => call('bankLines', { query: pageParam }, signal),
    ...PAGES_AFTER,
    ...CURRENT,
  });
}

/** The lines of the bank that were booked to a deal. */
export function bookedBankLinesQuery(userId: string, code: string) {
  return callQuery(['bookedBankLines', userId, code], { params: { code }, ...CURRENT });
}

/** The money that leaves with the next list, page by page. */
export function waitingPayoutsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: ['waitingPayouts', userId],
    queryFn: ({ pageParam, signal }) => call('waitingPayouts', { query: pageParam }, signal),
    ...PAGES_AFTER,
    ...CURRENT,
  });
}

/** The lists of outgoing money, newest first, page by page. */
export function payoutListsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: ['payoutLists', userId],
    queryFn: ({ pageParam, signal }) => call('payoutLists', { query: pageParam }, signal),
    ...PAGES_BEFORE,
    ...CURRENT,
  });
}

/** A list of outgoing money with its entries, page by page. */
export function payoutListQuery(userId: string, list: number) {
  return infiniteQueryOptions({
    queryKey: ['payoutList', userId, list],
    queryFn: ({ pageParam, signal }) =>
      call('payoutList', { params: { list: String(list) }, query: pageParam }, signal),
    ...PAGES_AFTER,
    ...CURRENT,
  });
}

/** The file of a released list. @throws RefusalError, ConnectionError */
export function payoutFile(list: number, form: 'pain001' | 'csv'): Promise<Blob> {
  return callForFile('payoutFile', { params: { list: String(list) }, query: { form } });
}

const READ_AGAIN = [
  'deskMoney',
  'deskMoneyDeals',
  'bankLines',
  'bookedBankLines',
  'ledgerDeal',
  'waitingPayouts',
  'payoutLists',
  'payoutList',
] as const;

/** Acts on money. */
export const actOnMoney = actOn((userId) => READ_AGAIN.map((name) => [name, userId] as const));

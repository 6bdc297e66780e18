import {
  MAX_DESK_MONEY_PAGE,
  type PayoutEntry,
  type PayoutList,
  type PayoutListRow,
  type WaitingPayout,
} from '@perkex/contract/desk-money.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type pg from 'pg';
import { isoTime } from '../../clock/iso-time.js';
import { pageOf } from '../../database/page-of.js';
import type { Transaction } from '../../database/transaction.js';
import { codeOfEntry } from '../../payments/bank/entry-text.js';
import { findOwnDeals } from '../../payments/bank/find-own-deals.js';
import {
  ABOVE_ALL_LISTS,
  type EntrySum,
  type ListRow,
  readListRow,
  readListsBefore,
  sumEntries,
} from '../../payments/bank/list-rows.js';
import { readWaiting } from '../../payments/bank/payout-lists.js';
import { type ListEntry, readListEntries } from '../../payments/bank/remittance-rows.js';
import { hasEnteredAccount } from '../../payments/bank/unmatched-lines.js';
import type { Member } from '../../users/members.js';
import { sumInDollars } from './sum-in-dollars.js';

/** The last characters of an account, which members see. */
const SHOWN_DIGITS = 4;

/** A page of the money that leaves with the next list. @param after the `next` of the page before */
export async function readWaitingPayouts(
  pool: pg.Pool,
  userId: string,
  after: string | undefined,
  releaseAboveCents: number,
): Promise<{ payouts: WaitingPayout[]; next: string | null; releaseAbove: number; lastList: number }> {
  const rows = await readWaiting(pool, { userId, after: after ?? '', limit: MAX_DESK_MONEY_PAGE + 1 });
  const { shown, next } = pageOf(rows, MAX_DESK_MONEY_PAGE, ({ id }) => id);
  const [newest] = await readListsBefore(pool, ABOVE_ALL_LISTS, 1);
  return {
    payouts: shown.map(({ kind, amountCents, account, isOwn, ...entry }) => ({
      kind,
      amount: amountCents / CENTS_PER_DOLLAR,
      code: codeOfEntry(entry),
      hasAccount: account !== null,
      isOwn,
    })),
    next,
    releaseAbove: releaseAboveCents / CENTS_PER_DOLLAR,
    lastList: newest?.number ?? 0,
  };
}

/** A page of lists, newest first. @param before the `next` of the page before */
export async function readPayoutLists(
  pool: pg.Pool,
  before: string | undefined,
): Promise<{ lists: PayoutListRow[]; next: string | null }> {
  const rows = await readListsBefore(pool, Number(before || ABOVE_ALL_LISTS), MAX_DESK_MONEY_PAGE + 1);
  const { shown, next } = pageOf(rows, MAX_DESK_MONEY_PAGE, ({ number }) => String(number));
  const sums = await sumEntries(
    pool,
    shown.map(({ number }) => number),
  );
  return {
    lists: shown.map((row) => shownList(row, sums)),
    next,
  };
}

function shownList(
  { number, version, state, createdBy, createdMs, decidedBy }: ListRow,
  sums: readonly EntrySum[],
): PayoutListRow {
  const sumOf = (wanted: EntrySum['state']) => {
    const sum = sums.find((each) => each.number === number && each.state === wanted);
    return sumInDollars({ count: sum?.count ?? 0, cents: sum?.cents ?? 0 });
  };
  return {
    list: number,
    version,
    state,
    createdBy,
    createdAt: isoTime(createdMs),
    decidedBy,
    listed: sumOf('listed'),
    paid: sumOf('paid'),
    returned: sumOf('returned'),
  };
}

/** A list with a page of its entries; null without such a list. @param after the `next` of the page before */
export async function readPayoutList(
  pool: pg.Pool,
  { name, userId }: Pick<Member, 'name' | 'userId'>,
  number: number,
  after?: string,
): Promise<PayoutList | null> {
  const row = await readListRow(pool, number);
  if (!row) {
    return null;
  }
  const entries = await readListEntries(pool, number);
  const rest = entries.filter(({ entry }) => entry > Number(after || 0));
  const { shown, next } = pageOf(rest, MAX_DESK_MONEY_PAGE, ({ entry }) => String(entry));
  return {
    ...shownList(row, await sumEntries(pool, [number])),
    isOwn: await hasOwnDeal(pool, entries, userId),
    hasEntered: await hasEnteredAccount(pool, number, name),
    entries: shown.map(shownEntry),
    next,
  };
}

function shownEntry({ entry, kind, amountCents, state, account, reason, ...key }: ListEntry): PayoutEntry {
  if (state === 'waiting') {
    throw new Error(`The entry ${entry} of a list waits for one.`);
  }
  return {
    entry,
    kind,
    amount: amountCents / CENTS_PER_DOLLAR,
    code: codeOfEntry(key),
    state,
    account: account.slice(-SHOWN_DIGITS),
    reason,
  };
}

/** Checks whether an entry belongs to a deal of this user, who leaves the list to other members. */
export async function hasOwnDeal(
  connection: pg.Pool | Transaction,
  entries: readonly ListEntry[],
  userId: string,
): Promise<boolean> {
  const keys = entries.flatMap(({ productId, dealId }) =>
    productId === null || dealId === null ? [] : [{ productId, id: dealId }],
  );
  return (await findOwnDeals(connection, keys, userId)).size > 0;
}

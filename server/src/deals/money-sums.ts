import {
  DEBT_PAYING_KINDS,
  type MoneySums,
  OWED_KINDS,
  OWN_MONEY_KINDS,
  type OwnMoneyKind,
} from '@perkex/core/deals/own-money.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type pg from 'pg';
import { type Column, float8, statement, text } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';

/** The columns of the sums: `paid_out_cents` of `paid-out`. */
export function sumColumn(kind: OwnMoneyKind): string {
  return `${kind.replaceAll('-', '_')}_cents`;
}

export const SUM_COLUMNS = OWN_MONEY_KINDS.map(sumColumn);

const OWED = OWED_KINDS.map(sumColumn).join(' + ');
const PAID = DEBT_PAYING_KINDS.map(sumColumn).join(' + ');

/** SQL: the debt of a row of `money_sums` in cents, as `debtCents` computes it. */
export const DEBT_OF_SUMS = `greatest(0, ${OWED} - (${PAID}))`;

/** SQL: whether a user has a debt, or a credit that their debts do not use up. Each has an index. */
export const IS_IN_DEBT = `${OWED} > ${PAID}`;
export const IS_IN_CREDIT = `${PAID} > ${OWED}`;

const SUMS = OWN_MONEY_KINDS.map((kind) => `${sumColumn(kind)}::float8 as "${kind}"`).join(', ');
const SUMS_ROW = Object.fromEntries(OWN_MONEY_KINDS.map((kind) => [kind, float8])) as Record<
  OwnMoneyKind,
  Column<number>
>;

const READ_SUMS = statement({
  name: 'read-money-sums',
  text: `select ${SUMS} from money_sums where user_id = $1`,
  row: SUMS_ROW,
});

const LOCK_SUMS = statement({
  name: 'lock-money-sums',
  text: `select ${SUMS} from money_sums where user_id = $1 for update`,
  row: SUMS_ROW,
});

const LOCK_SUMS_OF_USERS = statement({
  name: 'lock-money-sums-of-users',
  text: `select user_id as "userId", ${SUMS} from money_sums where user_id = any($1) order by user_id for update`,
  row: { userId: text, ...SUMS_ROW },
});

/** Sums of a user in dollars, without those that are 0. */
export function sumsInDollars(sums: MoneySums): { kind: OwnMoneyKind; amount: number }[] {
  return OWN_MONEY_KINDS.flatMap((kind) => {
    const cents = sums[kind] ?? 0;
    return cents === 0 ? [] : [{ kind, amount: cents / CENTS_PER_DOLLAR }];
  });
}

/** The sums of a user's money in all their deals, in cents. */
export async function readMoneySums(client: pg.Pool | Transaction, userId: string): Promise<MoneySums> {
  return (await READ_SUMS.row(client, [userId])) ?? {};
}

/** The same, locked until the end of the transaction. */
export async function lockMoneySums(tx: Transaction, userId: string): Promise<MoneySums> {
  return (await LOCK_SUMS.row(tx, [userId])) ?? {};
}

/** The same of several users, in one order, so that two transactions never wait for each other. */
export async function lockMoneySumsOf(
  tx: Transaction,
  userIds: readonly string[],
): Promise<Map<string, MoneySums>> {
  const rows = await LOCK_SUMS_OF_USERS.rows(tx, [userIds]);
  return new Map(rows.map(({ userId, ...sums }) => [userId, sums]));
}

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
import { type Transaction, together } from '../database/transaction.js';

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

/** SQL: users, also by their other name while their account is erased: each of their deals has one of the two. */
const withOtherNames = (users: string) => `${users}
           || array(select pseudonym from departures where user_id = any(${users}))
           || array(select user_id from departures where pseudonym = any(${users}))`;

const LOCK_SUMS = statement({
  name: 'lock-money-sums',
  text: `select from money_sums where user_id = any(${withOtherNames('$1::text[]')})
         order by user_id for update`,
  row: {},
});

const READ_WHOLE_SUMS = statement({
  name: 'read-whole-money-sums',
  text: `select named.name as "userId", coalesce(erased.user_id, named.name) as "ownerId", total.*
         from unnest($1::text[]) as named (name)
         left join departures as erased on erased.pseudonym = named.name
         cross join lateral (
           select ${OWN_MONEY_KINDS.map((kind) => `coalesce(sum(${sumColumn(kind)}), 0)::float8 as "${kind}"`).join(', ')}
           from money_sums where user_id = any(${withOtherNames('array[named.name]')})
         ) as total`,
  row: { userId: text, ownerId: text, ...SUMS_ROW },
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

/**
 * The same, locked until the end of the transaction. While the account of the user is erased, these are the sums of
 * both names, so that no debt is settled twice.
 */
export async function lockMoneySums(tx: Transaction, userId: string): Promise<MoneySums> {
  return (await lockMoneySumsOf(tx, [userId])).get(userId)?.sums ?? {};
}

/** The sums of a user, and the id of their account: one for both names while it is erased. */
export interface OwnerSums {
  readonly ownerId: string;
  readonly sums: MoneySums;
}

/** The same of several users, in one order, so that two transactions never wait for each other. */
export async function lockMoneySumsOf(
  tx: Transaction,
  userIds: readonly string[],
): Promise<Map<string, OwnerSums>> {
  // Read after the lock: an erasure that held it may have moved sums to a name that had none.
  const [, rows] = await together(
    tx,
    () => LOCK_SUMS.rows(tx, [userIds]),
    () => READ_WHOLE_SUMS.rows(tx, [userIds]),
  );
  return new Map(rows.map(({ userId, ownerId, ...sums }) => [userId, { ownerId, sums }]));
}

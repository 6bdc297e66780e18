import type pg from 'pg';
import { RowSet } from '../../database/row-set.js';
import {
  bool,
  float8,
  int4,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  uuid,
} from '../../database/statement.js';
import type { Transaction } from '../../database/transaction.js';
import { storeJobs } from '../../jobs/store-jobs.js';
import { checkJobs } from '../payment-calls.js';
import { ABOVE_ALL_LISTS, type ListRow, lockList, nextVersion, readListsBefore } from './list-rows.js';
import { payerOf } from './payer-account.js';
import { IS_NOT_CORRECTED, lockBankPayment, unusedCents } from './payment-rows.js';
import {
  type ListEntry,
  REMITTANCE_KINDS,
  REMITTANCE_STATES,
  readListEntries,
  saveRemittance,
} from './remittance-rows.js';
import { deleteReturned } from './returned-payouts.js';
import { reopenUnmatched } from './unmatched-lines.js';

/** Banks take at least this many in one file. */
const MAX_ENTRIES = 5_000;

/** One list is created at a time, so that each payout is in one. */
const LOCK_LISTS = statement({ name: 'lock-bank-lists', text: 'lock table bank_lists in exclusive mode' });

/**
 * Deals with more money than they can use: more than their payment, or any money once they want no payment. While a
 * deal is unpaid, its next payment may use it.
 */
const FIND_UNUSED = statement({
  name: 'find-unused-bank-money',
  text: `with received as (
           select product_id, deal_id, sum(amount_cents) as cents from bank_lines as line
           where ${IS_NOT_CORRECTED} group by product_id, deal_id
         ), sent as (
           select product_id, deal_id, coalesce(sum(amount_cents) filter (where kind = 'return'), 0) as returned,
             coalesce(sum(amount_cents) filter (where kind = 'refund'), 0) as refunded
           from bank_remittances where kind in ('refund', 'return') and state <> 'returned' group by product_id, deal_id
         )
         select payment.product_id as "productId", payment.deal_id as id
         from received
         join bank_payments as payment
           on payment.product_id = received.product_id and payment.deal_id = received.deal_id
         join deals as deal
           on deal.product_id = payment.product_id and deal.id = coalesce(payment.debt_deal_id, payment.deal_id)
         left join sent on sent.product_id = payment.product_id and sent.deal_id = payment.deal_id
         where (payment.state = 'paid' or payment.state = 'ended' and deal.state <> 'unpaid')
           and received.cents - coalesce(sent.returned, 0)
             > case payment.state when 'paid' then payment.amount_cents else coalesce(sent.refunded, 0) end
         order by payment.product_id, payment.deal_id limit $1`,
  row: { productId: int4, id: uuid },
});

/** The number of returns of a deal so far, for the name of the next one. */
const COUNT_RETURNS = statement({
  name: 'count-bank-returns',
  text: `select count(*)::int as count from bank_remittances where product_id = $1 and deal_id = $2 and kind = 'return'`,
  row: { count: int4 },
});

/** A credit belongs to either party, and so does what came back of a payment of debts. */
const TO_BUYER = `case when remittance.is_debt then dealt.debt_party = 'buyer'
  else remittance.kind in ('refund', 'return') or remittance.kind = 'credit' and dealt.credit_party = 'buyer' end`;

/**
 * Money that waits for a list, with the account that it goes to: a seller's own; for the buyer the account that they
 * paid all of it from, if the bank has named it and no money has come back from it, or their own. Null where no account
 * is known. A line that no deal has goes back to the account that it came from, or to the one that a member has
 * entered.
 */
const READ_WAITING = statement({
  name: 'read-waiting-bank-remittances',
  text: `with waiting as materialized (
           select * from bank_remittances where state = 'waiting' and id > $2 order by id limit $1
         ), remittance as materialized (
           select waiting.*, debt.debt_deal_id is not null as is_debt,
             coalesce(debt.debt_deal_id, waiting.deal_id) as for_deal_id
           from waiting
           left join bank_payments as debt
             on debt.product_id = waiting.product_id and debt.deal_id = waiting.deal_id
               and debt.debt_deal_id is not null
         ), dealt as materialized (
           select distinct trade.product_id, trade.id, trade.buyer_id, trade.seller_id,
             deal.credit_party, deal.debt_party
           from remittance
           join trades as trade on trade.product_id = remittance.product_id and trade.id = remittance.for_deal_id
           join deals as deal on deal.product_id = trade.product_id and deal.id = trade.id
         )
         select remittance.id, remittance.product_id as "productId", remittance.for_deal_id as "dealId", remittance.kind,
           remittance.amount_cents as "amountCents",
           coalesce(unmatched.return_holder, unmatched.payer_name, payer.payer_name, account.holder) as holder,
           coalesce(unmatched.return_account, unmatched.payer_account, payer.payer_account, account.account) as account,
           coalesce(unmatched.return_bank_code, case when payer.payer_account is null then account.bank_code end)
             as "bankCode",
           unmatched.return_account is not null as "isEntered",
           coalesce($3 in (dealt.buyer_id, dealt.seller_id), false) as "isOwn"
         from remittance
         left join bank_unmatched_lines as unmatched on unmatched.id = remittance.line_id
         left join dealt on dealt.product_id = remittance.product_id and dealt.id = remittance.for_deal_id
         left join lateral (
           ${payerOf('remittance')}
         ) as payer on ${TO_BUYER} or remittance.is_debt
         left join bank_accounts as account
           on account.user_id = case when ${TO_BUYER} then dealt.buyer_id else dealt.seller_id end
         order by remittance.id`,
  row: {
    id: text,
    productId: orNull(int4),
    dealId: orNull(uuid),
    kind: oneOf(REMITTANCE_KINDS),
    amountCents: int4,
    holder: orNull(text),
    account: orNull(text),
    bankCode: orNull(text),
    isEntered: bool,
    isOwn: bool,
  },
});

/** Outgoing money without a list. */
export type WaitingRemittance = RowOf<typeof READ_WAITING>;

const CREATE_LIST = statement({
  name: 'create-bank-list',
  text: 'insert into bank_lists (created_by, state) values ($1, $2) returning number',
  row: { number: int4 },
});

interface NewEntry extends WaitingRemittance {
  readonly entry: number;
}

const ENTRIES = new RowSet<NewEntry>({
  id: [text, ({ id }) => id],
  entry: [int4, ({ entry }) => entry],
  holder: [text, ({ holder }) => holder],
  account: [text, ({ account }) => account],
  bank_code: [text, ({ bankCode }) => bankCode],
});
const LIST = `$${ENTRIES.size + 1}::int4`;

const ADD_ENTRIES = statement({
  name: 'add-bank-list-entries',
  text: `update bank_remittances as remittance
         set state = 'listed', list = ${LIST}, entry = added.entry, holder = added.holder, account = added.account,
           bank_code = added.bank_code
         from ${ENTRIES.as('added')}
         where remittance.id = added.id and remittance.state = 'waiting'`,
});

const READ_LISTS = statement({
  name: 'read-bank-lists',
  text: `select list.number, list.created_by as "createdBy", to_char(list.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as "createdAt",
           remittance.state, count(*)::int as count, sum(remittance.amount_cents)::text as cents
         from bank_lists as list
         join bank_remittances as remittance on remittance.list = list.number
         where $1::int4 is null and remittance.state = 'listed' and list.state = 'released' or list.number = $1::int4
         group by list.number, remittance.state order by list.number, remittance.state`,
  row: {
    number: int4,
    createdBy: text,
    createdAt: text,
    state: oneOf(REMITTANCE_STATES),
    count: int4,
    cents: text,
  },
});

/** Entries of one state in a list. `createdAt` is in UTC, and `cents` their sum. */
export type ListSummary = RowOf<typeof READ_LISTS>;

const SET_STATES = statement({
  name: 'set-bank-remittance-states',
  text: `update bank_remittances set state = $3, changed_by = $4, reason = $5
         where list = $1 and entry = any($2::int4[]) and state = any($6::text[]) returning id, kind`,
  row: { id: text, kind: oneOf(REMITTANCE_KINDS) },
});

/** Part of the money that waits for the next list. */
export interface WaitingPage {
  /** The user whose deals are marked; null for none. */
  readonly userId?: string | null;
  /** The id of the last remittance of the page before. */
  readonly after?: string;
  readonly limit?: number;
}

/** Money that waits for the next list, with and without an account. */
export function readWaiting(
  connection: pg.Pool | Transaction,
  { userId = null, after = '', limit = MAX_ENTRIES }: WaitingPage = {},
): Promise<WaitingRemittance[]> {
  return READ_WAITING.rows(connection, [limit, after, userId]);
}

/** The entries of a list by their state, or those that are still with the bank of all lists. */
export function readListSummaries(
  connection: pg.Pool | Transaction,
  list: number | null,
): Promise<ListSummary[]> {
  return READ_LISTS.rows(connection, [list]);
}

/** The most that the column of an amount holds. The rest goes back with the next list. */
const MAX_RETURN_CENTS = 2_147_483_647;

/** Stores the money that no deal can use as outgoing, so that it goes back to its buyers. Repeatable. */
export async function saveReturns(tx: Transaction): Promise<void> {
  for (const key of await FIND_UNUSED.rows(tx, [MAX_ENTRIES])) {
    const payment = await lockBankPayment(tx, key);
    const amountCents = payment && payment.state !== 'open' ? unusedCents(payment) : 0;
    if (amountCents > 0) {
      const returns = (await COUNT_RETURNS.row(tx, [key.productId, key.id]))?.count ?? 0;
      const id = `${key.productId}/${key.id}/return/${returns + 1}`;
      await saveRemittance(tx, {
        id,
        key,
        kind: 'return',
        amountCents: Math.min(amountCents, MAX_RETURN_CENTS),
      });
    }
  }
}

/** The newest list; null before the first one. No other transaction creates one until this one ends. */
export async function lockNewestList(tx: Transaction): Promise<ListRow | null> {
  await LOCK_LISTS.run(tx);
  const [newest] = await readListsBefore(tx, ABOVE_ALL_LISTS, 1);
  return newest ?? null;
}

/** The limits of one member. */
export interface ListRules {
  /** The member, whose own deals are left out. */
  readonly userId: string;
  /** The limit of payouts by one member in 24 hours, in cents. */
  readonly releaseAboveCents: number;
}

const SUM_OF_MEMBER = statement({
  name: 'sum-bank-lists-of-member',
  text: `select coalesce(sum(remittance.amount_cents), 0)::float8 as cents
         from bank_lists as list
         join bank_remittances as remittance on remittance.list = list.number
         where list.created_by = $1 and list.created_at > now() - interval '24 hours'
           and list.state = 'released' and list.decided_by is null`,
  row: { cents: float8 },
});

/**
 * Puts all outgoing money with a known account on a new list, in a transaction that the caller commits. Above the
 * member's limit, or with an account that a member has entered, the list is a proposal, which a second member releases.
 * @param by the name of the member who creates it
 * @param rules null on the command line, which has no limit
 * @returns the number of the list; null if there is nothing to list
 */
export async function createList(
  tx: Transaction,
  by: string,
  rules: ListRules | null = null,
): Promise<number | null> {
  await LOCK_LISTS.run(tx);
  await saveReturns(tx);
  const waiting = await readWaiting(tx, { userId: rules?.userId ?? null });
  const listed = waiting.filter(({ account, isOwn }) => account !== null && !isOwn);
  const alone = (await SUM_OF_MEMBER.row(tx, [by]))?.cents ?? 0;
  const cents = listed.reduce((sum, { amountCents }) => sum + amountCents, alone);
  const isForTwo =
    rules !== null && (cents > rules.releaseAboveCents || listed.some(({ isEntered }) => isEntered));
  const state = isForTwo ? 'proposed' : 'released';
  const created = listed.length > 0 ? await CREATE_LIST.row(tx, [by, state]) : undefined;
  if (!created) {
    return null;
  }
  const entries = listed.map((remittance, index) => ({ ...remittance, entry: index + 1 }));
  await ADD_ENTRIES.run(tx, [...ENTRIES.values(entries), created.number]);
  return created.number;
}

/** A report of finance about entries of a list. */
export interface ListReport {
  readonly list: number;
  /** Null for all entries. */
  readonly entries: readonly number[] | null;
  readonly state: 'paid' | 'returned';
  readonly by: string;
  readonly reason: string | null;
}

/** The states that a report can change. A bank may return what it has sent. */
const BEFORE = { paid: ['listed'], returned: ['listed', 'paid'] } as const;

/**
 * Records that the bank has sent entries of a list, or has sent them back, in a transaction that the caller commits. A
 * server then takes the steps of their deals. It can be repeated.
 * @returns the entries of the list before, and how many have changed; null without such a list or entry, and for one
 * that is not released
 */
export async function reportEntries(
  tx: Transaction,
  { list, entries, state, by, reason }: ListReport,
): Promise<{ readonly before: readonly ListEntry[]; readonly changed: number } | null> {
  const known = (await lockList(tx, list))?.state === 'released' ? await readListEntries(tx, list) : [];
  const numbers = entries ?? known.map(({ entry }) => entry);
  const before = known.filter(({ entry }) => numbers.includes(entry));
  if (before.length === 0 || before.length < new Set(numbers).size) {
    return null;
  }
  const changed = await SET_STATES.rows(tx, [list, numbers, state, by, reason, BEFORE[state]]);
  await nextVersion(tx, list);
  if (state === 'returned') {
    const ids = new Set(changed.map(({ id }) => id));
    const returned = before.filter(({ id }) => ids.has(id));
    await reopenUnmatched(
      tx,
      returned.flatMap(({ lineId }) => lineId ?? []),
    );
    await deleteReturned(tx, returned);
  }
  const refs = changed.flatMap(({ id, kind }) => (kind === 'return' ? [] : [{ ref: id }]));
  if (refs.length > 0) {
    await storeJobs(tx, checkJobs('bank'), refs);
  }
  return { before, changed: changed.length };
}

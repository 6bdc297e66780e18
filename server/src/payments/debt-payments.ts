import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { Party } from '@perkex/core/deals/deal.js';
import { debtCents, OWED_KINDS } from '@perkex/core/deals/own-money.js';
import { MIN_CARD_CENTS } from '@perkex/core/users/debts.js';
import type pg from 'pg';
import { sqlList } from '../database/sql-list.js';
import { int4, oneOf, statement, uuid } from '../database/statement.js';
import type { Transaction } from '../database/transaction.js';
import { lockMoneySums, readMoneySums } from '../deals/money-sums.js';
import { type DealSteps, lockStoredDeal, stepLockedDealNow } from '../deals/take-step.js';
import { readDebt } from '../users/user-debts.js';
import type { CallKey } from './call-name.js';
import { readCall } from './call-rows.js';
import { isErased } from './retired-accounts.js';
import { readUserOfCall } from './user-of-call.js';

/**
 * The deal with which a user pays all that they owe: one with a payment that has not ended, or else the newest that
 * they owe for. Each deal takes payments of debts of one party.
 */
const FIND_DEAL = statement({
  name: 'find-deal-to-pay-debts-with',
  text: `select deal.product_id as "productId", deal.id, deal.collect_debt_version as version, party.name as party
         from money_lines as line
         join deals as deal on deal.product_id = line.product_id and deal.id = line.deal_id
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         cross join lateral (
           select case trade.buyer_id when $1 then 'buyer' else 'seller' end as name
         ) as party
         where line.user_id = $1 and coalesce(deal.debt_party, party.name) = party.name
           and (line.place = 'in-flight' and line.kind = 'debt-on-its-way'
             or line.place = 'owed' and line.kind in ${sqlList(OWED_KINDS)})
         order by line.kind = 'debt-on-its-way' desc, line.at desc, deal.id limit 1`,
  row: { productId: int4, id: uuid, version: int4, party: oneOf<Party>(DEAL_PARTIES) },
});

/** `declined`: the last attempt has failed, and the debt is still owed. */
export type DebtPaymentState = 'none' | 'collecting' | 'needs-buyer' | 'declined';

/** The debt of a user, and their payment of it. Amounts are in cents. */
export interface DebtPayment {
  readonly debtCents: number;
  readonly state: DebtPaymentState;
  /** The amount that is being paid; 0 without a payment that has not ended. */
  readonly payingCents: number;
  /** The call of the payment; null before the first. */
  readonly call: (CallKey & { readonly ref: string | null }) | null;
}

/** The debt of a user across all their deals, and the progress of their payment of it. */
export async function readDebtPayment(client: pg.Pool | Transaction, userId: string): Promise<DebtPayment> {
  const owed = (await readDebt(client, userId))?.cents ?? 0;
  const none = { debtCents: owed, state: 'none', payingCents: 0, call: null } as const;
  const found = await FIND_DEAL.row(client, [userId]);
  if (!found || found.version === 0) {
    return none;
  }
  const { productId, id, version } = found;
  const key: CallKey = { productId, id, version, kind: 'collect-debt' };
  const stored = await readCall(client, key);
  if (!stored) {
    return none;
  }
  const { ref, amountCents, outcome } = stored;
  const call = { ...key, ref };
  switch (outcome) {
    case null:
    case 'unknown':
    case 'pending':
      return { debtCents: owed, state: 'collecting', payingCents: amountCents, call };
    case 'needs-buyer':
      return { debtCents: owed, state: 'needs-buyer', payingCents: amountCents, call };
    case 'declined':
      return { debtCents: owed, state: owed > 0 ? 'declined' : 'none', payingCents: 0, call };
    default:
      return { debtCents: owed, state: 'none', payingCents: 0, call };
  }
}

/**
 * Checks whether the user of a payment of debts still owes anything: payouts settle debts, too. Erased users cannot
 * confirm a payment.
 */
export async function hasDebtToPay(tx: Transaction, key: CallKey): Promise<boolean> {
  const userId = await readUserOfCall(tx, key);
  return userId !== null && debtCents(await readMoneySums(tx, userId)) > 0 && !(await isErased(tx, userId));
}

/**
 * Starts the payment of all that a user owes, as a step of one of their deals. The lock of their sums makes payouts
 * wait, which settle debts, too. Nothing happens while a payment is being collected, so pressing twice pays once. One
 * that waits for its user is replaced if they owe another amount, or always with a card: they may have saved another
 * one.
 * @returns false if they owe nothing, or too little for a card
 */
export async function payDebt(
  tx: Transaction,
  userId: string,
  steps: DealSteps,
  { isByCard }: { readonly isByCard: boolean },
): Promise<boolean> {
  const found = await FIND_DEAL.row(tx, [userId]);
  if (!found) {
    return false;
  }
  const { party, productId, id } = found;
  const stored = await lockStoredDeal(tx, { productId, id });
  const sums = await lockMoneySums(tx, userId);
  const owed = debtCents(sums);
  if (!stored || owed === 0 || (isByCard && owed < MIN_CARD_CENTS)) {
    return false;
  }
  const elsewhere = (sums['debt-on-its-way'] ?? 0) - stored.deal.collectingDebtCents;
  if (elsewhere > 0) {
    return true;
  }
  const { state, payingCents } = await readDebtPayment(tx, userId);
  if (state === 'collecting' || (state === 'needs-buyer' && !isByCard && payingCents === owed)) {
    return true;
  }
  const command = {
    event: { type: 'pay-debt', debtCents: owed },
    actor: { kind: party, id: userId },
    seenVersion: null,
  } as const;
  const taken = await stepLockedDealNow(tx, stored, command, steps);
  if (taken.kind === 'refused') {
    throw new Error(`A debt could not be paid in ${taken.state}: ${taken.code}.`);
  }
  return true;
}

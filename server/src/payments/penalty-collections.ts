import { otherParty, penaltyPayer } from '@perkex/core/deals/deal.js';
import { uncountedPenaltyCents } from '@perkex/core/deals/own-money.js';
import { penaltyCents } from '@perkex/core/deals/penalty.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { databaseTime } from '../database/database-time.js';
import { bool, int4, statement, text, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import { lockMoneySumsOf } from '../deals/money-sums.js';
import { type SweepEffects, stepByClock } from '../deals/sweep-deals.js';
import { lockStoredDeal } from '../deals/take-step.js';
import { usersOfDeal } from '../deals/users-of-deal.js';
import type { Maintenance } from '../process/maintenance.js';

const SWEEP_INTERVAL_MS = 5_000;
const USERS_AT_ONCE = 50;

const READ_PAYERS = statement({
  name: 'read-payers-of-penalties',
  text: `select total.user_id as "userId" from money_sums as total
         where penalty_paid_cents < least(penalty_cents, settled_cents + credited_cents + debt_paid_cents) and total.user_id > $1
         order by total.user_id limit ${USERS_AT_ONCE}`,
  row: { userId: text },
});

const READ_OLDEST_PENALTY = statement({
  name: 'read-oldest-open-penalty',
  text: `select line.product_id as "productId", line.deal_id as id
         from money_lines as line
         where line.user_id = $1 and line.place = 'owed' and line.kind = 'penalty' and not exists (
           select from money_lines as paid
           where paid.deal_id = line.deal_id and paid.user_id = line.user_id and paid.kind = 'penalty-paid'
             and paid.cents >= line.cents
         )
         order by line.at, line.deal_id limit 1`,
  row: { productId: int4, id: uuid },
});

/** While an account is erased, its money has two names, and the sums of neither are whole. */
const FIND_ERASURE = statement({
  name: 'find-erasure-of-payer',
  text: `select exists (
           select from departures where departures.user_id = $1::text or departures.pseudonym = $1::text
         ) as "isErased"`,
  row: { isErased: bool },
});

/** Maintenance every few seconds: records what was collected of penalties. */
export function penaltyCollectionsMaintenance(
  pool: pg.Pool,
  holidays: Holidays,
  effects: SweepEffects,
): Maintenance {
  return {
    work: () => collectPenalties(pool, holidays, effects),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'the penalties that were collected were not recorded',
  };
}

/**
 * Records what payouts and credits have paid of penalties, the oldest first, so that the other side gets half of it.
 * Sums of users show where to look, so that nothing is missed after a restore or a step outside a server. Servers may
 * do this at the same time.
 */
export async function collectPenalties(
  pool: pg.Pool,
  holidays: Holidays,
  { onStepped, onFailure }: SweepEffects,
): Promise<void> {
  let last = '';
  for (;;) {
    const payers = await READ_PAYERS.rows(pool, [last]);
    for (const { userId } of payers) {
      try {
        while (await collectOldest(pool, userId, holidays, onStepped)) {}
      } catch (error) {
        onFailure(error);
      }
      last = userId;
    }
    if (payers.length < USERS_AT_ONCE) {
      return;
    }
  }
}

/** @returns false if there is nothing to record */
async function collectOldest(
  pool: pg.Pool,
  userId: string,
  holidays: Holidays,
  onStepped: SweepEffects['onStepped'],
): Promise<boolean> {
  const key = await READ_OLDEST_PENALTY.row(pool, [userId]);
  return key !== undefined && transaction(pool, (tx) => collectOf(tx, key, userId, holidays, onStepped));
}

async function collectOf(
  tx: Transaction,
  key: DealKey,
  userId: string,
  holidays: Holidays,
  onStepped: SweepEffects['onStepped'],
): Promise<boolean> {
  const stored = await lockStoredDeal(tx, key);
  if (!stored) {
    return false;
  }
  const { deal } = stored;
  const payer = penaltyPayer(deal);
  const users = await usersOfDeal(tx, key);
  const sums = await lockMoneySumsOf(tx, [users[payer], users[otherParty(payer)]]);
  const left = penaltyCents(deal.terms.priceCents) - deal.penaltyCollectedCents;
  const collectedCents = Math.min(uncountedPenaltyCents(sums.get(userId)?.sums ?? {}), left);
  const isOther = users[payer] !== userId || (await FIND_ERASURE.row(tx, [userId]))?.isErased !== false;
  if (deal.penalty !== 'charged' || collectedCents === 0 || isOther) {
    return false;
  }
  const moment = { nowMs: await databaseTime(tx), holidays };
  await stepByClock(tx, stored, { type: 'collect-penalty', collectedCents }, moment, onStepped);
  return true;
}

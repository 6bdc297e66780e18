import type { Deal } from '@perkex/core/deals/deal.js';
import type { DealCommand } from '@perkex/core/deals/deal-event.js';
import type { Moment } from '@perkex/core/deals/situation.js';
import { type DealRefused, type Stepped, step } from '@perkex/core/deals/step.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import { byProduct } from '../database/citus.js';
import { databaseTime } from '../database/database-time.js';
import { planByKey } from '../database/plan-by-key.js';
import { statement } from '../database/statement.js';
import { type Transaction, together } from '../database/transaction.js';
import { flagAfterStep } from './deal-flags.js';
import { amongDealKeys, DEAL_KEYS, type DealKey, productOfDeal } from './deal-key.js';
import { DEAL, DEAL_ROW, type StoredDeal, storedDeal } from './deal-row.js';
import { saveSteps } from './save-steps.js';

const LOCK_DEAL = statement({
  name: 'lock-deal',
  text: `select ${DEAL}
         from deals as deal
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         where deal.product_id = $1 and deal.id = $2
         for update of deal`,
  row: DEAL_ROW,
});

/** Deals that another transaction has locked are left out. */
const LOCK_FREE_DEALS = statement({
  name: 'lock-free-deals',
  text: `select ${DEAL}
         from ${DEAL_KEYS.as('wanted')}
         join deals as deal on deal.product_id = wanted.product_id and deal.id = wanted.id
         join trades as trade on trade.product_id = deal.product_id and trade.id = deal.id
         where ${amongDealKeys('deal', 'trade')}
         for update of deal skip locked`,
  row: DEAL_ROW,
});

/** Sends the jobs that follow from a step, in its transaction: calls to the provider, and orders. */
export type OnStepped = (tx: Transaction, key: DealKey, stepped: Stepped) => Promise<void>;

/** The facts and effects that every step needs besides the deal. */
export interface DealSteps {
  readonly onStepped: OnStepped;
  readonly holidays: Holidays;
}

/**
 * Applies an event to a deal, in a transaction that the caller commits: the event, its transfers and its calls to the
 * payment provider are saved with the deal, or nothing is. Concurrent steps of a deal wait for each other.
 *
 * The caller carries out the orders and notifications of the result.
 * @returns the step, a refusal with the current state, or null without such a deal
 */
export async function takeStep(
  tx: Transaction,
  key: DealKey,
  command: DealCommand,
  moment: Moment,
): Promise<Stepped | DealRefused | null> {
  const stored = await lockStoredDeal(tx, key);
  return stored && stepLockedDeal(tx, stored, command, moment);
}

/** Locks a deal until the end of the transaction. @returns it, or null without such a deal */
export async function lockDeal(tx: Transaction, key: DealKey): Promise<Deal | null> {
  return (await lockStoredDeal(tx, key))?.deal ?? null;
}

/** The same, as `stepLockedDeal` takes it. */
export async function lockStoredDeal(
  tx: Transaction,
  { productId, id }: DealKey,
): Promise<StoredDeal | null> {
  const row = await lockByKey(tx, () => LOCK_DEAL.row(tx, [productId, id]));
  return row ? storedDeal(row) : null;
}

/** Locks those of these deals that no other transaction has locked. */
export async function lockFreeDeals(tx: Transaction, keys: readonly DealKey[]): Promise<StoredDeal[]> {
  const lock = (some: readonly DealKey[]) => LOCK_FREE_DEALS.rows(tx, DEAL_KEYS.values(some));
  return (await lockByKey(tx, () => byProduct(tx, keys, productOfDeal, lock))).map(storedDeal);
}

/** Both are sent at once: what a caller reads together with the lock is read after it. */
async function lockByKey<Locked>(tx: Transaction, lock: () => Promise<Locked>): Promise<Locked> {
  const [, locked] = await together(tx, () => planByKey(tx), lock);
  return locked;
}

/** Applies an event to a deal that was read with its lock. */
export async function stepLockedDeal(
  tx: Transaction,
  stored: StoredDeal,
  command: DealCommand,
  moment: Moment,
): Promise<Stepped | DealRefused> {
  const [result] = await stepLockedDeals(tx, [{ stored, command }], moment);
  return result as Stepped | DealRefused;
}

/** The same now, with the jobs that follow from a step. */
export async function stepLockedDealNow(
  tx: Transaction,
  stored: StoredDeal,
  command: DealCommand,
  { onStepped, holidays }: DealSteps,
): Promise<Stepped | DealRefused> {
  const result = await stepLockedDeal(tx, stored, command, { nowMs: await databaseTime(tx), holidays });
  if (result.kind === 'stepped') {
    await onStepped(tx, stored.key, result);
  }
  return result;
}

/**
 * Applies events to different deals that were read with their locks: all steps that are not refused are saved together.
 * @returns a result for each
 */
export async function stepLockedDeals(
  tx: Transaction,
  all: readonly { readonly stored: StoredDeal; readonly command: DealCommand }[],
  moment: Moment,
): Promise<(Stepped | DealRefused)[]> {
  const results = all.map(({ stored, command }) => step(stored.deal, command, moment));
  const taken = all.flatMap(({ stored, command }, index) => {
    const stepped = results[index];
    return stepped?.kind === 'stepped' ? [{ stored, command, stepped }] : [];
  });
  if (taken.length > 0) {
    await saveSteps(tx, taken);
    for (const { stored, command, stepped } of taken) {
      await flagAfterStep(tx, stored, command, stepped);
    }
  }
  return results;
}

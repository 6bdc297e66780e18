import { DEAL_PARTIES } from '@perkex/contract/deals.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { ACCOUNTS, type Account, type Transfer } from '@perkex/core/deals/accounts.js';
import type { ByParty } from '@perkex/core/deals/by-party.js';
import { creditCents, type Party } from '@perkex/core/deals/deal.js';
import { payableCreditCents } from '@perkex/core/deals/own-money.js';
import type { Stepped } from '@perkex/core/deals/step.js';
import type { Holidays } from '@perkex/core/deals/working-days.js';
import type pg from 'pg';
import { z } from 'zod';
import { int4, oneOf, statement, text, uuid } from '../database/statement.js';
import { type Transaction, transaction } from '../database/transaction.js';
import type { DealKey } from '../deals/deal-key.js';
import { IS_IN_CREDIT, lockMoneySums } from '../deals/money-sums.js';
import { byClock } from '../deals/sweep-deals.js';
import { lockStoredDeal, type OnStepped, stepLockedDealNow } from '../deals/take-step.js';
import { usersOfDeal } from '../deals/users-of-deal.js';
import { type JobKind, jobKind } from '../jobs/job-kind.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Maintenance } from '../process/maintenance.js';
import { CALL_RETRIES } from './payment-calls.js';
import { ProviderUnavailableError } from './provider-unavailable-error.js';

const payoutData = z.object({ userId: z.string() });

/** The deals that have credited a user, or in which they paid debts that payouts had settled already; oldest first. */
const READ_CREDITS = statement({
  name: 'read-credits-of-user',
  text: `select product_id as "productId", deal_id as id from money_lines
         where user_id = $1 and (place = 'due' and kind = 'credited' or place = 'owed' and kind = 'debt-paid')
         order by at, deal_id limit 100`,
  row: { productId: int4, id: uuid },
});

/** The transfers to users' own accounts after a payout of a credit began. */
const READ_LATER_CREDITS = statement({
  name: 'read-credits-after-payout',
  text: `select from_account as "from", to_account as "to" from transfers
         where product_id = $1 and deal_id = $2 and version > $3
           and to_account in ('receivable-buyer', 'receivable-seller')`,
  row: { from: oneOf<Account>(ACCOUNTS), to: oneOf<Account>(ACCOUNTS) },
});

const USERS_AT_ONCE = 50;
const SWEEP_INTERVAL_MS = 60 * 60 * 1_000;

const READ_CREDITED_USERS = statement({
  name: 'read-users-with-credits',
  text: `select user_id as "userId" from money_sums
         where ${IS_IN_CREDIT} and user_id > $1
         order by user_id limit ${USERS_AT_ONCE}`,
  row: { userId: text },
});

export interface CreditPayoutsOptions {
  readonly pool: pg.Pool;
  readonly jobs: Jobs;
  readonly provider: ProviderName;
  readonly holidays: Holidays;
  readonly onStepped: OnStepped;
  /** True if a user has an account that can be paid for a deal. @throws ProviderUnavailableError to be asked later */
  readonly canBePaid: (key: DealKey, userId: string) => Promise<boolean>;
}

/**
 * Pays out what the deals of a user have credited to them, without what debts of theirs use up. Users who have no
 * account for payouts are paid once they add one.
 */
export class CreditPayouts {
  /** Every hour: credits from before they were paid out, whose users have an account already. */
  readonly maintenance: Maintenance = {
    work: () => this.payUntried(),
    everyMs: SWEEP_INTERVAL_MS,
    failure: 'credits without an earlier payout were not paid out',
  };
  private readonly payouts: JobKind<z.infer<typeof payoutData>>;

  constructor(private readonly options: CreditPayoutsOptions) {
    this.payouts = jobKind({
      name: `credit-payout-${options.provider}`,
      data: payoutData,
      retries: CALL_RETRIES,
      atOnce: 1,
    });
    options.jobs.register(this.payouts, { work: ({ userId }) => this.payOut(userId) });
  }

  /** Pays out after the transaction of a step that has credited a user, or ended a payout that a credit waited for. */
  async sendAfterStep(
    tx: Transaction,
    key: DealKey,
    stepped: Pick<Stepped, 'deal' | 'transfers'>,
  ): Promise<void> {
    const parties = await partiesToPay(tx, key, stepped);
    if (parties.length > 0) {
      const users = await usersOfDeal(tx, key);
      for (const party of parties) {
        await this.send(tx, users[party]);
      }
    }
  }

  /** Pays out after the transaction. The job has no key: one under way may have read the credits before. */
  async send(tx: Transaction, userId: string): Promise<void> {
    await this.options.jobs.send(tx, this.payouts, { userId });
  }

  async payOut(userId: string, isUntriedOnly = false): Promise<void> {
    const { pool, canBePaid } = this.options;
    for (const key of await READ_CREDITS.rows(pool, [userId])) {
      if (await canBePaid(key, userId)) {
        await transaction(pool, (tx) => this.take(tx, key, userId, isUntriedOnly));
      }
    }
  }

  /**
   * Pays out the credits of deals that have never paid one. Others are paid by their jobs, or came back and wait for
   * another account. Servers may do this at the same time.
   * @throws ProviderUnavailableError at once, and the first other failure once all other users are paid
   */
  async payUntried(): Promise<void> {
    const failures: unknown[] = [];
    let users: readonly { readonly userId: string }[];
    let last = '';
    do {
      users = await READ_CREDITED_USERS.rows(this.options.pool, [last]);
      for (const { userId } of users) {
        last = userId;
        await this.payOut(userId, true).catch((error: unknown) => {
          if (error instanceof ProviderUnavailableError) {
            throw error;
          }
          failures.push(error);
        });
      }
    } while (users.length === USERS_AT_ONCE);
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  /** The lock of the user's sums makes their payouts wait for each other, so that a debt is settled once. */
  private async take(tx: Transaction, key: DealKey, userId: string, isUntriedOnly: boolean): Promise<void> {
    const stored = await lockStoredDeal(tx, key);
    if (!stored || (isUntriedOnly && stored.deal.callVersions['pay-credit'] > 0)) {
      return;
    }
    const users = await usersOfDeal(tx, key);
    const party = DEAL_PARTIES.find((each) => users[each] === userId);
    if (!party) {
      return; // It has the other name of its user by now, whose account is being erased.
    }
    const payable = payableCreditCents(await lockMoneySums(tx, userId));
    const cents = Math.min(payable, creditCents(stored.deal, party));
    // While an earlier credit of the deal is on its way, this one waits for the end of that payout.
    if (cents === 0 || stored.deal.payingCreditCents > 0) {
      return;
    }
    const command = byClock({ type: 'pay-credit', party, creditCents: cents });
    await stepLockedDealNow(tx, stored, command, this.options);
  }
}

/** The accounts from which money of a party comes that is to be paid out. */
const CREDITING: ByParty<readonly Account[]> = {
  buyer: ['penalties', 'provider', 'collecting-debt'],
  seller: ['penalties', 'collecting-debt'],
};

/**
 * The parties whose credits are to be paid out now: those of the step or, after the end of a payout, those that arrived
 * while it was on its way. One that came back from their account waits until they have entered it again.
 */
async function partiesToPay(
  tx: Transaction,
  { productId, id }: DealKey,
  { deal, transfers }: Pick<Stepped, 'deal' | 'transfers'>,
): Promise<Party[]> {
  const isPayoutOver = transfers.some(({ from }) => from === 'paying-credit');
  const cameBack = (party: Party) => hasTransfer(transfers, ['paying-credit'], party);
  const credits = isPayoutOver
    ? await READ_LATER_CREDITS.rows(tx, [productId, id, deal.callVersions['pay-credit']])
    : transfers;
  return DEAL_PARTIES.filter((party) => hasTransfer(credits, CREDITING[party], party) && !cameBack(party));
}

function hasTransfer(
  transfers: readonly Pick<Transfer, 'from' | 'to'>[],
  sources: readonly Account[],
  party: Party,
): boolean {
  return transfers.some(({ from, to }) => to === `receivable-${party}` && sources.includes(from));
}

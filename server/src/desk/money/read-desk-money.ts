import { MAX_QUEUE_COUNT } from '@perkex/contract/desk.js';
import type { DeskMoney, MoneyDealRow, MoneyQueue } from '@perkex/contract/desk-money.js';
import { MAX_DESK_MONEY_PAGE } from '@perkex/contract/desk-money.js';
import type { ProviderName } from '@perkex/contract/payment-setup.js';
import { CENTS_PER_DOLLAR } from '@perkex/core/money.js';
import type pg from 'pg';
import { isoTime } from '../../clock/iso-time.js';
import { pageOf } from '../../database/page-of.js';
import { sumListed } from '../../payments/bank/list-rows.js';
import { readWaiting, type WaitingRemittance } from '../../payments/bank/payout-lists.js';
import { sumUnmatched } from '../../payments/bank/unmatched-lines.js';
import type { Member } from '../../users/members.js';
import { deskRow } from '../read-desk-deal.js';
import { MICROS_PER_MS, type QueuePosition, readMoneyQueue, sumMoneyQueues } from './money-queues.js';
import { sumInDollars } from './sum-in-dollars.js';

/** The money that waits for members (after-the-trade.md, "The desk"). */
export async function readDeskMoney(pool: pg.Pool, provider: ProviderName | null): Promise<DeskMoney> {
  return {
    provider,
    queues: (await sumMoneyQueues(pool)).map(({ queue, ...sum }) => ({ queue, ...waitingOf(sum) })),
    bank: provider === 'bank' ? await readBank(pool) : null,
  };
}

interface Waiting {
  readonly count: number;
  readonly cents: number;
  readonly oldestMs: number | null;
}

function waitingOf({ count, cents, oldestMs }: Waiting) {
  return {
    ...sumInDollars({ count, cents }),
    oldest: oldestMs === null ? null : isoTime(oldestMs),
  };
}

async function readBank(pool: pg.Pool): Promise<DeskMoney['bank']> {
  const waiting = await readWaiting(pool);
  const listed = await sumListed(pool);
  const sumOf = (state: string) =>
    sumInDollars(listed.find((sum) => sum.state === state) ?? { count: 0, cents: 0 });
  return {
    lines: waitingOf(await sumUnmatched(pool, MAX_QUEUE_COUNT)),
    payouts: totalOf(waiting.filter(({ account }) => account !== null)),
    withoutAccount: totalOf(waiting.filter(({ account }) => account === null)),
    proposed: sumOf('proposed'),
    atBank: sumOf('released'),
  };
}

function totalOf(remittances: readonly WaitingRemittance[]) {
  const cents = remittances.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return sumInDollars({ count: remittances.length, cents });
}

/** A page of a queue of money. @param after the `next` of the page before, in the form that its schema demands */
export async function readMoneyDeals(
  pool: pg.Pool,
  queue: MoneyQueue,
  after: string | undefined,
  member: Member,
): Promise<{ deals: MoneyDealRow[]; next: string | null }> {
  const rows = await readMoneyQueue(pool, queue, positionOf(after), MAX_DESK_MONEY_PAGE + 1);
  const { shown, next } = pageOf(rows, MAX_DESK_MONEY_PAGE, ({ position }) => nameOf(position));
  return {
    deals: shown.map(({ row, cents, position }) => ({
      ...deskRow(row, member),
      amount: cents / CENTS_PER_DOLLAR,
      waitsSince: isoTime(position.atMicros / MICROS_PER_MS),
    })),
    next,
  };
}

function nameOf({ atMicros, productId, id }: QueuePosition): string {
  return `${atMicros}.${productId}.${id}`;
}

function positionOf(name: string | undefined): QueuePosition | undefined {
  const [atMicros, productId, id] = name?.split('.') ?? [];
  return atMicros && productId && id
    ? { atMicros: Number(atMicros), productId: Number(productId), id }
    : undefined;
}

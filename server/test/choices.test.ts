import type { DealEvent } from '@perkex/core/deals/deal-event.js';
import { tradeAmounts } from '@perkex/core/fees.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AccountErasures, beginErasure } from '../src/accounts/account-erasures.js';
import { transaction } from '../src/database/transaction.js';
import type { DealKey } from '../src/deals/deal-key.js';
import { fireDueClocks } from '../src/deals/due-deals.js';
import { findPayer } from '../src/deals/find-payer.js';
import { orderIdOf } from '../src/deals/order-id-of-deal.js';
import { renameInMoneyLines } from '../src/deals/rename-money-lines.js';
import { startDuePayments } from '../src/payments/due-payments.js';
import { ChoiceMarket } from './choices.js';
import { NO_HOLIDAYS } from './deals.js';
import { closeAfterAudit } from './sound-market.js';

const DAY_MS = 86_400_000;
const WAIT: DealEvent = { type: 'choose-wait' };
const REFUND: DealEvent = { type: 'choose-refund' };
const lowestAsk = (dollars: number): DealEvent => ({ type: 'choose-lowest-ask', limitCents: dollars * 100 });
const totalOf = (dollars: number) => tradeAmounts(dollars * 100).buyerTotalCents;
const TOTAL = totalOf(200);

function failHard(error: unknown): never {
  throw error;
}

let market: ChoiceMarket;
/** The deal that failed, at 200 dollars. */
let key: DealKey;

beforeEach(async () => {
  market = await ChoiceMarket.open('buyer', 'other');
  key = await market.failedDeal();
  market.news.length = 0;
});

afterEach(() => closeAfterAudit(market.database, market));

/** The ids of the trades that something makes. */
async function tradesOf(make: () => Promise<void>): Promise<string[]> {
  const read = async () =>
    (await market.database.pool.query('select id from trades')).rows.map(({ id }) => id);
  const before = await read();
  await make();
  return (await read()).filter((id) => !before.includes(id));
}

async function replacement() {
  const found = await market.replacedBy(key);
  return found && market.deal(found);
}

describe('a buyer who waits', () => {
  it('has a bid at the same price, and pays the pair that trades with it with the money of the failed deal', async () => {
    await market.choose(key, WAIT);
    await market.settle();
    expect(await market.openBids()).toEqual([200]);
    await market.order('sell', 'seller', 200);
    await market.settle();
    expect(await market.deal(key)).toMatchObject({
      choice: 'replaced',
      carriedOverCents: TOTAL,
      balances: { 'owed-buyer': 0, refunding: 0 },
    });
    expect(await replacement()).toMatchObject({
      state: 'paid',
      payment: 'held',
      carriedCents: TOTAL,
      balances: { held: TOTAL, collecting: 0 },
    });
    expect(market.news).toEqual(['buyer: replaced', 'buyer: paid', 'seller: paid']);
  });

  it('needs no card, though payments of theirs have failed', async () => {
    const { pool } = market.database;
    const fail = (failed: string) =>
      pool.query(`update accounts set failed_payments = ${failed} where user_id = 'buyer'`);
    await fail(
      `jsonb_build_object('a', extract(epoch from now()) * 1000, 'b', extract(epoch from now()) * 1000)`,
    );
    expect(await market.order('bid', 'buyer', 10)).toEqual({ kind: 'refused', code: 'card-needed' });
    await market.choose(key, WAIT);
    await market.settle();
    expect(await market.openBids()).toEqual([200]);
    await market.cancelBids('owner');
    await market.settle();
    await market.order('ask', 'seller', 150);
    await market.choose(key, lowestAsk(150));
    await market.settle();
    expect(await replacement()).toMatchObject({ state: 'paid', carriedCents: totalOf(150) });
    await fail(`'{}'`);
  });

  it('pays at once if the book has an ask by then', async () => {
    await market.order('ask', 'seller', 150);
    await market.choose(key, WAIT);
    await market.settle();
    expect(await replacement()).toMatchObject({ state: 'paid', carriedCents: totalOf(150) });
    expect(await market.deal(key)).toMatchObject({ balances: { refunding: TOTAL - totalOf(150) } });
  });

  it.each(['owner', 'platform'] as const)('chooses again when the bid is cancelled (%s)', async (reason) => {
    await market.choose(key, WAIT);
    await market.settle();
    await market.cancelBids(reason);
    await market.settle();
    expect(await market.deal(key)).toMatchObject({ choice: 'open' });
    expect(market.news).toEqual(['buyer: choose-again']);
    await market.choose(key, WAIT);
    await market.settle();
    expect(await market.openBids()).toEqual([200]);
  });

  it('gets a refund when the bid is cancelled after the time to choose', async () => {
    await market.choose(key, WAIT);
    await market.settle();
    market.nowMs += 3 * DAY_MS;
    await fireDueClocks(
      market.database.pool,
      { nowMs: market.nowMs, holidays: NO_HOLIDAYS },
      { onStepped: async () => {}, onFailure: failHard },
    );
    expect(await market.openBids()).toEqual([200]);
    await market.cancelBids('owner');
    await market.settle();
    expect(await market.deal(key)).toMatchObject({ choice: 'refund', balances: { refunding: TOTAL } });
  });

  it.each(['trade', 'bid'] as const)(
    'chooses again when the account is erased, though only the %s has the pseudonym yet',
    async (first) => {
      const { pool } = market.database;
      await market.choose(key, WAIT);
      await market.settle();
      await market.cancelBids('platform');
      await transaction(pool, (tx) => beginErasure(tx, 'buyer'));
      const { rows } = await pool.query('select pseudonym from departures');
      const { pseudonym } = rows[0];
      const isBidOfTrade = `seq = (select bid_seq from trades where id = $2)`;
      await transaction(pool, async (tx) => {
        await tx.query(
          `update orders set user_id = $1 where user_id = 'buyer' and ${first === 'trade' ? isBidOfTrade : `not ${isBidOfTrade}`}`,
          [pseudonym, key.id],
        );
        if (first === 'trade') {
          await tx.query('update trades set buyer_id = $1 where id = $2', [pseudonym, key.id]);
          await renameInMoneyLines(tx, { userId: 'buyer', pseudonym }, [key.id]);
        }
      });
      await market.settle();
      expect(await market.deal(key)).toMatchObject({ choice: 'open' });
      await pool.query(`update departures set left_at = left_at - interval '61 seconds'`);
      await new AccountErasures(pool, async () => {}, failHard).advance();
      expect((await pool.query('select from departures')).rowCount).toBe(0);
    },
  );

  it('chooses again when the book refuses the bid', async () => {
    await market.database.pool.query(`update accounts set street = '' where user_id = 'buyer'`);
    await market.choose(key, WAIT);
    await market.settle();
    expect(await market.deal(key)).toMatchObject({ choice: 'open' });
    expect(await market.openBids()).toEqual([]);
  });

  it('may take the refund: the bid is cancelled, whichever job runs first, and however often', async () => {
    await market.choose(key, WAIT);
    await market.choose(key, REFUND);
    const { rows } = await market.database.pool.query('select data from jobs');
    expect(rows).toHaveLength(2);
    await Promise.all(market.servers.map((server) => server.runJobs()));
    await market.settle();
    expect(await market.openBids()).toEqual([]);
    expect(await market.deal(key)).toMatchObject({ choice: 'refund', balances: { refunding: TOTAL } });
  });

  it('who takes the refund before the bid was placed buys nothing, though the book has an ask', async () => {
    await market.order('ask', 'seller', 200);
    await market.choose(key, WAIT);
    await market.choose(key, REFUND);
    await market.settle();
    expect((await market.database.pool.query('select from trades')).rowCount).toBe(1);
  });

  it('may take the refund while the bid is being placed', async () => {
    await market.choose(key, WAIT);
    market.beforePlacement = async () => {
      market.beforePlacement = null;
      await market.choose(key, REFUND);
    };
    await market.server.runJobs();
    expect(await market.openBids()).toEqual([]);
    await market.settle();
    expect(await market.openBids()).toEqual([]);
  });

  it('who takes the refund when the bid has just traded has bought the pair as any other', async () => {
    await market.choose(key, WAIT);
    await market.settle();
    await market.order('sell', 'seller', 200);
    await market.choose(key, REFUND);
    await market.settle();
    expect(await market.deal(key)).toMatchObject({ choice: 'refund', balances: { refunding: TOTAL } });
    expect(await market.replacedBy(key)).toBeNull();
    const bought = await market.lastDeal();
    expect(await market.deal(bought)).toMatchObject({ state: 'unpaid', version: 0, carriedCents: 0 });
  });
});

describe('a buyer of the lowest ask', () => {
  it('gets the difference back from a cheaper pair', async () => {
    await market.order('ask', 'seller', 150);
    await market.choose(key, lowestAsk(180));
    await market.settle();
    expect(await market.deal(key)).toMatchObject({
      choice: 'replaced',
      balances: { 'owed-buyer': 0, refunding: TOTAL - totalOf(150) },
    });
    expect(await replacement()).toMatchObject({ state: 'paid', terms: { priceCents: 150_00 } });
  });

  it('gets no pair whose money their bank is about to take back', async () => {
    await market.order('ask', 'seller', 150);
    await market.choose(key, lowestAsk(180));
    await market.settle();
    const { server } = market;
    const bought = (await market.replacedBy(key)) as DealKey;
    await server.take(key, 'provider', { type: 'dispute-opened' });
    expect(await market.deal(bought)).toMatchObject({ payment: 'disputed' });
    await server.take(bought, 'member', { type: 'receive' });
    await server.take(bought, 'member', { type: 'pass' });
    const refused = { kind: 'refused', code: 'payment-disputed' };
    expect(await server.take(bought, 'member', { type: 'send' })).toMatchObject(refused);
    expect(await server.take(bought, 'clock', { type: 'start-payout', nettedCents: 0 })).toMatchObject(
      refused,
    );
    await server.take(key, 'provider', { type: 'dispute-won' });
    expect(await server.take(bought, 'member', { type: 'send' })).toMatchObject({ kind: 'stepped' });
  });

  it('gets back once what their bank has taken back from a cheaper pair', async () => {
    await market.order('ask', 'seller', 150);
    await market.choose(key, lowestAsk(180));
    await market.settle();
    const { server } = market;
    const bought = (await market.replacedBy(key)) as DealKey;
    await server.take(key, 'provider', { type: 'dispute-opened' });
    await server.take(key, 'provider', { type: 'dispute-lost' });
    expect(await market.deal(key)).toMatchObject({
      payment: 'lost',
      chargedBackCents: TOTAL - totalOf(150),
    });
    expect(await market.deal(bought)).toMatchObject({
      payment: 'lost',
      chargedBackCents: totalOf(150),
      balances: { held: 0 },
    });
    await server.take(bought, 'member', { type: 'cancel' });
    expect(await market.deal(bought)).toMatchObject({ choice: 'none', balances: { 'owed-buyer': 0 } });
    expect(await server.take(key, 'provider', { type: 'dispute-lost' })).toMatchObject({
      code: 'no-payment',
    });
  });

  it('gets back what they have added to a dearer pair, and no more', async () => {
    await market.order('ask', 'seller', 250);
    await market.choose(key, lowestAsk(250));
    await market.settle();
    const { server } = market;
    const bought = (await market.replacedBy(key)) as DealKey;
    const addedCents = totalOf(250) - TOTAL;
    await server.take(bought, 'provider', { type: 'payment-held', callVersion: 1, amountCents: addedCents });
    await server.take(bought, 'member', { type: 'cancel' });
    await market.choose(bought, lowestAsk(250));
    await server.take(key, 'provider', { type: 'dispute-opened' });
    await server.take(key, 'provider', { type: 'dispute-lost' });
    expect(await market.deal(key)).toMatchObject({ payment: 'lost', chargedBackCents: 0 });
    await market.order('ask', 'seller', 150);
    await market.settle();
    expect(await market.deal(bought)).toMatchObject({
      chargedBackCents: TOTAL,
      carriedOverCents: addedCents,
      balances: { 'owed-buyer': 0, refunding: 0 },
    });
    const third = (await market.replacedBy(bought)) as DealKey;
    expect(await findPayer(market.database.pool, third)).toEqual(bought);
  });

  it('who disputes the money of a pair that they have not paid in full does not buy it', async () => {
    await market.order('ask', 'seller', 250);
    await market.choose(key, lowestAsk(250));
    await market.settle();
    const { server } = market;
    const bought = (await market.replacedBy(key)) as DealKey;
    await server.take(key, 'provider', { type: 'dispute-opened' });
    expect(await market.deal(bought)).toMatchObject({
      state: 'cancelled',
      cancellation: 'by-us',
      payment: 'disputed',
      balances: { 'owed-buyer': TOTAL },
    });
    await server.take(bought, 'provider', { type: 'payment-declined', callVersion: 1 });
    expect(await market.deal(bought)).toMatchObject({ balances: { 'owed-buyer': TOTAL, refunding: 0 } });
    await server.take(key, 'provider', { type: 'dispute-won' });
    expect(await market.deal(bought)).toMatchObject({ balances: { 'owed-buyer': 0, refunding: TOTAL } });
  });

  it.each([
    [
      'loses a disputed payment in each deal that has a part of it',
      TOTAL,
      [TOTAL - totalOf(180), totalOf(180) - totalOf(150), totalOf(150)],
    ],
    [
      'loses a disputed part first in the deal that collected it, and the rest in the next one',
      TOTAL - totalOf(180) + 1_00,
      [TOTAL - totalOf(180), 1_00, 0],
    ],
  ])('%s', async (_, chargedBackCents, expected) => {
    const { server } = market;
    await market.order('ask', 'seller', 180);
    await market.choose(key, lowestAsk(180));
    await market.settle();
    const second = (await market.replacedBy(key)) as DealKey;
    await server.take(second, 'member', { type: 'cancel' });
    await market.order('ask', 'seller', 150);
    await market.choose(second, lowestAsk(180));
    await market.settle();
    const third = (await market.replacedBy(second)) as DealKey;
    await server.take(key, 'provider', { type: 'dispute-opened', chargedBackCents });
    await server.take(key, 'provider', { type: 'dispute-lost', chargedBackCents });
    const lost = [await market.deal(key), await market.deal(second), await market.deal(third)];
    expect(lost.map((deal) => deal.chargedBackCents)).toEqual(expected);
    expect((await market.deal(third)).payment).toBe(expected[2] === 0 ? 'held' : 'lost');
  });

  it('pays the difference to a dearer pair, and the clock collects nothing else', async () => {
    await market.order('ask', 'seller', 250);
    await market.choose(key, lowestAsk(250));
    await market.settle();
    await startDuePayments(
      market.database.pool,
      { nowMs: market.nowMs, holidays: NO_HOLIDAYS },
      { onStepped: async () => {}, onFailure: failHard },
    );
    expect(await replacement()).toMatchObject({
      state: 'unpaid',
      payment: 'collecting',
      version: 1,
      balances: { held: TOTAL, collecting: totalOf(250) - TOTAL },
    });
  });

  it('chooses again if the price has risen, or nothing is for sale', async () => {
    for (const prepare of [async () => {}, () => market.order('ask', 'seller', 181)]) {
      await prepare();
      await market.choose(key, lowestAsk(180));
      await market.settle();
      expect(await market.deal(key)).toMatchObject({ choice: 'open' });
    }
    expect(market.news).toEqual(['buyer: choose-again', 'buyer: choose-again']);
    await market.choose(key, lowestAsk(181));
    await market.settle();
    expect(await market.deal(key)).toMatchObject({ choice: 'replaced' });
  });
});

describe('a choice', () => {
  it('whose job or entry is repeated has no second effect', async () => {
    await market.order('ask', 'seller', 200);
    await market.choose(key, lowestAsk(200));
    const { rows } = await market.database.pool.query('select * from jobs');
    const [job] = rows;
    await market.settle();
    const before = await market.deal(key);
    await market.database.pool.query('insert into jobs select * from json_populate_record(null::jobs, $1)', [
      JSON.stringify(job),
    ]);
    await market.database.pool.query('delete from feed_cursors');
    await Promise.all(market.servers.map((server) => market.settle(server)));
    expect(await market.deal(key)).toEqual(before);
    expect((await market.database.pool.query('select from deals')).rowCount).toBe(2);
  });

  it('whose payment is disputed carries no money over: the pair is paid as any other', async () => {
    await market.choose(key, WAIT);
    await market.settle();
    await market.server.take(key, 'provider', { type: 'dispute-opened' });
    await market.order('sell', 'seller', 200);
    await market.settle();
    expect(await market.deal(key)).toMatchObject({ choice: 'open', balances: { 'owed-buyer': TOTAL } });
    expect(await market.deal(await market.lastDeal())).toMatchObject({ version: 0, carriedCents: 0 });
  });

  it('of a deal that has closed in the meantime buys nothing with its money, and stops no other deal', async () => {
    const { server } = market;
    const closing = await market.paidDeal();
    await server.take(closing, 'member', { type: 'receive' });
    await server.take(closing, 'member', { type: 'fail' });
    market.nowMs += 3 * DAY_MS;
    await server.take(closing, 'clock', { type: 'deadline-passed' });
    await market.choose(closing, lowestAsk(200));
    await market.order('ask', 'seller', 200);
    const [trade] = await tradesOf(() => server.runJobs());
    await server.take(closing, 'provider', { type: 'dispute-opened' });
    await server.take(closing, 'provider', { type: 'dispute-lost' });
    market.nowMs += 3 * DAY_MS;
    await server.take(closing, 'clock', { type: 'deadline-passed' });
    await server.take(closing, 'member', { type: 'return-pair' });
    expect(await market.deal(closing)).toMatchObject({ state: 'closed', choice: 'lowest-ask' });
    await market.settle();
    expect(await market.deal({ ...closing, id: trade ?? '' })).toMatchObject({ version: 0, carriedCents: 0 });
  });

  it('ends with a lost chargeback while the buyer waits', async () => {
    await market.choose(key, WAIT);
    await market.settle();
    await market.server.take(key, 'provider', { type: 'dispute-opened' });
    await market.server.take(key, 'provider', { type: 'dispute-lost' });
    await market.settle();
    expect(await market.openBids()).toEqual([]);
    expect(await market.deal(key)).toMatchObject({ choice: 'refund', balances: { 'owed-buyer': 0 } });
  });

  it('does not pay for an order that the buyer placed under its id before', async () => {
    const { version } = await market.deal(key);
    const orderId = orderIdOf(key, version + 1);
    await market.order('ask', 'seller', 200);
    await market.order('buy', 'buyer', 200, orderId);
    await market.settle();
    await market.choose(key, lowestAsk(200));
    await market.settle();
    expect(await market.deal(key)).toMatchObject({ choice: 'open', balances: { 'owed-buyer': TOTAL } });
    await market.choose(key, REFUND);
  });

  it('ends if a bid under its id was cancelled before', async () => {
    const { version } = await market.deal(key);
    await market.order('bid', 'buyer', 200, orderIdOf(key, version + 1));
    await market.cancelBids('owner');
    await market.settle();
    await market.choose(key, WAIT);
    await market.settle();
    expect(await market.deal(key)).toMatchObject({ choice: 'open' });
  });

  it('has nothing to do with an order of another user under its id', async () => {
    await market.choose(key, WAIT);
    await market.settle();
    const { version } = await market.deal(key);
    await market.order('ask', 'seller', 210);
    await market.order('buy', 'other', 210, orderIdOf(key, version));
    await market.settle();
    expect(await market.deal(key)).toMatchObject({ choice: 'wait' });
    expect(await market.replacedBy(key)).toBeNull();
  });
});

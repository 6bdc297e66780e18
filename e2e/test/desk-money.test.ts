import { dealCode } from '@perkex/core/deals/deal-code.js';
import { transaction } from '@perkex/server/database/transaction.js';
import type { DealKey } from '@perkex/server/deals/deal-key.js';
import { readDeal } from '@perkex/server/deals/read-deal.js';
import { takeMemberStep } from '@perkex/server/deals/take-member-step.js';
import { referenceOf } from '@perkex/server/payments/bank/payment-rows.js';
import { startMaintenance } from '@perkex/server/process/maintenance.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { consumeAll } from '../../server/test/consumers.js';
import { NO_HOLIDAYS } from '../../server/test/deals.js';
import type { Person } from '../src/person.js';
import { faultsOf } from './support/accessibility.js';
import { arriveAsMember } from './support/members.js';
import { useShop } from './support/shop.js';

const ACCOUNT = 'DE89370400440532013000';
const shop = useShop({
  hasDeals: true,
  payments: {
    provider: 'bank',
    account: { holder: 'PerkeX Club', account: ACCOUNT, bankCode: null, bankName: null },
  },
  settings: () => ({ PAYMENTS: 'bank', BANK_HOLDER: 'PerkeX Club', BANK_ACCOUNT: ACCOUNT }),
});

/** Waits until the market, which works in the background, has brought the deal there. */
async function until(key: DealKey, expected: object): Promise<void> {
  const { database, deals } = shop.app;
  await vi.waitFor(async () => {
    await database.pool.query(`update provider_calls set check_at = now() where outcome = 'needs-buyer'`);
    for (const consumer of deals.consumers) {
      await consumeAll(database, consumer);
    }
    expect((await readDeal(database.pool, key))?.deal).toMatchObject(expected);
  }, 60_000);
}

/** A trade at this price whose buyer knows how to pay. */
async function trade(price: number): Promise<DealKey> {
  const { name, id: productId } = await shop.product();
  const [seller, buyer] = [await shop.account(), await shop.account()];
  await seller.post('/payment-setup/bank-account', { holder: 'Sally', account: 'GB29NWBK60161331926819' });
  await seller.order('ask', { name, size: '9', price });
  await buyer.order('buy', { name, size: '9', price });
  const { rows } = await shop.app.database.pool.query<DealKey>(
    'select product_id as "productId", id from trades where product_id = $1',
    [productId],
  );
  const key = rows[0] as DealKey;
  await until(key, { payment: 'needs-buyer' });
  return key;
}

/** Members receive and pass the pair, so that its seller is owed their money. */
async function passPair(key: DealKey): Promise<void> {
  for (const type of ['receive', 'pass'] as const) {
    await transaction(shop.app.database.pool, async (tx) => {
      const by = { name: 'dora', userId: null, role: null, requestId: null };
      const step = { type, ...by, refundCents: 0, parcel: null, seenVersion: null };
      const moment = { nowMs: Date.now(), holidays: NO_HOLIDAYS };
      expect(await takeMemberStep(tx, key, step, moment)).toMatchObject({ kind: 'stepped' });
    });
  }
  await until(key, { payout: 'sending' });
}

async function agrees({ page }: Person, label: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: label }).click();
}

it('a statement is booked by one member, and the payouts of the day leave once a second one has released them', async () => {
  shop.app.jobs.start();
  onTestFinished(startMaintenance(shop.app.payments.maintenance, { error: console.error }));
  const key = await trade(2_000);
  const { deal } = (await readDeal(shop.app.database.pool, key)) ?? {};
  const amount = ((deal?.terms.buyerTotalCents ?? 0) / 100).toFixed(2);
  const fin = await arriveAsMember(shop, 'fin', 'finance');
  const ann = await arriveAsMember(shop, 'ann', 'admin', { viewport: { width: 390, height: 844 } });

  await fin.opens('/desk');
  await fin.follows('Money');
  await fin.seesHeading('Open payments');
  await fin.sees(dealCode(key));
  await fin.follows('Import a statement');
  const file = `date,amount,reference,id\n2026-11-26,${amount},${referenceOf(key)},B1\n2026-11-26,5.00,Rent,B2\n`;
  const choose = () =>
    fin.page.getByLabel('Bank statement').setInputFiles({
      name: 'bank.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(file),
    });
  await choose();
  await fin.sees(/of 2 lines can be booked/);
  expect(await faultsOf(fin)).toEqual([]);
  await fin.presses('Book');
  await fin.sees(/line is booked\. 1 unmatched line waits for a member/);
  await choose();
  await fin.sees('This file was imported before. There is nothing to book.');
  await until(key, { state: 'paid' });
  await passPair(key);

  await fin.opens('/desk/money/payouts');
  await fin.sees(dealCode(key));
  await fin.presses('Make a list');
  await agrees(fin, 'Make a list');
  await fin.sees('You have proposed this list. Another member releases it.');
  const { place } = fin;

  await ann.opens('/desk/money');
  await ann.seesHeading('Unmatched lines');
  await ann.follows('Payouts and lists');
  await ann.page.getByRole('list', { name: 'Lists, newest first' }).getByRole('link').click();
  await ann.seesHeading('List 1');
  await ann.sees('Proposed by fin: another member releases it');
  expect(await faultsOf(ann)).toEqual([]);
  await ann.presses('Release');
  await agrees(ann, 'Release');
  await ann.sees('Created by fin, released by ann · 1 at the bank');

  await fin.opens(place);
  const download = fin.page.waitForEvent('download');
  await fin.presses('pain.001');
  expect((await download).suggestedFilename()).toBe('list-1.xml');
  await fin.presses('Paid');
  await agrees(fin, 'Paid');
  await fin.sees('Created by fin, released by ann · 1 paid');
  await until(key, { payout: 'sent' });

  await fin.opens('/desk/ledger');
  await fin.follows('On its way to sellers');
  await fin.page.getByRole('row').nth(1).getByRole('link').click();
  await fin.page.getByRole('list', { name: 'Transfers, oldest first' }).getByRole('link').first().click();
  await fin.seesHeading('Transfers of a deal');
  expect(await faultsOf(fin)).toEqual([]);
});

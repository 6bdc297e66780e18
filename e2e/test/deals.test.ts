import type { TestCard } from '@perkex/contract/test-cards.js';
import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import { parseDealCode } from '@perkex/core/deals/deal-code.js';
import { startMaintenance } from '@perkex/server/process/maintenance.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Person } from '../src/person.js';
import { faultsOf } from './support/accessibility.js';
import { buildDeal, pay } from './support/deals.js';
import { readCodes, readPrintedCodes } from './support/read-codes.js';
import { useShop } from './support/shop.js';

const shop = useShop({ hasDeals: true });

const DAY_MS = 86_400_000;

interface TradeOptions {
  /** The test card of the buyer. */
  readonly card?: TestCard;
  readonly sellersCard?: TestCard;
}

/** A new trade of two users, which the buyer took. */
async function trade({ card = 'works', sellersCard = 'works' }: TradeOptions = {}) {
  const parties = { seller: await shop.account(), buyer: await shop.account() };
  await parties.buyer.post('/payment-setup/card', { card });
  await parties.seller.post('/payment-setup/card', { card: sellersCard });
  return { parties, happens: await buildDeal(shop, await shop.product(), parties) };
}

/** The parties of a trade, at their browsers. */
async function arrive({ seller, buyer }: Awaited<ReturnType<typeof trade>>['parties']) {
  return { seller: await shop.personOf(seller), buyer: await shop.personOf(buyer) };
}

/** Opens the deal from the list of those in progress. */
async function opensDeal(person: Person, list: 'buying' | 'selling', state: string): Promise<void> {
  await person.opens(`/dashboard/${list}`);
  await person.page.getByRole('tab', { name: 'In Progress' }).click();
  await person.page.getByRole('list', { name: 'In progress' }).getByRole('link').click();
  await person.seesHeading(state);
}

/** Returns to the tab after using another one. A read that is still under way would be shared, and may be older. */
async function comesBack(person: Person): Promise<void> {
  await person.seesAllOfIt();
  await person.page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

/** Agrees to the question after a button. */
async function agrees({ page }: Person, label: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: label }).click();
}

/** Starts the market's work with the payment provider. */
function startPayments(): void {
  shop.app.jobs.start();
  onTestFinished(startMaintenance(shop.app.payments.maintenance, { error: console.error }));
}

const timelineOf = ({ page }: Person) =>
  page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('listitem')
    .locator('p:first-child')
    .allInnerTexts();

describe('a deal', () => {
  it('can be undone by the buyer who took it, and its seller sees that', async () => {
    const { buyer, seller } = await arrive((await trade()).parties);
    await opensDeal(seller, 'selling', 'Waiting for payment');
    await opensDeal(buyer, 'buying', 'Waiting for payment');
    await buyer.sees('216.00$');
    await buyer.presses('Undo this purchase');
    await agrees(buyer, 'Undo this purchase');
    await buyer.seesHeading('Cancelled');
    expect(await timelineOf(buyer)).toEqual(['Undone', 'Bought']);
    await comesBack(seller);
    await seller.seesHeading('Cancelled');
    expect(await timelineOf(seller)).toEqual(['Undone', 'Sold']);
  });

  it('leads from the payment to a confirmed pair, with the steps of both sides', async () => {
    const { parties, happens } = await trade();
    const { buyer, seller } = await arrive(parties);
    await pay(happens);
    await opensDeal(buyer, 'buying', 'Paid');
    await opensDeal(seller, 'selling', 'Ready to ship');
    await seller.sees('165.00$');

    const { example, name } = CARRIER_FACTS.ups;
    await seller.page.getByLabel('Carrier').selectOption(name);
    await seller.types('Tracking number', example);
    await seller.presses('I have shipped it');
    await seller.seesHeading('On its way to PerkeX');
    await seller.sees(`${name} ${example}`);
    await comesBack(buyer);
    await buyer.seesHeading('On its way to PerkeX');
    expect(await buyer.page.content()).not.toContain(example);

    // The pages of members: e2e/test/desk-check.test.ts.
    for (const type of ['receive', 'pass', 'send'] as const) {
      await happens('member', { type });
    }
    await comesBack(buyer);
    await buyer.seesHeading('On its way to you');
    // The buyer still sees the state before, also if a notification arrives only now.
    buyer.expectsComplaint(/status of 409|ERR_FAILED/);
    const reads = /\/api\/deals\/[^/]+$/;
    await buyer.page.route(reads, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await buyer.seesAllOfIt(); // a read that is under way might already find the arrival
    await happens('provider', { type: 'parcel-arrived' });
    await buyer.presses('It has arrived');
    await buyer.page.getByRole('alert').waitFor();
    await buyer.page.unroute(reads);
    await comesBack(buyer);
    await buyer.seesHeading('Delivered');
    await buyer.presses('Everything is fine');
    await agrees(buyer, 'Everything is fine');
    await buyer.sees('Nothing is left for you to do.');
    await seller.sees('Confirmed');

    const callVersion = await happens('clock', { type: 'start-payout', nettedCents: 0 });
    await happens('provider', { type: 'payout-done', callVersion });
    await comesBack(seller);
    await seller.seesHeading('Complete');
    await seller.sees('Paid out');
    await comesBack(buyer);
    await buyer.seesHeading('Complete');
    await buyer.presses('Open the box');
    await buyer.link('Print the label').waitFor();
    await buyer.follows('Receipt');
    await buyer.seesHeading('Receipt');
    await buyer.page.goBack();
    await buyer.seesHeading('Complete');
    expect(await timelineOf(buyer)).toEqual([
      'Complete',
      'Confirmed',
      'Delivered',
      'Sent to you',
      'Passed the check',
      'Arrived at PerkeX',
      'Shipped to PerkeX',
      'Paid',
      'Bought',
    ]);
  });

  it('has a packing slip and a box label whose printed codes are read as the code of the deal', async () => {
    const { parties, happens } = await trade();
    // About the resolution of a printer.
    const seller = await shop.personOf(parties.seller, { deviceScaleFactor: 3 });
    await pay(happens);
    await opensDeal(seller, 'selling', 'Ready to ship');
    const id = seller.place.split('/').at(-1) ?? '';
    await seller.follows('Packing slip');
    await seller.seesHeading('Packing slip');
    const code = await seller.page.getByText(/^\d+(-[0-9A-Z]{4}){4}-[0-9A-Z]$/).innerText();
    expect(parseDealCode(code)?.firstId.slice(0, 24)).toBe(id.slice(0, 24));
    await seller.page.emulateMedia({ media: 'print' });
    const scanned = code.replaceAll('-', '');
    const codes = [`Code128 ${scanned}`, `QRCode ${scanned}`];
    expect(await readCodes(await seller.page.getByRole('article').screenshot())).toEqual(codes);
    const printed = await readPrintedCodes(await seller.page.pdf({ format: 'A4' }));
    if (printed === null) {
      console.log('pdftoppm is not installed: the codes of the printed slip are not read.');
    }
    expect(printed ?? codes).toEqual(codes);
    await seller.opens(`/dashboard/orders/${id}/box`);
    const label = seller.page.getByRole('region', { name: 'Box label' });
    expect(await readCodes(await label.screenshot())).toEqual([`Code128 ${scanned}`]);
  });

  it('is paid by the buyer, whose card was declined, on the page of their bank', async () => {
    const { parties } = await trade({ card: 'declined' });
    const buyer = await shop.personOf(parties.buyer);
    startPayments();
    await opensDeal(buyer, 'buying', 'Waiting for payment');
    await buyer.sees('Play money: no real money moves.');
    await buyer.seesHeading('Pay again');
    const { place } = buyer;
    await buyer.page.getByLabel('A card whose bank asks you').check();
    await buyer.presses('Pay 216.00$');
    await buyer.seesHeading('Confirm your payment');
    await buyer.presses('Go to your bank');
    await buyer.seesHeading('Do you want to pay PerkeX?');
    expect(await faultsOf(buyer)).toEqual([]);
    await buyer.presses('Pay 216.00 USD');
    await buyer.isAt(place);
    await buyer.seesHeading('Paid');
    expect(await timelineOf(buyer)).toEqual([
      'Paid',
      'The bank asks for confirmation of the payment',
      'Payment declined',
      'Bought',
    ]);
  });

  it('that its seller did not ship costs a penalty, which they pay by card on My money', async () => {
    const { parties, happens } = await trade({ sellersCard: 'asks-bank' });
    const seller = await shop.personOf(parties.seller);
    await pay(happens);
    for (const days of [10, 20]) {
      await happens('clock', { type: 'deadline-passed' }, Date.now() + days * DAY_MS);
    }
    // The provider knows nothing of the payment before.
    await shop.app.database.pool.query(`update provider_calls set outcome = 'done', provider_ref = 'pi_1'`);
    startPayments();
    await seller.opens('/dashboard/money');
    await seller.seesHeading('You owe 30.00$');
    expect(await faultsOf(seller)).toEqual([]);
    await seller.presses('Pay 30.00$ by card');
    await seller.sees('Your bank asks you to confirm the payment of 30.00$.');
    await seller.presses('Go to your bank');
    await seller.seesHeading('Do you want to pay PerkeX?');
    await seller.presses('Pay 30.00 USD');
    await seller.isAt('/dashboard/money');
    await seller.seesHeading('My money');
    const paid = seller.page.getByText('You have paid it. It counts against what you owed.');
    await expect
      .poll(async () => {
        await comesBack(seller);
        return paid.count();
      })
      .toBe(1);
    await seller.page
      .getByRole('heading', { name: /^You owe \d|^Your payment is/ })
      .waitFor({ state: 'detached' });
  });

  it('of other people is none to anybody else', async () => {
    const { parties } = await trade();
    const buyer = await shop.personOf(parties.buyer);
    await opensDeal(buyer, 'buying', 'Waiting for payment');
    const { person: stranger } = await shop.trader();
    stranger.expectsComplaint(/status of 404/);
    await stranger.opens(buyer.place);
    await stranger.seesHeading('You have no such order');
  });
});

import { CARRIER_FACTS } from '@perkex/core/deals/carriers.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, SHIPPING } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { WorkingDeal } from './support/market-work.js';
import { useShop } from './support/shop.js';

const shop = useShop({ hasDeals: true, servers: 1 });

const TWO_DAYS = 2;
const TWO_WEEKS = 14;
const PENALTY = 'A penalty of 30.00$ is due unless you appeal in time.';

/** One pair of users for all deals. */
let seller: Account;
let buyer: Account;
/** Their browsers. */
let sally: Person;
let bert: Person;

beforeAll(async () => {
  [seller, buyer] = [await shop.account(), await shop.account()];
  await seller.post('/shipping', { ...SHIPPING, name: 'Sally', surname: 'Sellerson', street: 'Sellers Row' });
  await buyer.post('/shipping', { ...SHIPPING, name: 'Bert', surname: 'Buyerson', street: 'Buyers Lane' });
  shop.app.jobs.start();
});

/** A deal at 200$, open in the browsers of both. Each sees it change without a reload from then on. */
async function deal(state: 'paid' | 'received' | 'delivered'): Promise<WorkingDeal> {
  await buyer.post('/payment-setup/card', { card: 'works' });
  const trade = await WorkingDeal.open(shop, seller, buyer);
  await trade.until({ state: 'paid' });
  if (state !== 'paid') {
    await trade.happens('ann', { type: 'receive' });
  }
  if (state === 'delivered') {
    await trade.happens('ann', { type: 'pass' });
    await trade.until({ payout: 'sent' });
    await trade.happens('ann', { type: 'send' });
    await trade.happens('provider', { type: 'parcel-arrived' });
  }
  await bothOpen(trade);
  return trade;
}

async function bothOpen({ path }: WorkingDeal): Promise<void> {
  sally = await shop.personOf(seller);
  bert = await shop.personOf(buyer);
  await Promise.all([sally, bert].map((person) => person.opens(path)));
  for (const person of [sally, bert]) {
    await expect.poll(() => person.answeredStreams()).toContain('/api/live/me');
  }
}

/** Agrees to the consequence that a dialog states. */
async function agrees({ page }: Person, label: string, consequence: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText(consequence, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: label }).click();
}

/** The amounts of their own money in the deal, below its total. */
async function moneyOf({ page }: Person): Promise<string[]> {
  const lines = page.getByRole('region', { name: 'Your money' }).locator('dl').nth(1).locator('> div');
  return (await lines.allInnerTexts()).map((line) => line.replace(/\s+/g, ' '));
}

async function seesMoney(person: Person, lines: readonly string[]): Promise<void> {
  await expect.poll(() => moneyOf(person)).toEqual(lines);
}

/** Reads the newest notification at the bell, and closes it. */
async function seesNews({ page }: Person, text: string): Promise<void> {
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await bell.click();
  await page.getByText(text, { exact: true }).first().waitFor();
  await bell.click();
}

/** Nothing on the pages that are open names the other side. */
async function expectPrivate(): Promise<void> {
  const shown = async ({ page }: Person) => page.content();
  expect(await shown(bert)).not.toMatch(/Sally|Sellerson|Sellers Row/);
  expect(await shown(sally)).not.toMatch(/Bert|Buyerson|Buyers Lane/);
}

describe('a payment', () => {
  it('can be made again after the buyer refuses it at their bank, and ends the deal if they leave it there', async () => {
    await buyer.post('/payment-setup/card', { card: 'asks-bank' });
    const trade = await WorkingDeal.open(shop, seller, buyer);
    await trade.until({ payment: 'needs-buyer' });
    await bothOpen(trade);
    await bert.sees('Your bank wants you to confirm the payment.');
    await bert.presses('Go to your bank');
    await bert.presses('Refuse');
    await bert.isAt(trade.path);
    await trade.until({ payment: 'failed' });
    await bert.sees('Your payment was declined. Please pay again.');
    await seesMoney(bert, ['Paid so far 0.00$']);
    await bert.page.getByLabel('A card whose bank asks you').check();
    await bert.presses('Pay 216.00$');
    await trade.until({ payment: 'needs-buyer' });
    await bert.presses('Go to your bank');
    await bert.follows('Go back without an answer');
    await bert.isAt(trade.path);
    await bert.sees('Your bank wants you to confirm the payment.');
    await trade.happens('clock', { type: 'deadline-passed' }, TWO_DAYS);
    await bert.seesHeading('Cancelled');
    await bert.sees(/^You did not pay in time\./);
    await bert.sees(PENALTY);
    await bert.button('Appeal the penalty').waitFor();
    await sally.seesHeading('Cancelled');
    await sally.sees('The buyer did not pay in time. The sale has ended.');
    await seesNews(sally, 'The buyer did not pay in time. The deal is cancelled.');
    await expectPrivate();
  });
});

describe('a deal that fails', () => {
  it('because nothing was shipped is refunded, and the penalty of its seller can be waived', async () => {
    const trade = await deal('paid');
    await trade.happens('clock', { type: 'deadline-passed' }, TWO_WEEKS);
    await bert.sees('The seller did not ship in time. We hold your money. Choose what happens with it.');
    await seesNews(bert, 'The seller did not ship in time. Choose what happens with your money.');
    await seesMoney(bert, ['Paid 216.00$', 'Owed to you 216.00$']);
    await bert.presses('Get my money back');
    await agrees(bert, 'Get my money back', '216.00$ goes back to you.');
    await trade.until({ payment: 'refunded' });
    await bert.sees('The seller did not ship in time. You have your money back.');
    await seesMoney(bert, ['Paid 216.00$', 'Refunded 216.00$']);
    await sally.sees(/^You did not ship in time\./);
    await sally.sees(PENALTY);
    // The refund was a step of the deal, too, of which she has heard nothing.
    sally.expectsComplaint(/status of 409/);
    await sally.presses('Appeal the penalty');
    await sally.types('Why?', 'The carrier was on strike.');
    await agrees(sally, 'Appeal the penalty', /^You pay nothing until .* 30\.00\$\. You can appeal once\.$/);
    await sally.sees(/^We decide about your appeal within 10 working days\. .* the penalty of 30\.00\$\.$/);
    await trade.happens('ann', { type: 'waive-penalty' });
    await sally.sees('The penalty of 30.00$ was waived. You pay nothing.');
    await expectPrivate();
  });

  it('twice at the check may be replaced by a bid that waits', async () => {
    const trade = await deal('received');
    await trade.happens('ann', { type: 'fail' });
    await sally.presses('Object');
    await sally.types('Why?', 'This box has another label.');
    await agrees(sally, 'Object', 'A second member of our team checks the pair. Their result is final.');
    await sally.sees('A second member of our team checks the pair.');
    await bert.sees('A second member of our team checks the pair.');
    await trade.happens('bob', { type: 'fail' });
    await sally.seesHeading('Rejected');
    await sally.sees(PENALTY);
    await bert.seesHeading('Rejected');
    await bert.presses('Wait with a bid');
    await agrees(
      bert,
      'Wait with a bid',
      'We place a bid of 200.00$ for you, and hold your 216.00$ until it trades. You can have your money back at any time.',
    );
    await bert.sees('Your bid is waiting for another pair. You can have your money back at any time.');
    await seller.order('sell', trade.order);
    await trade.until({ choice: 'replaced' });
    await bert.sees('You have another pair instead.');
    await seesMoney(bert, ['Paid 216.00$', 'Used for your new order 216.00$']);
    await bert.follows('your new order');
    await bert.seesHeading('Paid');
    await seesMoney(bert, ['Paid with your earlier order 216.00$']);
    await expectPrivate();
  });

  it('without an objection may be replaced by the lowest ask, for the difference', async () => {
    const trade = await deal('received');
    await trade.happens('ann', { type: 'fail' });
    await sally.seesHeading('Did not pass the check');
    await bert.sees('Otherwise the pair is rejected, and you get your money back.');
    await trade.happens('clock', { type: 'deadline-passed' }, TWO_DAYS);
    await sally.seesHeading('Rejected');
    await seller.order('ask', { ...trade.order, price: 190 });
    await bert.seesHeading('Rejected');
    await bert.presses('Take the lowest ask');
    await agrees(bert, 'Buy at 190.00$', /^Buys another pair at 190\.00\$, .* You get 10\.30\$ back\.$/);
    await trade.until({ choice: 'replaced', payment: 'refunded' });
    await bert.sees('You have another pair instead.');
    await seesMoney(bert, ['Paid 216.00$', 'Used for your new order 205.70$', 'Refunded 10.30$']);
    await trade.happens('ann', { type: 'return-pair' });
    await sally.sees(/^Your pair is on its way back to you\./);
  });

  it('because the parcel was lost is refunded without a choice, and the loss of its seller may be ours', async () => {
    const trade = await deal('paid');
    await sally.page.getByLabel('Carrier').selectOption(CARRIER_FACTS.ups.name);
    await sally.types('Tracking number', CARRIER_FACTS.ups.example);
    await sally.presses('I have shipped it');
    await sally.seesHeading('On its way to PerkeX');
    await trade.happens('provider', { type: 'parcel-lost' });
    await bert.seesHeading('Lost');
    await bert.sees('Otherwise we refund you then.');
    await sally.sees('PerkeX finds out where the pair was lost.');
    await trade.happens('clock', { type: 'deadline-passed' }, TWO_DAYS);
    await trade.happens('ann', { type: 'bear-loss' });
    await trade.until({ state: 'closed' });
    await bert.seesHeading('Closed');
    await bert.sees('You have your money back.');
    await seesMoney(bert, ['Paid 216.00$', 'Refunded 216.00$']);
    await sally.seesHeading('Closed');
    await sally.sees('PerkeX bears the loss of the parcel, and has paid you.');
    await seesMoney(sally, ['Paid out 165.00$']);
    await expectPrivate();
  });
});

describe('a delivered pair', () => {
  it('with a problem goes back for the money, and its seller stays paid', async () => {
    const trade = await deal('delivered');
    await bert.presses('Report a problem');
    await bert.page.getByLabel('Problem', { exact: true }).selectOption('It is damaged');
    await bert.types('What is wrong?', 'The left sole has a cut.');
    await agrees(bert, 'Report a problem', /^PerkeX then decides: .* You can report once, and add pictures/);
    await bert.sees('PerkeX decides about the problem that you reported.');
    await sally.sees('The buyer has reported a problem. It is between them and PerkeX.');
    expect(await sally.page.content()).not.toContain('left sole');
    await trade.happens('ann', { type: 'request-return' });
    await bert.sees('Send the pair back to PerkeX for a refund.');
    await bert.sees('Otherwise PerkeX may end your claim without a refund.');
    await trade.happens('ann', { type: 'receive' });
    await trade.until({ state: 'closed' });
    await bert.seesHeading('Closed');
    await bert.sees('You have your money back.');
    await seesMoney(bert, ['Paid 216.00$', 'Refunded 216.00$']);
    await seesMoney(sally, ['Paid out 165.00$']);
    await expectPrivate();
  });

  it('whose payout fails is paid out again, and stays paid out after a chargeback', async () => {
    const trade = await deal('delivered');
    await seesMoney(sally, ['Paid out 165.00$']);
    const { callVersions } = await trade.until({ payout: 'sent' });
    await trade.happens('provider', { type: 'payout-failed', callVersion: callVersions['pay-out'] });
    await seesMoney(sally, ['Owed to you 165.00$']);
    await sally.sees(/^Your payout failed\. Check where your payouts go in the settings/);
    await seesNews(sally, 'Your payout has failed. Please check where your payouts go.');
    await trade.happens('ann', { type: 'start-payout', nettedCents: 0 });
    await trade.until({ payout: 'sent' });
    await seesMoney(sally, ['Paid out 165.00$']);
    // The payouts were steps of the deal, too, of which he has heard nothing.
    bert.expectsComplaint(/status of 409/);
    await bert.presses('Everything is fine');
    await agrees(bert, 'Everything is fine', /^Completes the purchase\./);
    await bert.seesHeading('Complete');
    await trade.happens('provider', { type: 'dispute-opened' });
    await trade.happens('provider', { type: 'dispute-lost' });
    await Promise.all([sally, bert].map((person) => person.opens(trade.path)));
    await seesMoney(sally, ['Paid out 165.00$']);
    await sally.seesHeading('Complete');
    await seesMoney(bert, ['Paid 216.00$', 'Taken back by your bank 216.00$']);
  });
});

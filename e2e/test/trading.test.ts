import { describe, expect, it } from 'vitest';
import type { Account } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { droppedBefore, outOfOrder } from './support/faults.js';
import { useShop } from './support/shop.js';

const shop = useShop();

const ticks = (person: Person, label: string) => person.page.getByLabel(label).check();
const row = (person: Person, name: string) => person.page.getByRole('row').filter({ hasText: name });
const tab = (person: Person, name: string) => person.page.getByRole('tab', { name }).click();
const openTab = (person: Person) => person.page.getByRole('tab', { selected: true });

/** The visible text in the cell of the remove icon. */
const NO_TEXT = '';

const NEW_AND_BOXED = 'My sneakers are new, unworn with the original, undamaged box.';
const SHIPS_SOON = 'I will ship within 2 business days of sale to avoid penalties.';

describe('a bid', () => {
  it("is reviewed, also after a reload, placed once for a chosen time, listed on its bidder's dashboard, and changed", async () => {
    const { id, name } = await shop.product();
    const { person, account } = await shop.trader();
    await person.opens(`/buy/${id}?size=9`);
    await person.types('Enter Bid', '210');
    await person.page.getByLabel('7 days').check();
    await person.presses('Review Bid');
    await person.seesHeading('Review Bid');
    await person.sees('Please confirm your bid details below');
    await person.sees('Your Bid');
    await person.sees('210$');
    for (const condition of ['New & Unworn', 'In Original Box', 'PerkeX Verified']) {
      const box = person.page.getByLabel(condition);
      expect([await box.isChecked(), await box.isDisabled()]).toEqual([true, true]);
    }
    await person.sees('not yet verified');

    const idBefore = await reviewId(person);
    await person.page.reload();
    await person.seesHeading('Review Bid');
    expect(await reviewId(person)).toBe(idBefore);
    await person.page.goBack();
    await person.page.getByLabel('Enter Bid').waitFor();

    await person.presses('Review Bid');
    await person.presses('BACK');
    expect(await person.page.getByLabel('Enter Bid').inputValue()).toBe('210');
    await person.presses('Review Bid');
    await person.button('PLACE BID').dblclick();
    await person.isAt('/dashboard/buying');
    await person.seesToast(`Your bid of 210$ for ${name}, size 9 is placed.`);
    await person.seesHeading('Your bid is placed');
    await expectRow(person, name, ['210$', '210$', '--', NO_TEXT]);
    expect(await orderStatuses(account)).toEqual(['open']);
    await person.sees(/expires in 7 days/);

    await person.page.getByRole('link', { name: `Change bid: ${name}, size 9` }).click();
    await person.types('Enter Bid', '215');
    await person.presses('Review Bid');
    await person.sees(/^This replaces your bid of/);
    await person.presses('PLACE BID');
    await person.seesToast(`Your bid of 215$ for ${name}, size 9 is placed.`);
    await expectRow(person, name, ['215$', '215$', '--', NO_TEXT]);
    expect((await orderStatuses(account)).sort()).toEqual(['cancelled', 'open']);
  });
});

describe('a bid over three sizes', () => {
  it('is listed in each, buys one pair, and is gone from the others', async () => {
    const { id, name } = await shop.product();
    const seller = await shop.account();
    const { person } = await shop.trader();
    await person.opens(`/buy/${id}?size=9`);
    await person.types('Enter Bid', '210');
    await person.page.getByText('Any of several sizes').click();
    for (const size of ['8', '10']) {
      await person.page.getByLabel(`Size ${size}, lowest ask`).check();
    }
    await person.presses('Review Bid');
    await person.sees('8, 9 or 10');
    await person.presses('PLACE BID');
    await person.isAt('/dashboard/buying');
    await person.seesToast(`Your bid of 210$ for ${name}, size 8, 9 or 10, is placed.`);
    await person.seesHeading('Your bid is placed');
    await expect.poll(() => row(person, name).count()).toBe(3);
    await person.sees('one pair: size 8, 9 or 10');
    await seller.order('sell', { name, size: '10', price: 210 });
    // The page follows the bid to its purchase.
    await expect.poll(() => openTab(person).textContent()).toBe('Puchases');
    expect(await row(person, name).count()).toBe(1);
    await tab(person, 'Current Bids');
    await expect.poll(() => row(person, name).count()).toBe(0);
  });
});

describe('buying now', () => {
  it('trades at the lowest ask, and is listed on the dashboards of buyer and seller', async () => {
    const { id, name } = await shop.product();
    const seller = await shop.account();
    await seller.order('ask', { name, size: '9', price: 240 });
    const { person } = await shop.trader({ hasOwnClock: true });
    await person.opens(`/buy/${id}?size=9`);
    await person.chooses('Buy Now');
    await expect.poll(() => person.answeredStreams()).toContain(`/api/live?product=${id}`);
    await seller.order('ask', { name, size: '9', price: 230 });
    await person.sees('The lowest ask has fallen from 240$ to 230$. Your price follows.');
    await person.presses('Review Buy');
    await person.seesHeading('Review Order');
    await person.sees('Please confirm your purchase details below');
    await person.sees('Your Purchase Price');
    await person.sees('230.00$');
    await person.presses('PLACE ORDER');
    await person.isAt('/dashboard/buying');
    await person.seesHeading('You bought this pair');
    await person.stopsTheClock();
    await person.seesToast(/bought/);
    expect(await openTab(person).innerText()).toBe('Puchases');
    await expectRow(person, name, ['230$', NO_TEXT]);
    const isMarked = () => row(person, name).evaluate((line) => getComputedStyle(line).boxShadow !== 'none');
    expect(await isMarked()).toBe(true);
    await person.passes(6_000);
    await expect.poll(isMarked).toBe(false);
    await person.presses('Close');
    expect(await person.page.getByRole('heading', { name: 'You bought this pair' }).count()).toBe(0);
    await person.sees('1 Purchases');
    await person.sees('0 Sales');

    const sellers = await shop.personOf(seller);
    await sellers.opens('/dashboard/selling');
    await tab(sellers, 'History');
    await expectRow(sellers, name, ['230$', NO_TEXT]);
    await sellers.sees('1 Sales');
  });
});

describe('an ask', () => {
  it("is placed once both final checks are ticked, listed on its seller's dashboard, and can be removed", async () => {
    const { id, name } = await shop.product();
    await (await shop.account()).order('bid', { name, size: '9', price: 150 });
    const { person, account } = await shop.trader();
    await person.opens(`/sell/${id}?size=9`);
    await person.types('Enter Ask', '300');
    await person.presses('Review Ask');
    await person.seesHeading('Review Ask');
    await person.sees('Please confirm your ask details below');
    await person.sees('Your ask price');
    expect(await person.button('CONFIRM ASK').isDisabled()).toBe(true);
    await ticks(person, NEW_AND_BOXED);
    expect(await person.button('CONFIRM ASK').isDisabled()).toBe(true);
    await ticks(person, SHIPS_SOON);
    await person.presses('CONFIRM ASK');
    await person.isAt('/dashboard/selling');
    await person.seesToast(`Your ask of 300$ for ${name}, size 9 is placed.`);
    await expectRow(person, name, ['300$', '150$', '300$', NO_TEXT]);

    await person.presses(/^Remove ask/);
    await person.seesToast(/removed/i);
    await row(person, name).waitFor({ state: 'hidden' });
    await person.sees('--');
    expect(await orderStatuses(account)).toEqual(['cancelled']);
  });

  it('that has just traded cannot be removed: its seller gets the reason, and its row moves to the history', async () => {
    const { name } = await shop.product();
    const { person, account } = await shop.trader();
    person.expectsComplaint(/status of 409|ERR_FAILED/);
    // Otherwise the row would be gone before it can be pressed.
    await droppedBefore(person.page, '/api/live/me');
    await account.order('ask', { name, size: '9', price: 300 });
    await person.opens('/dashboard/selling');
    await row(person, name).waitFor();
    await (await shop.account()).order('buy', { name, size: '9', price: 300 });
    await person.presses(/^Remove ask/);
    await person.seesToast(/This pair has just sold here/);
    await row(person, name).waitFor({ state: 'hidden' });
    await tab(person, 'History');
    await expectRow(person, name, ['300$', NO_TEXT]);
  });
});

describe('selling now', () => {
  it('is refused with the reason when the bid is gone, tried again as a new order, and then listed for both', async () => {
    const { id, name } = await shop.product();
    const buyer = await shop.account();
    const orderId = await buyer.order('bid', { name, size: '9', price: 200 });
    const { person } = await shop.trader({ hasOwnClock: true });
    person.expectsComplaint(/status of 409/);
    const sentIds: string[] = [];
    person.page.on('request', (request) => {
      if (request.url().endsWith('/api/sell')) {
        sentIds.push((request.postDataJSON() as { id: string }).id);
      }
    });
    await person.opens(`/sell/${id}?size=9`);
    await person.chooses('Sell Now');
    await person.presses('Review Sale');
    await person.seesHeading('Review Sale');
    await person.sees('Please confirm your sale details below');
    await person.sees('Your sale price');
    await ticks(person, NEW_AND_BOXED);
    await ticks(person, SHIPS_SOON);
    // On the way to the market: a moment earlier, the review itself would notice and say so.
    const onTheWay = await outOfOrder(person.page, '/api/sell', 1);
    await person.presses('CONFIRM SALE');
    await person.isAt('/dashboard/selling');
    await buyer.post('/deleteBid', { id: orderId });
    await onTheWay.end();
    await person.seesToast('There is no longer a bid to sell to.');
    await tab(person, 'History');
    await person.sees('--');

    // An ordinary toast would be gone after 5 s.
    await person.passes(20_000);
    await person.seesToast(`${name}, size 9, 200$`);
    await buyer.order('bid', { name, size: '9', price: 195 });
    await person.presses('Try again');
    await person.seesHeading('Review Sale');
    await person.sees('The highest bid has fallen to 195$: there are no more buyers at 200$.');
    expect(await person.page.getByLabel(SHIPS_SOON).isChecked()).toBe(true);
    expect(await person.button('CONFIRM SALE').isDisabled()).toBe(true);
    await person.presses('Use 195$ instead');
    await expect.poll(() => person.focused()).toBe('Review Sale');
    await person.presses('CONFIRM SALE');
    await person.seesToast(/sold/);
    await person.seesHeading('You sold this pair');
    await expectRow(person, name, ['195$', NO_TEXT]);
    expect(new Set(sentIds).size).toBe(2);

    const buyers = await shop.personOf(buyer);
    await buyers.opens('/dashboard/buying');
    await tab(buyers, 'Puchases');
    await expectRow(buyers, name, ['195$', NO_TEXT]);
  });
});

/** The id of the order under review, from the page's history state. */
function reviewId(person: Person): Promise<string> {
  return person.page.evaluate(() => window.history.state.usr.review.id as string);
}

/** Waits until the row of this product in size 9 shows these texts, column by column, after its name and size. */
async function expectRow(person: Person, name: string, cells: readonly string[]): Promise<void> {
  const line = row(person, name).first();
  await line.waitFor();
  const item = await line.getByRole('rowheader').innerText();
  expect(item).toContain(name);
  expect(item).toMatch(/\bSize 9\b/);
  await expect.poll(() => line.getByRole('cell').allInnerTexts()).toEqual(cells);
}

/** The statuses of a user's orders. */
async function orderStatuses({ uid }: Account): Promise<string[]> {
  const { rows } = await shop.app.database.pool.query<{ status: string }>(
    'select status from orders where user_id = $1',
    [uid],
  );
  return rows.map(({ status }) => status);
}

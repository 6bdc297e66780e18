import { describe, expect, it } from 'vitest';
import { SHIPPING } from '../src/accounts.js';
import { PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { useShop } from './support/shop.js';

const shop = useShop();

/** A product with an ask of 240 and a bid of 200 in size 9, both from other users. */
async function market() {
  const product = await shop.product();
  const maker = await shop.account();
  await maker.order('ask', { name: product.name, size: '9', price: 240 });
  await maker.order('bid', { name: product.name, size: '9', price: 200 });
  return product;
}

const asks = (person: Person, text: string) => person.types('Enter Ask', text);
async function fillShipping(person: Person): Promise<void> {
  for (const [label, text] of [
    ['First Name', SHIPPING.name],
    ['Last Name', SHIPPING.surname],
    ['Street Address', SHIPPING.street],
    ['Street Number', SHIPPING.street_number],
    ['City', SHIPPING.city],
    ['Postal Code', SHIPPING.zip],
    ['Phone Number', SHIPPING.phone],
  ] as const) {
    await person.types(label, text);
  }
  await person.page.getByLabel('Country').selectOption({ label: SHIPPING.country });
}

const bids = (person: Person, text: string) => person.types('Enter Bid', text);

describe('size selection', () => {
  it('shows the highest bid of each size to sellers, the lowest ask to buyers, -- for none', async () => {
    const { id } = await market();
    const visitor = await shop.visitor();
    await visitor.opens(`/sell/${id}`);
    await visitor.sees('Highest Bids');
    await visitor.link(/^9\s*200\$/).waitFor();
    await visitor.link(/^8\s*--/).waitFor();
    await visitor.opens(`/buy/${id}`);
    await visitor.link(/^9\s*240\$/).waitFor();
    await visitor.link(/^10\s*--/).click();
    await visitor.isAt(`/buy/${id}?size=10`);
    await visitor.follows('EDIT');
    await visitor.seesHeading('Select Size');
  });
});

describe('the ask panel', () => {
  it('requires a payout first and says so', async () => {
    const { id } = await market();
    const { person } = await shop.trader({ isReady: false });
    await person.opens(`/sell/${id}?size=9`);
    await person.sees('Set Your Payout!');
    await person.sees(/Set your payout first\./);
    expect(await person.button('Review Ask').isDisabled()).toBe(true);
    await asks(person, '333');
    await person.follows(/Set your payout first\./);
    await person.isAt('/dashboard/settings');
    await person.sees('Set your payout first.');
    await person.presses('Edit payout details');
    await person.presses('PayPal');
    await person.isAt(`/sell/${id}?size=9`);
    await person.sees('Payout Method: Active');
    expect(await person.page.getByLabel('Enter Ask').inputValue()).toBe('333');
    await person.presses('Review Ask');
    await person.seesHeading('Review Ask');
  });

  it('moves nothing under the finger when a bid turns out to be the user’s own', async () => {
    const { id, name } = await market();
    const { person, account } = await shop.trader({ viewport: PHONE });
    await account.order('bid', { name, size: '9', price: 220 });
    let letThemCome = () => {};
    const until = new Promise<void>((resolve) => {
      letThemCome = resolve;
    });
    await person.page.route('**/api/getUserData/**', async (route) => {
      await until;
      await route.continue();
    });
    await person.opens(`/sell/${id}?size=9`);
    const toggle = person.page.getByRole('radio', { name: 'Sell Now' });
    const before = await toggle.boundingBox();
    letThemCome();
    await person.sees('yours');
    expect(await toggle.boundingBox()).toEqual(before);
  });

  it("marks the user's own highest bid and does not sell to it", async () => {
    const { id, name } = await market();
    const { person, account } = await shop.trader();
    await account.order('bid', { name, size: '9', price: 220 });
    await person.opens(`/sell/${id}?size=9`);
    await person.sees('yours');
    await person.chooses('Sell Now');
    await person.sees('The highest bid is your own. Remove it before you sell now.');
    expect(await person.button('Review Sale').isDisabled()).toBe(true);
    await person.chooses('Place Ask');
    await asks(person, '215');
    await person.sees('Your ask would sell to your own bid: ask for more, or remove that bid first.');
    expect(await person.button('Review Ask').isDisabled()).toBe(true);
  });

  it('explains why a seller gets more than price and fees', async () => {
    const { id } = await shop.product();
    const { person } = await shop.trader();
    await person.opens(`/sell/${id}?size=9`);
    await asks(person, '278');
    await person.presses('Review Ask');
    await person.seesHeading('Review Ask');
    expect(await person.page.locator('dl').first().locator('div').allInnerTexts()).toEqual([
      'Price\n278.00$',
      'Transaction Fee (9,5%)\n26.41$',
      'Payment Proc. (3%)\n8.34$',
      'Shipping\n10.00$',
      'Rounding in your favour\nOf each fee, only the whole dollars are taken.\n0.75$',
      'Total\n234.00$',
    ]);
    await person.sees('PayPal');
  });
});

describe('the bid panel', () => {
  it('requires payment and shipping first and says so', async () => {
    const { id } = await market();
    const { person } = await shop.trader({ isReady: false });
    await person.opens(`/buy/${id}?size=9`);
    await person.sees('Set Your Payment!');
    await person.sees('Set Your Shipping!');
    await person.sees(/Set your payment and shipping first\./);
    expect(await person.button('Review Bid').isDisabled()).toBe(true);
    await person.chooses('Buy Now');
    await person.follows(/Set your payment and shipping first\./);
    await person.presses('Edit payment details');
    await person.presses('Credit card');
    await person.sees('Set your shipping first.');
    await person.follows('Edit shipping info');
    await fillShipping(person);
    await person.presses('SUBMIT');
    await person.isAt(`/buy/${id}?size=9`);
    await person.presses('Review Buy');
    await person.seesHeading('Review Order');
  });

  it('is reviewed as a receipt: every line, the whole address and what happens next', async () => {
    const { id } = await shop.product();
    const { person } = await shop.trader();
    await person.opens(`/buy/${id}?size=9`);
    await bids(person, '201');
    await person.presses('Review Bid');
    await person.seesHeading('Review Bid');
    expect(await person.page.locator('dl').first().locator('div').allInnerTexts()).toEqual([
      'Price\n201.00$',
      'Processing Fee\n6.03$',
      'Shipping\n10.00$',
      'Total\n217.03$',
    ]);
    await person.sees('Ada Lovelace');
    await person.sees('Market Street 12');
    await person.sees('United Kingdom');
    const next = person.page.getByRole('region', { name: 'What happens next' });
    expect(await next.innerText()).toContain('nothing is charged or sent.');
  });
});

describe('a visitor', () => {
  it.each([
    ['/sell', 'Review Ask', 'Continue your ask', 'Enter Ask', '300'],
    ['/buy', 'Review Bid', 'Continue your bid', 'Enter Bid', '210'],
  ])(
    'who reviews on %s is sent to the login page, and continues from Home afterwards',
    async (flow, review, go, field, price) => {
      const { id, name } = await market();
      const { email } = await shop.account();
      const visitor = await shop.visitor();
      await visitor.opens(`${flow}/${id}?size=9`);
      await visitor.types(field, price);
      await visitor.presses(review);
      await visitor.isAt('/login');
      const order = `${flow === '/sell' ? 'ask' : 'bid'} of ${price}$ on ${name}, size 9`;
      await visitor.sees(`Log in to place your ${order}.`);
      await visitor.logsIn(email);
      await visitor.isAt('/');
      await visitor.closesToast();
      await visitor.follows(go);
      await visitor.isAt(`${flow}/${id}?size=9`);
      expect(await visitor.page.getByLabel(field).inputValue()).toBe(price);
      await visitor.presses(review);
      await visitor.seesHeading(review);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { PHONE } from '../src/browser.js';
import { fillShipping } from '../src/fill-shipping.js';
import { named } from './support/named.js';
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

describe('the ask panel', () => {
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
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

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
});

describe('a visitor', () => {
  it('who reviews a bid is sent to the login page, and continues from Home afterwards', async () => {
    const { id, name } = await market();
    const { email } = await shop.account();
    const visitor = await shop.visitor();
    await visitor.opens(`/buy/${id}?size=9`);
    await visitor.types('Enter Bid', '210');
    await visitor.presses('Review Bid');
    await visitor.isAt('/login');
    await visitor.sees(`Log in to place your bid of 210$ on ${name}, size 9.`);
    await visitor.logsIn(email);
    await visitor.isAt('/');
    await named('no toast covers the way on', async () => {
      const toast = visitor.page.locator('.Toastify__toast');
      await toast.evaluate((shown) =>
        Promise.all(shown.getAnimations().map(({ finished }) => finished.catch(() => {}))),
      );
      const [toastBox, linkBox] = await Promise.all([
        toast.boundingBox(),
        visitor.link('Continue your bid').boundingBox(),
      ]);
      expect(toastBox && linkBox && overlap(toastBox, linkBox)).toBe(false);
    });
    await visitor.follows('Continue your bid');
    await visitor.isAt(`/buy/${id}?size=9`);
    expect(await visitor.page.getByLabel('Enter Bid').inputValue()).toBe('210');
    await visitor.presses('Review Bid');
    await visitor.seesHeading('Review Bid');
  });
});

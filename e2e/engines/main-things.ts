import type { ProductDetail } from '@perkex/contract/products.js';
import { expect } from 'vitest';
import { createAccount, newEmail, PASSWORD, SHIPPING } from '../src/accounts.js';
import type { Person } from '../src/person.js';

/** A product of the demonstration market with asks and bids in this size. */
const PRODUCT = 2;
const SIZE = '10';
/** The link of a logged-in user in the header: on a phone it is an icon. */
const DASHBOARD = /^(Dashboard|Your dashboard)$/;

/** The main tasks of a user, from signing up to a trade. @throws Error if a step has no effect */
export async function doesTheMainThings(person: Person, url: string): Promise<void> {
  const { page } = person;
  const [{ name }] = (await (await fetch(`${url}/api/${PRODUCT}`)).json()) as [ProductDetail];
  const row = page.getByRole('row').filter({ hasText: name });

  await person.opens('/register');
  await person.types('E-MAIL', newEmail());
  await person.types('PASSWORD', PASSWORD);
  await person.presses('SIGN UP');
  await person.link(DASHBOARD).waitFor();
  await setsEverythingUp(person);

  await person.opens(`/buy/${PRODUCT}?size=${SIZE}`);
  await person.types('Enter Bid', '30');
  await person.presses('Review Bid');
  await person.presses('Continue with 30$');
  await person.presses('PLACE BID');
  await person.seesToast(/is placed/);
  await page
    .getByRole('button', { name: /^Remove bid/ })
    .first()
    .click();
  await row.waitFor({ state: 'hidden' });

  await person.opens(`/buy/${PRODUCT}?size=${SIZE}`);
  await person.chooses('Buy Now');
  await person.presses('Review Buy');
  await person.presses('PLACE ORDER');
  await person.seesToast(/bought/);
  await row.first().waitFor();

  await person.opens(`/product/${PRODUCT}?size=${SIZE}`);
  await person.presses(`Watch size ${SIZE}`);
  await person.sees(`You watch size ${SIZE}`);
  // The chart loads when its place is near the viewport.
  await person.heading('Price history').scrollIntoViewIfNeeded();
  await page.getByRole('slider', { name: /^Price history/ }).waitFor();
  await expect.poll(() => person.openStreams()).toContainEqual(expect.stringContaining(`product=${PRODUCT}`));
  const price = Math.min(...(await asksOf(url))) - 1;
  await (await createAccount(url)).order('ask', { name, size: SIZE, price });
  await page.getByText(`Buy For ${price}$`).first().waitFor();

  const opener = person.button('Open the search');
  if (await opener.isVisible()) {
    await opener.click();
  }
  await page.getByPlaceholder('Search for sneaker').fill('jordan 1');
  await page
    .getByRole('option', { name: /Jordan 1/ })
    .first()
    .click();
  await page.waitForURL(/\/product\/\d+/);
}

async function setsEverythingUp(person: Person): Promise<void> {
  await person.opens('/dashboard/settings/shipping');
  for (const [field, text] of [
    ['First Name', SHIPPING.name],
    ['Last Name', SHIPPING.surname],
    ['Street Address', SHIPPING.street],
    ['Street Number', SHIPPING.street_number],
    ['City', SHIPPING.city],
    ['Postal Code', SHIPPING.zip],
    ['Phone Number', SHIPPING.phone],
  ] as const) {
    await person.types(field, text);
  }
  await person.page.getByLabel('Country').selectOption({ label: SHIPPING.country });
  await person.presses('SUBMIT');
  await person.seesToast('Your shipping is saved.');
  await person.presses('Set your payment!');
  await person.presses('Credit card');
  await person.seesToast('Your payment is saved.');
}

async function asksOf(url: string): Promise<number[]> {
  const [{ asks }] = (await (await fetch(`${url}/api/${PRODUCT}`)).json()) as [ProductDetail];
  return asks.filter(({ size }) => size === SIZE).map(({ price }) => price);
}

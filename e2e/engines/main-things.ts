import type { ProductCard } from '@perkex/contract/products.js';
import { expect, vi } from 'vitest';
import { createAccount, newEmail, PASSWORD } from '../src/accounts.js';
import { fillShipping } from '../src/fill-shipping.js';
import type { Person } from '../src/person.js';

/** The link of a logged-in user in the header: on a phone it is an icon. */
const DASHBOARD = /^(Dashboard|Your dashboard)$/;

interface Choice {
  readonly id: number;
  readonly name: string;
  readonly size: string;
  /** The lowest ask, in dollars. One dollar less is still above all bids. */
  readonly price: number;
}

/** The main tasks of a user, from signing up to a trade. @throws Error if a step has no effect */
export async function doesTheMainThings(person: Person, url: string): Promise<void> {
  const { page } = person;
  const { id, name, size, price } = await choose(url);
  const row = page.getByRole('row').filter({ hasText: name });

  await person.opens('/register');
  await person.types('E-MAIL', newEmail());
  await person.types('PASSWORD', PASSWORD);
  await person.presses('SIGN UP');
  await person.link(DASHBOARD).waitFor();
  await setsEverythingUp(person);

  await person.opens(`/buy/${id}?size=${size}`);
  await person.types('Enter Bid', '30');
  await person.presses('Review Bid');
  await person.presses('PLACE BID');
  await person.seesToast(/is placed/);
  await page
    .getByRole('button', { name: /^Remove bid/ })
    .first()
    .click();
  await row.waitFor({ state: 'hidden' });

  await person.opens(`/buy/${id}?size=${size}`);
  await person.chooses('Buy Now');
  await person.presses('Review Buy');
  await person.presses('PLACE ORDER');
  await person.seesToast(/bought/);
  await row.first().waitFor();

  await person.opens(`/product/${id}?size=${size}`);
  await person.presses(`Watch size ${size}`);
  await person.sees(`You watch size ${size}`);
  // The chart loads when its place is near the viewport.
  await person.heading('Price history').scrollIntoViewIfNeeded();
  await page.getByRole('slider', { name: /^Price history/ }).waitFor();
  await becomes(() =>
    expect(person.answeredStreams()).toContainEqual(expect.stringContaining(`product=${id}`)),
  );
  await (await createAccount(url)).order('ask', { name, size, price: price - 1 });
  await page
    .getByText(`Buy For ${price - 1}$`)
    .first()
    .waitFor();

  await person.opens('/browse');
  const heart = person.button(/^Watch /).first();
  await heart.click();
  await becomes(async () => expect(await heart.getAttribute('aria-pressed')).toBe('true'));
  // The next page would interrupt the request.
  await person.seesAllOfIt();

  const opener = person.button('Open the search');
  if (await opener.isVisible()) {
    await opener.click();
  }
  await page.getByPlaceholder('Search for sneaker').fill('jordan 1');
  await page
    .getByRole('option', { name: /Jordan 1/ })
    .first()
    .click();
  // Firefox does not report the addresses of pages within the application.
  await person.heading(/Jordan 1/).waitFor();
}

async function setsEverythingUp(person: Person): Promise<void> {
  await person.opens('/dashboard/settings/shipping');
  await fillShipping(person);
  await person.presses('SUBMIT');
  await person.seesToast('Your shipping is saved.');
  await person.presses('Set your payment!');
  await person.presses('Credit card');
  await person.seesToast('Your payment is saved.');
}

/** Unlike `expect.poll`, also for tests that run at the same time. */
function becomes(isSo: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(isSo, { timeout: 60_000 });
}

/** Starts with the last product, because the first ones belong to the screens. */
async function choose(url: string): Promise<Choice> {
  const products = (await (await fetch(`${url}/api/`)).json()) as ProductCard[];
  for (const { id, name, asks, bids } of products.toReversed()) {
    for (const { size, price } of asks) {
      const bid = bids.find((each) => each.size === size);
      if (bid && price - bid.price > 1) {
        return { id, name, size, price };
      }
    }
  }
  throw new Error('No product has a size with a bid below its ask.');
}

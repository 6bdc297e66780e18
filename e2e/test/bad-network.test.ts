import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Account } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { droppedBefore } from './support/faults.js';
import { hold } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();

const toasts = (person: Person) => person.page.locator('.Toastify__toast');

/** Logs one user out and another one in, in the same tab. */
async function changesUser(person: Person, next: Account): Promise<void> {
  await person.logsOut();
  await person.follows('Log In');
  await person.logsIn(next.email, { remember: true });
  await person.seesToast('Successfully logged in!');
  await person.follows('Dashboard');
  await person.seesHeading('Profile');
}

/** Places a bid in its panel; the dashboard appears without waiting for the answer. */
async function placesBid(person: Person, productId: number, price: number): Promise<void> {
  await person.opens(`/buy/${productId}?size=9`);
  await person.types('Enter Bid', String(price));
  await person.presses('Review Bid');
  await person.presses('PLACE BID');
  await person.isAt('/dashboard/buying');
}

/** The prices of a user's orders, in dollars. */
async function ordersOf({ uid }: Account): Promise<number[]> {
  const { rows } = await shop.app.database.pool.query<{ price_cents: number }>(
    'select price_cents from orders where user_id = $1 order by price_cents',
    [uid],
  );
  return rows.map(({ price_cents }) => price_cents / 100);
}

const row = (person: Person, name: string) => person.page.getByRole('row').filter({ hasText: name });

describe('an order', () => {
  it('is reported on the panel to which its user has gone back in the meantime', async () => {
    const { id, name } = await shop.product();
    const { person, account } = await shop.trader();
    await person.opens(`/product/${id}`);
    const held = await hold(person.page, '/api/bid', 'answer');
    await placesBid(person, id, 210);
    await held.arrive();
    await person.page.goBack();
    await person.button('Review Bid').waitFor();
    await held.end();
    await person.seesToast(`Your bid of 210$ for ${name}, size 9 is placed.`);
    await person.button('Review Bid').waitFor();
    expect(await ordersOf(account)).toEqual([210]);
  });

  it('that was removed stays removed when an older list arrives late', async () => {
    const [first, second] = [await shop.product('Late List One'), await shop.product('Late List Two')];
    const { person, account } = await shop.trader();
    await account.order('bid', { name: first.name, size: '9', price: 210 });
    await person.opens('/dashboard/buying');
    await row(person, first.name).waitFor();
    await expect.poll(() => person.openStreams()).not.toEqual([]);
    const held = await hold(person.page, `/api/getUserData/${account.uid}`, 'answer');
    // The stream tells the page to read its lists.
    await account.order('bid', { name: second.name, size: '9', price: 220 });
    await held.arrive();
    await row(person, first.name)
      .getByRole('button', { name: /^Remove bid/ })
      .click();
    await held.arrive(2);
    await held.letGo('newest');
    await row(person, first.name).waitFor({ state: 'detached' });
    await row(person, second.name).waitFor();
    await held.end();
    await person.seesAllOfIt();
    expect(await row(person, first.name).count()).toBe(0);
  });
});

describe('a page whose every call fails once', () => {
  it.each(['/product/ID', '/browse', '/dashboard/buying', '/buy/ID?size=9'])(
    'shows its data all the same: %s',
    async (path) => {
      const { id, name } = await shop.product();
      const { person, account } = await shop.trader({ hasOwnClock: true });
      await account.order('bid', { name, size: '9', price: 210 });
      person.expectsComplaint(/status of 500/);
      const failed = new Set<string>();
      await person.page.route('**/api/**', async (route) => {
        const address = route.request().url();
        if (failed.has(address)) {
          return route.fallback();
        }
        failed.add(address);
        const problem = { code: 'internal-error', status: 500, detail: 'Something went wrong on our side.' };
        return route.fulfill({ status: 500, json: problem });
      });
      await person.opens(path.replace('ID', String(id)));
      await person.waitsUntil(async () => (await person.page.getByText(/210\$|Test Runner/).count()) > 0);
      await person.waitsUntil(async () => person.openStreams().length > 0);
      await person.seesAllOfIt();
      expect(failed.size).toBeGreaterThan(1);
      expect(await person.page.getByText(/could not be (loaded|displayed)/).count()).toBe(0);
    },
  );
});

describe('a call whose user has logged out of the tab', () => {
  it('does not show the next user that an order was placed', async () => {
    const { id } = await shop.product();
    const { person, account } = await shop.trader();
    const next = await shop.account();
    const held = await hold(person.page, '/api/bid', 'answer');
    await placesBid(person, id, 210);
    await held.arrive();
    await changesUser(person, next);
    await held.letGo();
    await person.seesAllOfIt();
    expect(await toasts(person).filter({ hasText: 'Your bid' }).count()).toBe(0);
    expect(await ordersOf(account)).toEqual([210]);
  });

  it('is not resent as the next user', async () => {
    const { id } = await shop.product();
    const { person, account } = await shop.trader({ hasOwnClock: true });
    const next = await shop.account();
    person.expectsComplaint(/ERR_FAILED|status of 403/);
    const lost = await droppedBefore(person.page, '/api/bid');
    await placesBid(person, id, 210);
    await lost.arrive();
    await changesUser(person, next);
    await lost.end();
    let sent = 0;
    person.page.on('request', (request) => {
      sent += request.url().endsWith('/api/bid') ? 1 : 0;
    });
    await person.passes(60_000);
    expect(sent).toBe(0);
    expect(await toasts(person).filter({ hasText: 'order' }).count()).toBe(0);
    expect(await ordersOf(account)).toEqual([]);
  });

  it('does not log the next user out or offer them the order', async () => {
    const { id } = await shop.product();
    const { person } = await shop.trader();
    const next = await shop.account();
    person.expectsComplaint(/status of 401/);
    const refuse = async (route: Route) => {
      const problem = { code: 'not-signed-in', status: 401, detail: 'Please log in first.' };
      await route.fulfill({ status: 401, json: problem });
    };
    await person.page.route('**/api/bid', refuse);
    const held = await hold(person.page, '/api/bid');
    await placesBid(person, id, 210);
    await held.arrive();
    await changesUser(person, next);
    await held.letGo();
    await person.seesAllOfIt();
    await person.opens('/');
    await person.link('Dashboard').waitFor();
    expect(await person.link('Continue your bid').count()).toBe(0);
  });
});

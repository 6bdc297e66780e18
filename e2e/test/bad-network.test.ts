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
  await person.presses('Logout');
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

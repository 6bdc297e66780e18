import { describe, expect, it } from 'vitest';
import type { Account } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { type Caught, catchRequests } from './support/caught-requests.js';
import { changesUser } from './support/changes-user.js';
import { delayed } from './support/faults.js';
import { named } from './support/named.js';
import { useShop } from './support/shop.js';

const shop = useShop();

/** The prices of a user's orders, in dollars. */
async function ordersOf({ uid }: Account): Promise<number[]> {
  const { rows } = await shop.app.database.pool.query<{ price_cents: number }>(
    'select price_cents from orders where user_id = $1 order by price_cents',
    [uid],
  );
  return rows.map(({ price_cents }) => price_cents / 100);
}

const row = (person: Person, name: string) => person.page.getByRole('row').filter({ hasText: name });

describe('an order that was removed', () => {
  it('stays removed when an older list arrives late', async () => {
    const [first, second] = [await shop.product('Late List One'), await shop.product('Late List Two')];
    const { person, account } = await shop.trader();
    await account.order('bid', { name: first.name, size: '9', price: 210 });
    await person.opens('/dashboard/buying');
    await row(person, first.name).waitFor();
    await expect.poll(() => person.openStreams()).not.toEqual([]);
    const older = await delayed(person.page, `/api/getUserData/${account.uid}`, 1);
    // The stream tells the page to read its lists.
    await account.order('bid', { name: second.name, size: '9', price: 220 });
    await older.arrive();
    const removed = person.page.waitForResponse('**/api/deleteBid');
    await row(person, first.name)
      .getByRole('button', { name: /^Remove bid/ })
      .click();
    await removed;
    await older.end();
    await row(person, second.name).waitFor();
    await row(person, first.name).waitFor({ state: 'detached' });
    await person.seesAllOfIt();
    expect(await row(person, first.name).count()).toBe(0);
  });
});

describe('a page whose every call fails once', () => {
  it('shows its data all the same', async () => {
    const { id, name } = await shop.product();
    const { person, account } = await shop.trader({ hasOwnClock: true });
    await account.order('bid', { name, size: '9', price: 210 });
    person.expectsComplaint(/status of 500/);
    const failed = new Set<string>();
    await catchRequests(person.page, (address) => {
      if (failed.has(address.href)) {
        return null;
      }
      failed.add(address.href);
      const problem = { code: 'internal-error', status: 500, detail: 'Something went wrong on our side.' };
      return (caught) =>
        caught.replace({ status: 500, contentType: 'application/json', body: JSON.stringify(problem) });
    });
    for (const path of [`/product/${id}`, '/browse', '/dashboard/buying', `/buy/${id}?size=9`]) {
      await named(path, async () => {
        failed.clear();
        await person.opens(path);
        await person.waitsUntil(async () => (await person.page.getByText(/210\$|Test Runner/).count()) > 0);
        await person.waitsUntil(async () => person.openStreams().length > 0);
        await person.seesAllOfIt();
        expect(failed.size).toBeGreaterThan(1);
        expect(await person.page.getByText(/could not be (loaded|displayed)/).count()).toBe(0);
      });
    }
  });
});

it.each([
  ['left', (person: Person) => person.opens('/market')],
  ['closed', (person: Person) => person.page.close()],
])('a request of a page that has been %s gets no other answer', async (_how, leave) => {
  const { person: owner } = await shop.trader();
  const person = await owner.newTab();
  await person.opens('/help');
  const caught = new Promise<Caught>((take) => {
    void catchRequests(person.page, ({ pathname }) =>
      pathname === '/api/held' ? async (request) => take(request) : null,
    ).then(() => person.page.evaluate(() => void fetch('/api/held').catch(() => {})));
  });
  const request = await caught;
  await leave(person);
  await request.replace({ status: 500, contentType: 'text/plain', body: '' });
});

describe('orders whose user has logged out of the tab', () => {
  it('are discarded: the next user sends none, sees no outcome, is offered none and stays logged in', async () => {
    const { id } = await shop.product();
    const { person, account } = await shop.trader({ hasOwnClock: true });
    const next = await shop.account();
    person.expectsComplaint(/ERR_FAILED|status of (401|403)/);
    const [LOST, PLACED, REFUSED] = [210, 220, 230];
    let sent: number[] = [];
    let letGo = () => {};
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await person.page.route('**/api/bid', async (route) => {
      const { price } = route.request().postDataJSON() as { price: number };
      sent.push(price);
      if (price === LOST) {
        return route.abort();
      }
      const problem = { code: 'not-signed-in', status: 401, detail: 'Please log in first.' };
      const answer = price === PLACED ? { response: await route.fetch() } : { status: 401, json: problem };
      await until;
      // The page may have aborted it.
      await route.fulfill(answer).catch(() => {});
    });
    await person.opens(`/buy/${id}?size=9`);
    for (const price of [LOST, PLACED, REFUSED]) {
      await person.types('Enter Bid', String(price));
      await person.presses('Review Bid');
      await person.presses('PLACE BID');
      await person.isAt('/dashboard/buying');
      await expect.poll(() => sent).toContain(price);
      if (price !== REFUSED) {
        await person.page.goBack();
      }
    }
    await expect.poll(() => ordersOf(account)).toEqual([PLACED]);
    const stored = () => person.page.evaluate(() => localStorage.getItem('perkex:pending-orders'));
    expect(await stored()).not.toBeNull();

    await changesUser(person, next);
    expect(await stored()).toBeNull();
    sent = [];
    letGo();
    await person.passes(60_000);
    await person.seesAllOfIt();
    expect(sent).toEqual([]);
    expect(
      await person.page
        .locator('.Toastify__toast')
        .filter({ hasText: /bid|order/i })
        .count(),
    ).toBe(0);
    await person.follows('PerkeX');
    await person.isAt('/');
    await person.seesAllOfIt();
    await person.link('Dashboard').waitFor();
    expect(await person.link('Continue your bid').count()).toBe(0);
    expect(await ordersOf(account)).toEqual([PLACED]);
    expect(await ordersOf(next)).toEqual([]);
  });
});

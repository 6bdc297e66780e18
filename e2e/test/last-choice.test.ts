import { describe, expect, it } from 'vitest';
import type { Account } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { named } from './support/named.js';
import { type Held, hold } from './support/network.js';
import { useShop } from './support/shop.js';

const shop = useShop();

const toasts = (person: Person, text: string) =>
  person.page.locator('.Toastify__toast').filter({ hasText: text });

/** Runs a query about one user. @returns its only row */
async function rowOf<Row extends object>({ uid }: Account, query: string): Promise<Row | undefined> {
  const { rows } = await shop.app.database.pool.query<Row>(query, [uid]);
  return rows[0];
}

/** The newest pending save arrives and is answered first, and then all others in order. */
async function arriveInReverse(person: Person, held: Held, path: string): Promise<void> {
  await person.page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
  );
  const answered = person.page.waitForResponse(`**${path}`);
  await held.letGo('newest');
  await answered;
  await held.end();
}

/** Counts the page's posts to a path. */
function countPosts(person: Person, path: string): () => number {
  let count = 0;
  person.page.on('request', (request) => {
    count += request.method() === 'POST' && request.url().endsWith(path) ? 1 : 0;
  });
  return () => count;
}

describe('of two choices in a row', () => {
  it('the last one is shown and saved, though the requests could overtake each other and the page was left', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    const { pool } = shop.app.database;
    await pool.query('update identity_users set email_verified = true where id = $1', [account.uid]);
    const mails = person.page.getByLabel('I have been outbid');
    const shown = (method: string) => person.page.getByRole('img', { name: method });
    const leavesAndReturns = async () => {
      await person.follows('Profile');
      await person.seesHeading('Profile');
      await person.follows('Settings');
    };
    await person.opens('/dashboard/settings');
    await person.seesAllOfIt();

    await named('size and system', async () => {
      const held = await hold(person.page, '/api/sizes');
      await person.page.getByLabel('My size').selectOption('9');
      await held.arrive();
      await person.page.getByLabel('Show sizes in').selectOption('uk');
      await arriveInReverse(person, held, '/api/sizes');
      const sizes = 'select size_system as system, own_size as size from accounts where user_id = $1';
      await expect.poll(() => rowOf(account, sizes)).toEqual({ system: 'uk', size: '9' });
      await person.seesAllOfIt();
      expect(await rowOf(account, sizes)).toEqual({ system: 'uk', size: '9' });
    });

    await named('a switch', async () => {
      expect(await mails.isChecked()).toBe(false);
      const sent = countPosts(person, '/api/notices/settings');
      const held = await hold(person.page, '/api/notices/settings');
      await mails.check();
      await held.arrive();
      await leavesAndReturns();
      await mails.uncheck();
      await mails.check();
      await mails.uncheck();
      await arriveInReverse(person, held, '/api/notices/settings');
      await person.seesToast('These mails are turned off.');
      await person.seesAllOfIt();
      expect(sent(), 'one on its way, and one for all that came after it').toBe(2);
      expect(await toasts(person, 'turned on').count()).toBe(0);
    });

    for (const kind of ['payout', 'payment'] as const) {
      await named(kind, async () => {
        const section = person.page.getByRole('region', { name: `${kind} details` });
        const chooses = async (method: string) => {
          await person.presses(`Edit ${kind} details`);
          await section.getByRole('button', { name: method, exact: true }).click();
          await person.button('BACK').waitFor({ state: 'hidden' });
          await section.getByRole('img', { name: method }).waitFor();
        };
        const held = await hold(person.page, `/api/${kind}`);
        await chooses('PayPal');
        await held.arrive();
        await leavesAndReturns();
        await section.getByRole('img', { name: 'PayPal' }).waitFor();
        await chooses('Credit card');
        await arriveInReverse(person, held, `/api/${kind}`);
        await person.seesToast(`Your ${kind} is saved.`);
        await person.seesAllOfIt();
        const chosen = await rowOf(account, `select ${kind} as method from accounts where user_id = $1`);
        expect(chosen).toEqual({ method: 'CC' });
      });
    }

    await person.page.reload();
    await expect.poll(() => shown('Credit card').count()).toBe(2);
    expect(await mails.isChecked()).toBe(false);
  });

  it('the last one is saved although the one before fails, and that failure is not reported', async () => {
    const { person, account } = await shop.trader();
    await person.opens('/dashboard/settings');
    await person.seesAllOfIt();
    person.expectsComplaint(/ERR_FAILED/);
    await person.page.route('**/api/sizes', (route) => route.abort(), { times: 1 });
    const held = await hold(person.page, '/api/sizes');
    await person.page.getByLabel('My size').selectOption('9');
    await held.arrive();
    await person.page.getByLabel('My size').selectOption('10');
    await held.end();
    const size = 'select own_size as size from accounts where user_id = $1';
    await expect.poll(() => rowOf(account, size)).toEqual({ size: '10' });
    await person.seesAllOfIt();
    expect(await person.page.getByLabel('My size').inputValue()).toBe('10');
    expect(await toasts(person, 'connection').count()).toBe(0);
  });

  it('none is sent after another user has logged in to the tab', async () => {
    const { person, account } = await shop.trader({ isReady: false });
    const next = await shop.account({ isReady: false });
    const sent = countPosts(person, '/api/payout');
    await person.opens('/dashboard/settings');
    const held = await hold(person.page, '/api/payout', 'answer');
    for (const method of ['PayPal', 'Credit card']) {
      await person.presses('Edit payout details');
      await person.presses(method);
      await held.arrive();
    }
    await person.logsOut();
    await person.follows('Log In');
    await person.logsIn(next.email, { remember: true });
    await person.seesToast('Successfully logged in!');
    await person.follows('Dashboard');
    await person.follows('Settings');
    await person.sees('Set your payout!');
    await held.end();
    await person.seesAllOfIt();
    await person.sees('Set your payout!');
    expect(sent()).toBe(1);
    expect(await toasts(person, 'payout').count()).toBe(0);
    const payout = 'select payout from accounts where user_id = $1';
    expect(await rowOf(account, payout)).toEqual({ payout: 'PAYPAL' });
    expect(await rowOf(next, payout)).toEqual({ payout: null });
  });
});

describe('a watch that has been removed', () => {
  const watched = (account: Account) =>
    rowOf(account, 'select count(*)::int as count from watches where user_id = $1');

  it('stays removed when its new alert arrives late, and only the removal is reported', async () => {
    const { id, name } = await shop.product();
    const { person, account } = await shop.trader();
    await account.post('/watches/set', { productId: id, size: '9' });
    await person.opens('/dashboard/watching');
    const held = await hold(person.page, '/api/watches/set');
    await person.types(`Alert at: ${name}, size 9`, '200');
    await person.presses(`Stop watching ${name}, size 9`);
    await held.arrive();
    await person.sees(/^Your watchlist is empty\./);
    await person.follows('Profile');
    await person.seesHeading('Profile');
    await person.follows('Watching');
    await person.sees(/^Your watchlist is empty\./);
    await held.end();
    await person.seesToast(`You no longer watch ${name}, size 9.`);
    await person.seesAllOfIt();
    await person.sees(/^Your watchlist is empty\./);
    expect(await watched(account)).toEqual({ count: 0 });
    expect(await toasts(person, 'tell you').count()).toBe(0);
  });

  it("stays removed on the product's page, too, and is added again by the next press", async () => {
    const { id } = await shop.product();
    const { person, account } = await shop.trader();
    await account.post('/watches/set', { productId: id, size: '9' });
    await person.opens(`/product/${id}?size=9`);
    await person.presses('Watching size 9');
    const held = await hold(person.page, '/api/watches/set');
    await person.types('Alert me when an ask is at or below', '200');
    await person.presses('Stop watching');
    await held.arrive();
    await person.button('Watch size 9').waitFor();
    await held.end();
    await person.seesAllOfIt();
    await expect.poll(() => watched(account)).toEqual({ count: 0 });
    await person.button('Watch size 9').waitFor();
    const heldAgain = await hold(person.page, '/api/watches/set');
    await person.presses('Watch size 9');
    await person.sees('You watch size 9');
    await heldAgain.end();
    await expect.poll(() => watched(account)).toEqual({ count: 1 });
  });
});

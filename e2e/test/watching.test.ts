import { addDays, dayAt } from '@perkex/core/figures/days.js';
import type { Consumers } from '@perkex/server/feed/consumers.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOutbox } from '../../server/test/identity/mail-reader.js';
import type { Account } from '../src/accounts.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { useShop } from './support/shop.js';

const shop = useShop();

let consumers: Consumers;

/** Starts notifications as a server does. */
beforeAll(async () => {
  consumers = await shop.app.startConsumers();
});

afterAll(() => consumers.close());

const ALERT = 'Alert me when an ask is at or below';

async function provesEmail({ uid }: Account): Promise<void> {
  await shop.app.database.pool.query('update identity_users set email_verified = true where id = $1', [uid]);
}

/** Waits until the tab has its own stream, which delivers all later events. */
async function follows(person: Person): Promise<void> {
  await expect.poll(() => person.answeredStreams()).toContain('/api/live/me');
  await person.seesAllOfIt();
}

/** The ids of the products that a user watches. */
async function watchedBy({ uid }: Account): Promise<number[]> {
  const { rows } = await shop.app.database.pool.query<{ id: number }>(
    'select product_id as id from watches where user_id = $1',
    [uid],
  );
  return rows.map(({ id }) => id);
}

/** The text of the only row of the list. */
const row = (person: Person, name: string) => person.page.getByRole('row').filter({ hasText: name });

describe('an alert', () => {
  it('notifies on the bell and by mail when another user asks at its price', async () => {
    const product = await shop.product();
    const { person, account } = await shop.trader();
    await provesEmail(account);
    await person.opens(`/product/${product.id}?size=9`);
    await person.presses('Watch size 9');
    await person.sees('You watch size 9');
    await person.types(ALERT, '200');
    await person.page.keyboard.press('Enter');
    await person.sees("We'll alert you when there is an ask at 200$ or less.");
    await person.page.keyboard.press('Escape');
    await person.button('Watching size 9').waitFor();
    await follows(person);
    const seller = await shop.account();
    await seller.order('ask', { name: product.name, size: '9', price: 210 });
    await seller.order('ask', { name: product.name, size: '9', price: 195 });
    await person.button('Notifications, 1 unread').waitFor();
    await expect
      .poll(async () => {
        const mails = await readOutbox(shop.app.outbox);
        return mails.find(
          ({ headers }) => headers.get('to') === account.email && headers.has('list-unsubscribe'),
        );
      })
      .toMatchObject({
        text: expect.stringContaining(
          `There is an ask of 195$ for ${product.name} in size 9; your alert is 200$.`,
        ),
      });
    await person.presses('Notifications, 1 unread');
    await person.page.getByRole('link', { name: /Ask at 195\$, your alert is 200\$/ }).click();
    await person.isAt(`/product/${product.id}?size=9`);
    await person.button('Notifications').waitFor();
  });
});

describe('a visitor who presses the heart', () => {
  it('logs in, or signs up, and returns to the product, which is watched then', async () => {
    const product = await shop.product();
    const account = await shop.account();
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${product.id}?size=10`);
    await visitor.presses('Watch size 10');
    await visitor.isAt('/login');
    await visitor.sees(`Log in to watch ${product.name}, size 10.`);
    await visitor.follows('New User? Click here');
    await visitor.sees(`Sign up to watch ${product.name}, size 10.`);
    await visitor.follows('Already signed up? Click here');
    await visitor.logsIn(account.email, { remember: true });
    await visitor.isAt(`/product/${product.id}?size=10`);
    await visitor.sees('You watch size 10');
    await visitor.presses('Stop watching');
    await visitor.button('Watch size 10').waitFor();
    await visitor.seesAllOfIt();
    await visitor.page.reload();
    await visitor.button('Watch size 10').waitFor();
    await visitor.seesAllOfIt();
    expect(await visitor.button('Watching size 10').count(), 'not watched again').toBe(0);
  });
});

describe('the calendar of releases', () => {
  it('offers reminders of upcoming releases, and none of past ones', async () => {
    const [next, past] = [await shop.product(), await shop.product()];
    const comesOut = addDays(dayAt(Date.now()), 40);
    await shop.app.database.pool.query(
      `update products set release_date = case id when $1 then $3::date else '2020-01-01' end
       where id in ($1, $2)`,
      [next.id, past.id, comesOut],
    );
    await shop.announce(new Map([next, past].map(({ id, name }) => [name, id])));
    const { person, account } = await shop.trader();
    await person.opens(`/releases?month=${comesOut.slice(0, 7)}`);
    await person.presses(`Remind me of ${next.name}`);
    await person.button(`Reminder set for ${next.name}`).waitFor();
    await expect.poll(() => watchedBy(account)).toEqual([next.id]);
    await person.presses(`Reminder set for ${next.name}`);
    await person.button(`Remind me of ${next.name}`).waitFor();
    await expect.poll(() => watchedBy(account)).toEqual([]);
    await person.follows('January 2020');
    await person.link(new RegExp(past.name)).waitFor();
    expect(await person.page.getByRole('button', { name: /Remind me/ }).count()).toBe(0);
  });
});

describe('the "also watched" products', () => {
  it("follow the related ones on a product's page, once there are enough users", async () => {
    const names = ['One Also', 'Three Also', 'Four Also', 'Five Also'];
    const products = await Promise.all(names.map((name) => shop.product(name)));
    await shop.app.database.pool.query(
      `insert into watches (user_id, product_id, size, made_at)
       select 'fan ' || number, id, '', now() - interval '8 days'
       from generate_series(1, 10) as number cross join unnest($1::int[]) as id`,
      [products.map(({ id }) => id)],
    );
    const visitor = await shop.visitor();
    const carousel = (title: string) =>
      visitor.page.locator('section').filter({ has: visitor.heading(title) });
    await visitor.opens(`/product/${products[0]?.id}`);
    await visitor.page.keyboard.press('End');
    await carousel('Related Products').getByText('There are no related products yet.').waitFor();
    const watched = carousel('Others Also Watched');
    await watched.getByRole('link').first().waitFor();
    expect(await watched.getByRole('link').count()).toBe(3);
  });
});

describe('the watchlist', () => {
  it('shows live prices, and is edited in place until it is empty', async () => {
    const product = await shop.product();
    const { person, account } = await shop.trader();
    await account.post('/watches/set', { productId: product.id, size: '9' });
    await person.opens('/dashboard/watching');
    await expect.poll(() => row(person, product.name).innerText()).toMatch(/Size 9\s+--\s+--\s+--/);
    await follows(person);
    const other = await shop.account();
    await other.order('ask', { name: product.name, size: '9', price: 240 });
    await other.order('bid', { name: product.name, size: '9', price: 220 });
    await expect.poll(() => row(person, product.name).innerText()).toMatch(/240\$\s+220\$/);
    const field = person.page.getByLabel(`Alert at: ${product.name}, size 9`);
    await field.fill('230x');
    await person.page.keyboard.press('Enter');
    await person.seesToast("We'll alert you when there is an ask at 230$ or less.");
    await field.fill('5000000');
    await person.page.keyboard.press('Enter');
    person.expectsComplaint(/status of 422/);
    await person.seesToast(/A price is whole dollars/);
    await expect.poll(() => field.inputValue()).toBe('230');
    await field.fill('');
    await person.page.keyboard.press('Enter');
    await person.seesToast('The alert is off.');
    await person.presses(`Stop watching ${product.name}, size 9`);
    await person.sees(/^Your watchlist is empty\./);
  });

  it('has space for the longest prices on every screen, as has the heart', async () => {
    const product = await shop.product();
    const { person, account } = await shop.trader();
    await account.post('/watches/set', { productId: product.id, size: '9', alert: 1_000_000 });
    await account.order('ask', { name: product.name, size: '9', price: 1_000_000 });
    for (const path of ['/dashboard/watching', `/product/${product.id}?size=9`]) {
      await person.opens(path);
      if (path.startsWith('/product')) {
        await person.presses('Watching size 9');
        await person.sees('You watch size 9');
      } else {
        await person.sees(product.name);
      }
      await person.seesAllOfIt();
      for (const viewport of [DESKTOP, PHONE, { width: 320, height: 640 }]) {
        await person.page.setViewportSize(viewport);
        await person.draws();
        const widest = await person.page.evaluate(() => document.documentElement.scrollWidth);
        expect(widest, path).toBeLessThanOrEqual(viewport.width);
      }
    }
  });
});

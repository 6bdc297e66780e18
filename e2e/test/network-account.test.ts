import { expect } from 'vitest';
import { SHIPPING } from '../src/accounts.js';
import { buildDeal, pay } from './support/deals.js';
import { type Action, countIn, letters, meetTheNetwork, row, SETTLED_MS } from './support/network-table.js';
import { useShop } from './support/shop.js';

const shop = useShop({ hasDeals: true });

const methodOf = (number: number) => (number % 2 === 0 ? 'Credit card' : 'PayPal');

const ACTIONS: readonly Action[] = [
  {
    what: 'a heart',
    call: '/api/watches/set',
    path: ({ name }) => `/browse?q=${encodeURIComponent(name.replace(/ \w+$/, ''))}`,
    act: (person, { name }) => person.presses(`Watch ${name}`),
    done: ({ uid }, { id }) => countIn(shop, 'from watches where user_id = $1 and product_id = $2', uid, id),
    shows: (person, { name }) =>
      person.page.getByRole('button', { name: `Watch ${name}`, pressed: true }).waitFor(),
    isQuick: true,
  },
  {
    what: 'an alert',
    call: '/api/watches/set',
    path: () => '/dashboard/watching',
    async given(account, things) {
      await Promise.all(things.map(({ id }) => account.post('/watches/set', { productId: id, size: '9' })));
    },
    prepares: (person, { name, number }) => person.types(`Alert at: ${name}, size 9`, String(500 + number)),
    act: ({ page }) => page.keyboard.press('Enter'),
    done: ({ uid }, { number }) =>
      countIn(shop, 'from watches where user_id = $1 and alert_cents = $2', uid, (500 + number) * 100),
    shows: (person, { name, number }) =>
      expect
        .poll(() => person.page.getByLabel(`Alert at: ${name}, size 9`).inputValue())
        .toBe(String(500 + number)),
    isQuick: true,
  },
  {
    what: 'a pair',
    call: '/api/collection/add',
    path: () => '/dashboard/collection',
    async prepares(person, { name, number }) {
      const dialog = person.page.getByRole('dialog');
      await person.presses('Add a pair');
      await person.types('Which sneaker?', name);
      await dialog.getByRole('listitem').getByRole('button', { name }).first().click();
      await person.page.getByLabel('Size', { exact: true }).selectOption('10');
      await person.types('Bought for, in whole dollars', String(600 + number));
    },
    act: (person) => person.presses('Add the pair'),
    done: ({ uid }, { number }) =>
      countIn(
        shop,
        'from collection_pairs where user_id = $1 and price_cents = $2',
        uid,
        (600 + number) * 100,
      ),
    shows: (person, { name }) => row(person, name).waitFor(),
  },
  {
    what: 'an address',
    call: '/api/shipping',
    path: () => '/dashboard/settings/shipping',
    async prepares(person, { number }) {
      if (!person.place.endsWith('/shipping')) {
        await person.follows('Edit shipping info');
      }
      await person.types('City', `${SHIPPING.city} ${letters(number)}`);
    },
    act: (person) => person.presses('SUBMIT'),
    done: ({ uid }, { number }) =>
      countIn(
        shop,
        'from accounts where user_id = $1 and city = $2',
        uid,
        `${SHIPPING.city} ${letters(number)}`,
      ),
    async shows(person, { number }) {
      await person.isAt('/dashboard/settings');
      await person.sees(`${SHIPPING.city} ${letters(number)}`);
    },
  },
  {
    what: 'a payout',
    call: '/api/payout',
    path: () => '/dashboard/settings',
    prepares: (person) => person.presses('Edit payout details'),
    act: (person, { number }) => person.presses(methodOf(number)),
    done: ({ uid }, { number }) =>
      countIn(
        shop,
        'from accounts where user_id = $1 and payout = $2',
        uid,
        number % 2 === 0 ? 'CC' : 'PAYPAL',
      ),
    shows: ({ page }, { number }) =>
      page
        .getByRole('img', { name: methodOf(number) })
        .first()
        .waitFor(),
  },
  {
    what: 'a step of a deal',
    call: '/api/deals/step',
    path: () => '/dashboard/selling',
    async given(seller, things) {
      const buyer = await shop.account();
      for (const thing of things) {
        await pay(await buildDeal(shop, thing, { seller, buyer }));
      }
    },
    async prepares(person, { name }) {
      await person.follows('Selling');
      await person.page.getByRole('tab', { name: 'In Progress' }).click();
      await person.page.getByRole('link', { name }).click();
      await person.seesHeading('Ready to ship');
      await person.page.clock.fastForward(SETTLED_MS);
    },
    act: (person) => person.presses('Take one more day'),
    done: ({ uid }, { id }) =>
      countIn(
        shop,
        `from deal_events as event
         join trades as trade on trade.product_id = event.product_id and trade.id = event.deal_id
         where trade.seller_id = $1 and trade.product_id = $2 and event.event = 'extend'`,
        uid,
        id,
      ),
    shows: (person) => person.sees('One more working day to ship'),
  },
  {
    what: 'the end of a session',
    call: '/api/auth/sessions/end',
    path: () => '/dashboard/settings/security',
    // One more than are ended, since another user has none.
    given: (account, things) =>
      Promise.all(
        [things.length, ...things.keys()].map((number) => account.signInBy(`Firefox/1${number}.0`)),
      ),
    async act(person) {
      await person.page.clock.fastForward(SETTLED_MS);
      await person
        .button(/^End session of/)
        .first()
        .click();
    },
    done: async ({ uid }, { after }) =>
      2 +
      after -
      (await countIn(shop, `from identity_sessions where user_id = $1 and user_agent like 'Firefox%'`, uid)),
    shows: (person, { after }) => expect.poll(() => person.button(/^End session of/).count()).toBe(1 + after),
  },
];

meetTheNetwork(shop, ACTIONS);

import { expect } from 'vitest';
import { SHIPPING } from '../src/accounts.js';
import { type Action, countIn, letters, meetTheNetwork, row, SETTLED_MS } from './support/network-table.js';
import { useShop } from './support/shop.js';

const shop = useShop();

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
    hasGateway: true,
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
      // A toast that slides in can cover the button between the press and the release of a pointer.
      await person.button('Add a pair').press('Enter');
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
    hasGateway: true,
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
    hasGateway: true,
  },
];

meetTheNetwork(shop, ACTIONS);

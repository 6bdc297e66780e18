import { describe, expect, it } from 'vitest';
import { type Account, PASSWORD, SHIPPING } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import {
  badGateway,
  delayed,
  droppedAfter,
  droppedBefore,
  type Fault,
  type MakeFault,
  offline,
  outOfOrder,
  twice,
} from './support/faults.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();

/** One thing for each press: a product, and a number that is nowhere else. */
interface Thing extends ShopProduct {
  readonly number: number;
}

/** Something that a user does, and that must be done once whatever the network does. */
interface Action {
  readonly what: string;
  /** The call whose requests meet the network's faults. */
  readonly call: string;
  readonly path: (first: Thing) => string;
  /** Prepares the account. */
  readonly given?: (account: Account, things: readonly Thing[]) => Promise<unknown>;
  /** The presses before the last one, on the page of `path` or on the one to which the last action led. */
  readonly prepares?: (person: Person, thing: Thing) => Promise<unknown>;
  /** The last press. */
  readonly act: (person: Person, thing: Thing) => Promise<void>;
  /** How often the server has done it to this thing. */
  readonly done: (account: Account, thing: Thing) => Promise<number>;
  /** Waits until the page shows that it is done. */
  readonly shows: (person: Person, thing: Thing) => Promise<unknown>;
  /** True if the page takes the next presses before the first ones are answered. */
  readonly isQuick?: boolean;
}

const THINGS = 11;
/** Longer than any pause before a call is sent again. */
const PAUSE_MS = 5_000;
const SETTLED_MS = 800;

const count = async (text: string, ...values: unknown[]): Promise<number> =>
  (await shop.app.database.pool.query<{ count: number }>(`select count(*)::int as count ${text}`, values))
    .rows[0]?.count ?? 0;

const row = ({ page }: Person, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

/** Reviews an order in its panel. The last order has led to the dashboard. */
async function reviews(person: Person, label: 'Bid' | 'Ask', price: number): Promise<void> {
  await backInPanel(person);
  await person.types(`Enter ${label}`, String(price));
  await person.presses(`Review ${label}`);
  await person.seesHeading(`Review ${label}`);
}

async function backInPanel(person: Person): Promise<void> {
  if (person.place.startsWith('/dashboard')) {
    await person.page.goBack();
  }
}

async function confirms(person: Person, name: string): Promise<void> {
  await person.passes(SETTLED_MS);
  await person.presses(name);
  await person.page.waitForURL('**/dashboard/**');
}

const seesPrice = (person: Person, price: number) => row(person, `${price}$`).first().waitFor();

const placed = ({ uid }: Account, price: number) =>
  count('from orders where user_id = $1 and price_cents = $2', uid, price * 100);

const ACTIONS: readonly Action[] = [
  {
    what: 'a bid',
    call: '/api/bid',
    path: ({ id }) => `/buy/${id}?size=9`,
    prepares: (person, { number }) => reviews(person, 'Bid', 200 + number),
    act: (person) => confirms(person, 'PLACE BID'),
    done: (account, { number }) => placed(account, 200 + number),
    shows: (person, { number }) => seesPrice(person, 200 + number),
    isQuick: true,
  },
  {
    what: 'an ask',
    call: '/api/ask',
    path: ({ id }) => `/sell/${id}?size=9`,
    async prepares(person, { number }) {
      await reviews(person, 'Ask', 300 + number);
      for (const box of await person.page.getByRole('checkbox').all()) {
        await box.check();
      }
    },
    act: (person) => confirms(person, 'CONFIRM ASK'),
    done: (account, { number }) => placed(account, 300 + number),
    shows: (person, { number }) => seesPrice(person, 300 + number),
    isQuick: true,
  },
  {
    what: 'a purchase',
    call: '/api/buy',
    path: ({ id }) => `/buy/${id}?size=9`,
    async given(_account, things) {
      const seller = await shop.account();
      for (const { number } of things) {
        await seller.order('ask', { name: things[0]?.name ?? '', size: '9', price: 400 + number });
      }
    },
    async prepares(person, { number }) {
      await backInPanel(person);
      // Chosen after the market has arrived, since a price that moves in the panel has to be accepted.
      await person.chooses('Place Bid');
      await person.sees(`${400 + number}$`);
      await person.chooses('Buy Now');
      await person.presses('Review Buy');
      await person.seesHeading('Review Order');
    },
    act: (person) => confirms(person, 'PLACE ORDER'),
    done: ({ uid }, { number }) =>
      count('from trades where buyer_id = $1 and price_cents = $2', uid, (400 + number) * 100),
    shows: (person, { number }) => seesPrice(person, 400 + number),
  },
  {
    what: 'a removal',
    call: '/api/deleteBid',
    path: () => '/dashboard/buying',
    async given(account, things) {
      for (const { name } of things) {
        await account.order('bid', { name, size: '9', price: 100 });
      }
    },
    async act(person, { name }) {
      await person.passes(SETTLED_MS);
      await person.presses(`Remove bid: ${name}, size 9`);
    },
    done: ({ uid }, { id }) =>
      count(`from orders where user_id = $1 and product_id = $2 and status = 'cancelled'`, uid, id),
    shows: (person, { name }) => row(person, name).waitFor({ state: 'detached' }),
    isQuick: true,
  },
  {
    what: 'a heart',
    call: '/api/watches/set',
    path: ({ name }) => `/browse?q=${encodeURIComponent(name.replace(/ \w+$/, ''))}`,
    act: (person, { name }) => person.presses(`Watch ${name}`),
    done: ({ uid }, { id }) => count('from watches where user_id = $1 and product_id = $2', uid, id),
    shows: (person, { name }) =>
      person.page.getByRole('button', { name: `Watch ${name}`, pressed: true }).waitFor(),
    isQuick: true,
  },
  {
    what: 'an alert',
    call: '/api/watches/set',
    path: () => '/dashboard/watching',
    async given(account, things) {
      for (const { id } of things) {
        await account.post('/watches/set', { productId: id, size: '9' });
      }
    },
    prepares: (person, { name, number }) => person.types(`Alert at: ${name}, size 9`, String(500 + number)),
    act: ({ page }) => page.keyboard.press('Enter'),
    done: ({ uid }, { number }) =>
      count('from watches where user_id = $1 and alert_cents = $2', uid, (500 + number) * 100),
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
      // The toast of the last pair covers the button, and is not closed by the page's clock.
      const closes = person.page.locator('.Toastify__toast').getByRole('button', { name: 'close' });
      await closes.evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).click()));
      await person.presses('Add a pair');
      await person.types('Which sneaker?', name);
      await dialog.getByRole('listitem').getByRole('button', { name }).first().click();
      await person.page.getByLabel('Size', { exact: true }).selectOption('10');
      await person.types('Bought for, in whole dollars', String(600 + number));
    },
    act: (person) => person.presses('Add the pair'),
    done: ({ uid }, { number }) =>
      count('from collection_pairs where user_id = $1 and price_cents = $2', uid, (600 + number) * 100),
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
      count('from accounts where user_id = $1 and city = $2', uid, `${SHIPPING.city} ${letters(number)}`),
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
      count('from accounts where user_id = $1 and payout = $2', uid, number % 2 === 0 ? 'CC' : 'PAYPAL'),
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
    async given(account, things) {
      for (const { number } of things) {
        await account.signInBy(`Firefox/1${number}.0`);
      }
    },
    async act(person) {
      await person.passes(SETTLED_MS);
      await person
        .button(/^End session of/)
        .first()
        .click();
    },
    done: async ({ uid }, { number }) =>
      THINGS -
      number -
      (await count(`from identity_sessions where user_id = $1 and user_agent like 'Firefox%'`, uid)),
    shows: (person, { number }) =>
      expect.poll(() => person.button(/^End session of/).count()).toBe(THINGS - 1 - number),
  },
];

/** No name begins with another one. */
const letters = (number: number) => String.fromCharCode('a'.charCodeAt(0) + number).repeat(2);
const methodOf = (number: number) => (number % 2 === 0 ? 'Credit card' : 'PayPal');

/** The network's faults for the requests of an action. */
const CIRCUMSTANCES: readonly {
  readonly what: string;
  readonly fault: MakeFault;
  readonly times?: number;
}[] = [
  { what: 'delayed', fault: delayed },
  { what: 'dropped before the server', fault: droppedBefore, times: 1 },
  { what: 'dropped after the server', fault: droppedAfter, times: 1 },
  { what: 'a bad gateway', fault: badGateway, times: 1 },
  { what: 'sent twice', fault: twice },
  { what: 'offline', fault: offline },
];

interface Cell {
  readonly action: Action;
  readonly person: Person;
  readonly account: Account;
}

async function isDone({ action, person, account }: Cell, thing: Thing): Promise<void> {
  for (let pauses = 0; pauses < 20 && (await action.done(account, thing)) !== 1; pauses += 1) {
    await person.page.clock.runFor(PAUSE_MS);
  }
  expect(await action.done(account, thing)).toBe(1);
}

async function isDoneAndShown(cell: Cell, thing: Thing): Promise<void> {
  await isDone(cell, thing);
  await cell.action.shows(cell.person, thing);
  expect(await cell.person.page.locator('.Toastify__toast--warning').allInnerTexts()).toEqual([]);
}

async function meets(
  cell: Cell,
  makeFault: (page: Person['page'], path: string) => Promise<Fault>,
  thing: Thing,
) {
  await cell.action.prepares?.(cell.person, thing);
  const fault = await makeFault(cell.person.page, cell.action.call);
  await cell.action.act(cell.person, thing);
  await fault.arrive();
  return fault;
}

describe('whatever the network does to its requests', () => {
  it.each(ACTIONS)('$what is done once, and shown', async (action) => {
    const names = Array.from(
      { length: THINGS },
      (_, number) => `${action.what} of the table ${letters(number)}`,
    );
    const ids = await shop.products(names);
    const things = names.map((name, number) => ({ name, number, id: ids[number] ?? 0 }));
    const { person, account } = await shop.trader({ hasOwnClock: true });
    person.expectsComplaint(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of (401|403|404|502)/);
    await action.given?.(account, things);
    const cell: Cell = { action, person, account };
    const left = [...things];
    const next = () => left.shift() as Thing;
    const named = async (what: string, run: () => Promise<void>) => {
      await run().catch((error: unknown) => {
        throw new Error(`${action.what}, ${what}: ${(error as Error).message}`, { cause: error });
      });
    };
    await person.opens(action.path(things[0] as Thing));

    for (const { what, fault, times } of CIRCUMSTANCES) {
      await named(what, async () => {
        const thing = next();
        const met = await meets(cell, (page, path) => fault(page, path, times), thing);
        await met.end();
        await isDoneAndShown(cell, thing);
      });
    }
    if (action.isQuick) {
      await named('out of order', async () => {
        const [first, second] = [next(), next()];
        const met = await meets(cell, outOfOrder, first);
        await action.prepares?.(person, second);
        await action.act(person, second);
        await met.arrive(2);
        await met.end();
        await isDoneAndShown(cell, second);
        await isDoneAndShown(cell, first);
      });
    }
    await named('a reload', async () => {
      const thing = next();
      const met = await meets(cell, (page, path) => delayed(page, path, 1), thing);
      await person.page.reload();
      await isDone(cell, thing);
      await person.seesAllOfIt();
      await met.end();
    });
    await named('another user', async () => {
      const thing = next();
      if (!action.path(thing).startsWith('/dashboard')) {
        await person.opens(action.path(things[0] as Thing));
      }
      const met = await meets(cell, delayed, thing);
      const other = await shop.account({ isReady: false });
      if (!person.place.startsWith('/dashboard')) {
        await person.follows('Dashboard');
      }
      // A dialog would cover the button.
      await person.page.keyboard.press('Escape');
      await person.logsOut();
      await person.follows('Log In');
      await person.logsIn(other.email, { remember: true, password: PASSWORD });
      await person.seesToast('Successfully logged in!');
      await met.end();
      await isDone(cell, thing);
      expect(await action.done(other, thing)).not.toBe(1);
      await person.draws();
      expect(await person.page.locator('.Toastify__toast').count()).toBeLessThan(2);
    });
  });
});

import type { Account } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { buildDeal, pay } from './support/deals.js';
import { type Action, countIn, meetTheNetwork, row, SETTLED_MS } from './support/network-table.js';
import { useShop } from './support/shop.js';

const shop = useShop({ hasDeals: true });

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
  await person.page.clock.fastForward(SETTLED_MS);
  await person.presses(name);
  await person.page.waitForURL('**/dashboard/**');
}

const seesPrice = (person: Person, price: number) => row(person, `${price}$`).first().waitFor();

const placed = ({ uid }: Account, price: number) =>
  countIn(shop, 'from orders where user_id = $1 and price_cents = $2', uid, price * 100);

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
    hasGateway: true,
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
      const name = things[0]?.name ?? '';
      await Promise.all(
        things.map(({ number }) => seller.order('ask', { name, size: '9', price: 400 + number })),
      );
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
      countIn(shop, 'from trades where buyer_id = $1 and price_cents = $2', uid, (400 + number) * 100),
    shows: (person, { number }) => seesPrice(person, 400 + number),
  },
  {
    what: 'a table of pairs',
    call: '/api/orders/batch',
    path: () => '/dashboard/selling/bulk',
    async prepares(person, { id, number }) {
      const more = person.button('List more');
      if (await more.isVisible()) {
        await more.click();
      }
      await person.page.getByLabel('Your table').fill(`${id}\t9\t${500 + number}`);
      await person.presses('Check the table');
      await person.seesHeading('Preview');
      await person.page.clock.fastForward(SETTLED_MS);
    },
    act: (person) => person.presses('Place 1 ask'),
    done: (account, { number }) => placed(account, 500 + number),
    shows: (person) => person.sees('1 ask was placed or sold.'),
  },
  {
    what: 'a rule for a price',
    call: '/api/price-rules',
    path: () => '/dashboard/selling/bulk',
    given: (account, things) =>
      Promise.all(things.map(({ name }) => account.order('ask', { name, size: '9', price: 700 }))),
    async prepares(person, { name, number }) {
      await person.page.getByRole('tab', { name: 'Change or remove' }).click();
      const floor = person.page.getByLabel('Not below');
      if (!(await floor.isVisible())) {
        await person.page.getByText('Keep them the lowest').click();
      }
      for (const chosen of await person.page.getByRole('checkbox', { checked: true }).all()) {
        await chosen.uncheck();
      }
      await person.page.getByLabel(`Choose ask: ${name}, size 9, 700$`).check();
      await floor.fill(String(600 + number));
    },
    act: (person) => person.presses('Keep 1 ask the lowest'),
    done: ({ uid }, { number }) =>
      countIn(shop, 'from price_rules where user_id = $1 and floor_cents = $2', uid, (600 + number) * 100),
    shows: (person, { number }) => person.sees(new RegExp(`^Keep the lowest, not below ${600 + number}\\$`)),
  },
  {
    what: 'a removal',
    call: '/api/deleteBid',
    path: () => '/dashboard/buying',
    given: (account, things) =>
      Promise.all(things.map(({ name }) => account.order('bid', { name, size: '9', price: 100 }))),
    async act(person, { name }) {
      await person.page.clock.fastForward(SETTLED_MS);
      await person.presses(`Remove bid: ${name}, size 9`);
    },
    done: ({ uid }, { id }) =>
      countIn(shop, `from orders where user_id = $1 and product_id = $2 and status = 'cancelled'`, uid, id),
    shows: (person, { name }) => row(person, name).waitFor({ state: 'detached' }),
    isQuick: true,
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
];

meetTheNetwork(shop, ACTIONS);

import { fileURLToPath } from 'node:url';
import { freePort } from '@perkex/bench/free-port.js';
import { readWebBuild } from '@perkex/server/pages/web-build.js';
import { describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/test/test-app.js';
import type { Account } from '../src/accounts.js';
import type { Person } from '../src/person.js';
import { failRequests } from './support/network.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();

const WEB_BUILD_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The message that a browser logs when a server is unreachable. */
const CONNECTION_LOST =
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED|EMPTY|FAILED)/;

interface Market extends ShopProduct {
  /** Has an ask of 240 and a bid of 200 in size 9. */
  readonly maker: Account;
  ask(price: number, size?: string): Promise<string>;
  bid(price: number, size?: string): Promise<string>;
  /** Another user buys at the lowest ask. */
  trade(price: number): Promise<string>;
}

let products = 0;

/** The first words of its name are unique, so that it has no related products. */
async function market(): Promise<Market> {
  products += 1;
  const product = await shop.product(`Live-${products} Runner`);
  const [maker, taker] = [await shop.account(), await shop.account()];
  const order = { name: product.name, size: '9' };
  await maker.order('ask', { ...order, price: 240 });
  await maker.order('bid', { ...order, price: 200 });
  return {
    ...product,
    maker,
    ask: (price, size = '9') => maker.order('ask', { ...order, size, price }),
    bid: (price, size = '9') => maker.order('bid', { ...order, size, price }),
    trade: (price) => taker.order('buy', { ...order, price }),
  };
}

/** Sets a mark that a reload would remove. */
const marks = (person: Person) => person.page.evaluate('window.isMarked = true');
const isMarked = (person: Person) => person.page.evaluate('window.isMarked === true');

/** Waits until the tab's stream has started and the tab has caught up. */
async function follows(person: Person): Promise<void> {
  await expect.poll(() => person.answeredStreams()).not.toEqual([]);
  await person.seesAllOfIt();
}

const buyButton = (person: Person, price: number) => person.link(`Buy For ${price}$`).waitFor();
const row = (person: Person, name: string) => person.page.getByRole('row').filter({ hasText: name });

/** Hides or shows the tab, as a browser does when another one covers it. */
async function hides(person: Person, isHidden: boolean): Promise<void> {
  await person.page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

describe('a product page', () => {
  it('updates with asks, bids and trades of others without a reload', async () => {
    const { id, ask, bid, trade } = await market();
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}?size=9`);
    await buyButton(visitor, 240);
    await follows(visitor);
    await marks(visitor);
    await ask(230);
    await buyButton(visitor, 230);
    await bid(210);
    await visitor.link('Sell for 210$ or Ask for More').waitFor();
    await trade(230);
    await visitor.sees(/^Size 9, /);
    await buyButton(visitor, 240);
    await visitor.presses('Size: 9');
    await ask(220, '10');
    await visitor.button(/^10\s*lowest ask\s*220\$/).waitFor();
    expect(await isMarked(visitor)).toBe(true);
  });

  it('announces a sale to screen readers, once', async () => {
    const { id, trade } = await market();
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await follows(visitor);
    await trade(240);
    await visitor.page.getByRole('status').filter({ hasText: 'Size 9 has sold for 240$.' }).waitFor();
  });

  it('highlights changes, unless reduced motion is set', async () => {
    const { id, ask } = await market();
    const [still, moving] = [await shop.visitor(), await shop.visitor({ reducedMotion: 'no-preference' })];
    const flashes = (person: Person) =>
      person.page.evaluate<number>('window.flashes.filter((text) => text === "230$").length');
    for (const person of [still, moving]) {
      await person.context.addInitScript(() => {
        const flashes: (string | null)[] = [];
        Object.assign(window, { flashes });
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...given) {
          if (this.closest('a')) {
            flashes.push(this.textContent);
          }
          return animate.apply(this, given);
        };
      });
      await person.opens(`/product/${id}?size=9`);
      await follows(person);
    }
    await ask(230);
    await buyButton(still, 230);
    await buyButton(moving, 230);
    await expect.poll(() => flashes(moving)).toBe(1);
    expect(await flashes(still)).toBe(0);
  });
});

describe('the order flow', () => {
  it('updates its tiles with the market', async () => {
    const { id, ask, bid } = await market();
    const [buyer, seller] = [await shop.visitor(), await shop.visitor()];
    await buyer.opens(`/buy/${id}`);
    await seller.opens(`/sell/${id}`);
    await follows(buyer);
    await follows(seller);
    await ask(231);
    await bid(211);
    await buyer.link(/^9\s*231\$/).waitFor();
    await seller.link(/^9\s*211\$/).waitFor();
  });

  it('never changes a price that is about to be accepted: the new one must be accepted', async () => {
    const { id, ask, trade } = await market();
    await ask(250);
    const { person } = await shop.trader();
    await person.opens(`/buy/${id}?size=9`);
    await person.chooses('Buy Now');
    await follows(person);
    const price = () => person.page.getByLabel('Enter Bid').inputValue();
    expect(await price()).toBe('240');
    expect(await person.button('Review Buy').isEnabled()).toBe(true);
    await trade(240);
    await person.sees('The lowest ask has risen from 240$ to 250$.');
    expect(await price()).toBe('240');
    expect(await person.button('Review Buy').isDisabled()).toBe(true);
    await person.sees('The price has moved: accept the new one first.');
    await person.presses('Accept 250$');
    expect(await price()).toBe('250');
    await person.presses('Review Buy');
    await person.seesHeading('Review Order');
    await ask(245);
    await person.sees('The lowest ask has fallen to 245$: you would buy at that price.');
    expect(await person.page.getByText('250$', { exact: true }).count()).toBe(1);
    await person.presses('Use 245$ instead');
    await person.presses('PLACE ORDER');
    await person.seesToast(/245\$/);
  });
});

describe('the dashboard', () => {
  it("updates with the trades of others with its user's orders, and with the prices next to them", async () => {
    const { name, maker, ask, trade } = await market();
    const seller = await shop.personOf(maker);
    await seller.opens('/dashboard/selling');
    await row(seller, name).waitFor();
    await follows(seller);
    await marks(seller);
    await (await shop.account()).order('bid', { name, size: '9', price: 215 });
    await row(seller, name).getByText('215$').first().waitFor();
    await ask(260);
    await row(seller, name).nth(1).waitFor();
    await trade(240);
    await expect.poll(() => row(seller, name).count()).toBe(1);
    await seller.page.getByRole('tab', { name: 'History' }).click();
    await row(seller, name).getByText('240$').first().waitFor();
    expect(await isMarked(seller)).toBe(true);
  });

  it("shows its user's orders from another device at once, here and in all tabs of this browser", async () => {
    const { name } = await shop.product();
    const { person, account } = await shop.trader();
    const second = await person.newTab();
    for (const tab of [person, second]) {
      await tab.opens('/dashboard/buying');
      await tab.seesHeading('Buying');
    }
    await expect.poll(() => [...person.openStreams(), ...second.openStreams()]).toEqual(['/api/live/me']);
    await account.order('bid', { name, size: '10', price: 120 });
    await row(person, name).waitFor();
    await row(second, name).waitFor();
  });
});

describe('Home', () => {
  it('updates the prices of its trending sneakers', async () => {
    const { name, ask, trade } = await market();
    await trade(240);
    const visitor = await shop.visitor();
    await visitor.opens('/');
    const card = visitor.page.getByRole('link', { name: new RegExp(`^${name}`) }).first();
    await card.waitFor();
    await follows(visitor);
    await ask(205);
    await card.getByText('205$').waitFor();
  });
});

describe('the tabs of a browser', () => {
  it('share one stream of everything that they show, and another tab takes over', async () => {
    const [one, other] = [await market(), await market()];
    const first = await shop.visitor();
    const second = await first.newTab();
    await first.opens(`/product/${one.id}`);
    await follows(first);
    await second.opens(`/product/${other.id}`);
    const both = `/api/live?${[one.id, other.id].map((id) => `product=${id}`).join('&')}`;
    await expect.poll(() => first.openStreams()).toEqual([both]);
    expect(second.openStreams()).toEqual([]);
    await other.ask(222);
    await buyButton(second, 222);
    await first.page.close();
    await expect.poll(() => second.openStreams()).toEqual([`/api/live?product=${other.id}`]);
    await other.ask(221);
    await buyButton(second, 221);
  });

  it('have no stream while they are hidden, and are up to date when shown again', async () => {
    const { id, ask } = await market();
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await follows(visitor);
    await hides(visitor, true);
    await expect.poll(() => visitor.openStreams()).toEqual([]);
    await ask(230);
    await hides(visitor, false);
    await buyButton(visitor, 230);
    await ask(220);
    await buyButton(visitor, 220);
  });
});

describe('without streams', () => {
  it('screens refetch every 15 s, say so once, and recover automatically', async () => {
    const { id, ask } = await market();
    const visitor = await shop.visitor({ hasOwnClock: true });
    visitor.expectsComplaint(CONNECTION_LOST);
    const recover = await failRequests(visitor.page, '**/api/live**');
    const attempted = visitor.page.waitForRequest('**/api/live**');
    await visitor.opens(`/product/${id}`);
    await buyButton(visitor, 240);
    await attempted;
    await visitor.stopsTheClock();
    await visitor.waitsUntil(async () => {
      await visitor.passes(500);
      return visitor.page.getByText(/^Live prices are interrupted · /).isVisible();
    });
    await visitor.page.getByRole('status').filter({ hasText: 'Live prices are interrupted.' }).waitFor();
    const showsPrice = (price: number) =>
      visitor.waitsUntil(() => visitor.link(`Buy For ${price}$`).isVisible());
    let reads = 0;
    visitor.page.on('request', (request) => {
      reads += new URL(request.url()).pathname === `/api/${id}` ? 1 : 0;
    });
    await ask(230);
    await visitor.passes(10_000);
    expect(reads).toBe(0);
    await visitor.passes(6_000);
    await showsPrice(230);
    expect(reads).toBe(1);
    await ask(225);
    await visitor.passes(15_000);
    await showsPrice(225);
    expect(reads).toBe(2);
    expect(await visitor.page.getByRole('status').filter({ hasText: 'Live prices' }).count()).toBe(0);
    await visitor.page.clock.resume();
    recover();
    // The longest pause is a minute; a requested stream needs real time to answer.
    for (let second = 0; second < 60 && visitor.openStreams().length === 0; second += 1) {
      await visitor.passes(1_000);
    }
    await visitor.seesNoMore(/^Live prices are interrupted · /);
    await visitor.passes(1_000);
    await ask(220);
    await follows(visitor);
    await visitor.passes(1_000);
    await buyButton(visitor, 220);
  });

  it.each([
    ['the login page of a network', 'text/html', '<h1>Welcome to the hotel</h1>'],
    ['a stream that ends at once', 'text/event-stream', 'retry: 3000\n\n'],
  ])('that last, %s in their place costs few calls, and is reported', async (_what, contentType, body) => {
    const { id } = await market();
    const visitor = await shop.visitor({ hasOwnClock: true });
    let streams = 0;
    let calls = 0;
    await visitor.page.route('**/api/**', (route) => {
      if (!new URL(route.request().url()).pathname.startsWith('/api/live')) {
        calls += 1;
        return route.continue();
      }
      streams += 1;
      return route.fulfill({ status: 200, contentType, body });
    });
    await visitor.opens(`/product/${id}`);
    await buyButton(visitor, 240);
    await expect.poll(() => streams).toBeGreaterThan(0);
    const atFirst = calls;
    for (let second = 0; second < 20; second += 1) {
      await visitor.passes(1_000);
      await visitor.seesAllOfIt();
    }
    expect(streams).toBeLessThan(8);
    expect(calls - atFirst).toBeLessThan(50);
    await visitor.passes(10_000);
    await visitor.sees(/^Live prices are interrupted · /);
  });

  it('a page recovers automatically after the network was cut', async () => {
    const { id, ask } = await market();
    const visitor = await shop.visitor();
    visitor.expectsComplaint(CONNECTION_LOST);
    await visitor.opens(`/product/${id}`);
    await follows(visitor);
    await visitor.context.setOffline(true);
    await ask(230);
    await visitor.context.setOffline(false);
    await buyButton(visitor, 230);
    await ask(220);
    await buyButton(visitor, 220);
  });
});

describe('another server on the same database', () => {
  /** Opens it at a port. */
  async function openServer(port: number): Promise<TestApp> {
    const server = await buildTestApp({
      publicUrl: `http://localhost:${port}`,
      pages: await readWebBuild(WEB_BUILD_FOLDER),
      database: shop.app.database,
    });
    await server.app.listen({ host: 'localhost', port });
    return server;
  }

  it('keeps a half-filled form over a restart, which is saved afterwards', async () => {
    const port = await freePort('localhost');
    let server = await openServer(port);
    const account = await shop.account();
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/status of 503/);
    visitor.expectsComplaint(CONNECTION_LOST);
    try {
      await visitor.page.goto(`http://localhost:${port}/login`);
      await visitor.logsIn(account.email, { remember: true });
      await visitor.seesToast('Successfully logged in!');
      await visitor.page.goto(`http://localhost:${port}/dashboard/settings/shipping`);
      await visitor.types('City', 'Half a City');
      await visitor.seesAllOfIt();
      await server.close();
      await visitor.types('Street Address', 'Restart Road');
      await visitor.presses('SUBMIT');
      await visitor.seesToast(/^The connection to PerkeX is lost/);
      expect(await visitor.page.getByLabel('City', { exact: true }).inputValue()).toBe('Half a City');
      server = await openServer(port);
      await visitor.presses('SUBMIT');
      await visitor.seesToast('Your shipping is saved.');
      await visitor.sees('Half a City');
      await visitor.sees('Restart Road');
    } finally {
      await visitor.page.close();
      await server.close();
    }
  });

  it('shows events on the first one, and its pages recover automatically after a restart', async () => {
    const { id, ask } = await market();
    const port = await freePort('localhost');
    let server = await openServer(port);
    const visitor = await shop.visitor();
    // A stopping server refuses late requests.
    visitor.expectsComplaint(/status of 503/);
    visitor.expectsComplaint(CONNECTION_LOST);
    try {
      await visitor.page.goto(`http://localhost:${port}/product/${id}`);
      await buyButton(visitor, 240);
      await marks(visitor);
      await follows(visitor);
      await ask(230);
      await buyButton(visitor, 230);
      await server.close();
      await expect.poll(() => visitor.openStreams()).toEqual([]);
      await ask(225);
      server = await openServer(port);
      await buyButton(visitor, 225);
      await ask(220);
      await buyButton(visitor, 220);
      expect(await isMarked(visitor)).toBe(true);
    } finally {
      await visitor.page.close();
      await server.close();
    }
  });
});

import { fileURLToPath } from 'node:url';
import { freePort } from '@perkex/bench/processes/free-port.js';
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

/** The longest pause before a stream opens again is a minute. A requested stream needs real time to answer. */
async function reconnects(person: Person): Promise<void> {
  for (let second = 0; second < 60 && person.openStreams().length === 0; second += 1) {
    await person.passes(1_000);
  }
}

const buyButton = (person: Person, price: number) => person.link(`Buy For ${price}$`).waitFor();
const row = (person: Person, name: string) => person.page.getByRole('row').filter({ hasText: name });

/** Freezes or thaws the tab, as a browser does with one that is hidden for long. */
async function freezes({ context, page }: Person, isFrozen: boolean): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: isFrozen ? 'frozen' : 'active' });
  await session.detach();
}

/** Hides or shows the tab, as a browser does when another one covers it. */
async function hides(person: Person, isHidden: boolean): Promise<void> {
  await person.page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

describe('a product page, and Home', () => {
  it('update with asks, bids and trades of others without a reload, announce sales, and highlight changes unless reduced motion is set', async () => {
    const { id, name, ask, bid, trade } = await market();
    const visitor = await shop.visitor();
    await visitor.context.addInitScript(() => {
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
    const flashes = (text: string) =>
      visitor.page.evaluate<number>(`window.flashes.filter((text) => text === '${text}').length`);
    await visitor.opens(`/product/${id}?size=9`);
    await buyButton(visitor, 240);
    await follows(visitor);
    await marks(visitor);
    await ask(230);
    await buyButton(visitor, 230);
    await visitor.draws();
    expect(await flashes('230$')).toBe(0);
    await visitor.page.emulateMedia({ reducedMotion: 'no-preference' });
    await ask(225);
    await buyButton(visitor, 225);
    await expect.poll(() => flashes('225$')).toBe(1);
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
    await bid(210);
    await visitor.link('Sell for 210$ or Ask for More').waitFor();
    await trade(225);
    await visitor.page.getByRole('status').filter({ hasText: 'Size 9 has sold for 225$.' }).waitFor();
    await visitor.sees(/^Size 9, /);
    await buyButton(visitor, 230);
    await visitor.presses('Size: 9');
    await ask(220, '10');
    await visitor.button(/^10\s*lowest ask\s*220\$/).waitFor();

    await visitor.page.keyboard.press('Escape');
    await visitor.follows('PerkeX');
    // Trending, since it has just been sold.
    const card = visitor.page.getByRole('link', { name: new RegExp(`^${name}`) }).first();
    await card.waitFor();
    await follows(visitor);
    await ask(215);
    await card.getByText('215$').waitFor();
    expect(await isMarked(visitor)).toBe(true);
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

  it('moves the place of an order in its queue as orders before it come and trade', async () => {
    const { name, maker, trade } = await market();
    const seller = await shop.personOf(maker);
    await seller.opens('/dashboard/selling');
    const place = (text: string) => row(seller, name).getByText(text, { exact: true }).waitFor();
    await place('lowest ask');
    await follows(seller);
    await marks(seller);
    for (const price of [230, 235]) {
      await (await shop.account()).order('ask', { name, size: '9', price });
    }
    await place('3rd in line: 2 lower');
    await trade(230);
    await place('2nd in line: 1 lower');
    await trade(235);
    await place('lowest ask');
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

describe('the tabs of a browser', () => {
  it('share one stream of what they show, have none while hidden, and are up to date when shown, thawed or online again', async () => {
    const [one, other] = [await market(), await market()];
    const first = await shop.visitor();
    const second = await first.newTab();
    second.expectsComplaint(CONNECTION_LOST);
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

    await hides(second, true);
    await expect.poll(() => second.openStreams()).toEqual([]);
    await freezes(second, true);
    await other.ask(220);
    await freezes(second, false);
    await hides(second, false);
    await buyButton(second, 220);
    await other.ask(219);
    await buyButton(second, 219);

    await follows(second);
    await second.context.setOffline(true);
    await other.ask(218);
    await second.context.setOffline(false);
    await buyButton(second, 218);
    await other.ask(217);
    await buyButton(second, 217);
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
    const answer = async () => (await visitor.page.context().request.get(`/api/${id}`)).text();
    /** Until the visitor's server knows of it, which may be another one: the page's clock does not wait for that. */
    const asks = async (price: number) => {
      await ask(price);
      await expect.poll(answer).toContain(`"price":${price}`);
    };
    let reads = 0;
    visitor.page.on('request', (request) => {
      reads += new URL(request.url()).pathname === `/api/${id}` ? 1 : 0;
    });
    await asks(230);
    await visitor.passes(10_000);
    expect(reads).toBe(0);
    await visitor.passes(6_000);
    await showsPrice(230);
    expect(reads).toBe(1);
    await asks(225);
    await visitor.passes(15_000);
    await showsPrice(225);
    expect(reads).toBe(2);
    expect(await visitor.page.getByRole('status').filter({ hasText: 'Live prices' }).count()).toBe(0);
    await visitor.page.clock.resume();
    recover();
    await reconnects(visitor);
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

  it('shows events on the first one; after its restart pages recover, and a half-filled form is saved', async () => {
    const { id, ask } = await market();
    const port = await freePort('localhost');
    let server = await openServer(port);
    const account = await shop.account();
    const [visitor, user] = [await shop.visitor({ hasOwnClock: true }), await shop.visitor()];
    for (const person of [visitor, user]) {
      // A stopping server refuses late requests.
      person.expectsComplaint(/status of 503/);
      person.expectsComplaint(CONNECTION_LOST);
    }
    try {
      await user.page.goto(`http://localhost:${port}/login`);
      await user.logsIn(account.email, { remember: true });
      await user.seesToast('Successfully logged in!');
      await user.page.goto(`http://localhost:${port}/dashboard/settings/shipping`);
      await user.types('City', 'Half a City');
      await user.seesAllOfIt();
      await visitor.page.goto(`http://localhost:${port}/product/${id}`);
      await buyButton(visitor, 240);
      await marks(visitor);
      await follows(visitor);
      await ask(230);
      await buyButton(visitor, 230);

      await server.close();
      await expect.poll(() => visitor.openStreams()).toEqual([]);
      await user.types('Street Address', 'Restart Road');
      await user.presses('SUBMIT');
      await user.seesToast(/^The connection to PerkeX is lost/);
      expect(await user.page.getByLabel('City', { exact: true }).inputValue()).toBe('Half a City');
      await ask(225);
      server = await openServer(port);

      await reconnects(visitor);
      await buyButton(visitor, 225);
      await ask(220);
      await buyButton(visitor, 220);
      expect(await isMarked(visitor)).toBe(true);
      await user.presses('SUBMIT');
      await user.seesToast('Your shipping is saved.');
      await user.sees('Half a City');
      await user.sees('Restart Road');
    } finally {
      await Promise.all([visitor.page.close(), user.page.close()]);
      await server.close();
    }
  });
});

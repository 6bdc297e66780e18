import { describe, expect, it } from 'vitest';
import { useShop } from './support/shop.js';

const shop = useShop();

interface AppManifest {
  readonly start_url: string;
  readonly display: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
}

describe('a visitor', () => {
  it('can open the pages that the server does not render, by their addresses', async () => {
    const { id } = await shop.product();
    const visitor = await shop.visitor();
    for (const [path, heading] of [
      ['/login', 'LOG IN'],
      ['/register', 'SIGN UP'],
      ['/forgot-password', 'INPUT YOUR E-MAIL'],
      ['/reset-password', 'INPUT NEW PASSWORD'],
      [`/sell/${id}`, 'Select Size'],
    ] as const) {
      await visitor.opens(path);
      await visitor.seesHeading(heading);
      expect(visitor.place).toBe(path);
    }
  });

  // Every other such address: web/test/guards.test.tsx and server/test/pages-addresses.test.ts.
  it('is redirected to Home from protected, unknown and malformed addresses', async () => {
    const visitor = await shop.visitor();
    for (const path of ['/dashboard/other-user/settings/shipping', '/nowhere', '/brands/%E0%A4%A']) {
      await visitor.opens(path);
      await visitor.isAt('/');
      await visitor.seesHeading('Trending Sneakers');
    }
  });
});

describe('a logged-in user', () => {
  it('can open every page of the dashboard, and get back to the market from it', async () => {
    const { person } = await shop.trader();
    for (const [path, heading, title] of [
      ['/dashboard/profile', 'Profile', 'Profile | PerkeX'],
      ['/dashboard/buying', 'Buying', 'Buying | PerkeX'],
      ['/dashboard/selling', 'Selling', 'Selling | PerkeX'],
      ['/dashboard/settings', 'General Settings', 'Settings | PerkeX'],
      ['/dashboard/settings/shipping', 'Shipping', 'Shipping | PerkeX'],
      ['/dashboard/settings/security', 'Login & security', 'Login & security | PerkeX'],
    ] as const) {
      await person.opens(path);
      await person.seesHeading(heading);
      expect(await person.page.title()).toBe(title);
      await person.follows('PerkeX');
      await person.isAt('/');
    }
  });

  it("is redirected from another user's dashboard to their own, and to Home from the login page", async () => {
    const { person, account } = await shop.trader();
    await person.opens('/dashboard/other-user/settings/shipping');
    await person.isAt(`/dashboard/${account.uid}/settings/shipping`);
    await person.seesHeading('Shipping');
    await person.opens('/login');
    await person.isAt('/');
    await person.seesHeading('Trending Sneakers');
  });
});

describe('addresses', () => {
  it('of a size open its panel or else the sizes, and Back leads to the sizes', async () => {
    const { id } = await shop.product();
    const visitor = await shop.visitor();
    await visitor.opens(`/buy/${id}?size=99`);
    await visitor.seesHeading('Select Size');
    await visitor.link(/^9/).click();
    await visitor.isAt(`/buy/${id}?size=9`);
    await visitor.seesHeading(/Size 9/);
    await visitor.page.goBack();
    await visitor.seesHeading('Select Size');
    await visitor.page.goForward();
    await visitor.seesHeading(/Size 9/);
  });

  it('may end with a slash, and have a meaningless query and hash', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/market/?period=%zz&%E0%A4%A#%E0');
    await visitor.seesHeading('Market');
    await visitor.follows('Sell');
    await visitor.seesHeading('Choose a product');
    await visitor.page.goBack();
    await visitor.seesHeading('Market');
  });

  // The server answers 404 to every such address: server/test/pages.test.ts.
  it('of unknown products say so and offer the search', async () => {
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/status of 404/);
    for (const path of ['/product/abc', '/sell/999999', '/buy/0']) {
      await visitor.opens(path);
      await visitor.seesHeading('There is no such product');
    }
    await visitor.follows('PerkeX');
    await visitor.isAt('/');
  });
});

describe('links', () => {
  it('open another tab on request, set the title and move the focus, and add one history entry', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    expect(await visitor.page.title()).toBe('PerkeX: buy and sell new sneakers');
    const [tab] = await Promise.all([
      visitor.page.context().waitForEvent('page'),
      visitor
        .link('Sell')
        .first()
        .click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.waitForURL('**/sell');
    await tab.close();
    expect(visitor.place, 'of the first tab').toBe('/');
    await visitor.seesHeading('Trending Sneakers');

    await visitor.follows('Sell');
    await visitor.seesHeading('Choose a product');
    expect(await visitor.page.title()).toBe('Choose a product | PerkeX');
    expect(await visitor.page.evaluate(() => document.activeElement?.id), 'in focus').toBe('main');

    await visitor.follows('Sell');
    await visitor.follows('Sell');
    await visitor.page.goBack();
    await visitor.isAt('/');
    await visitor.seesHeading('Trending Sneakers');
  });
});

describe('while the code of the next page loads', () => {
  it('the current page stays, and Back keeps it', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    let sendCode = () => {};
    const held = new Promise<void>((resolve) => {
      sendCode = resolve;
    });
    await visitor.page.route('**/assets/sell-search-page-*.js', (route) => held.then(() => route.continue()));
    await visitor.follows('Sell');
    await visitor.isAt('/sell');
    await visitor.seesHeading('Trending Sneakers');
    await visitor.page.goBack();
    sendCode();
    await visitor.isAt('/');
    await visitor.seesAllOfIt();
    await visitor.seesHeading('Trending Sneakers');
    expect(await visitor.page.getByRole('heading', { name: 'Choose a product' }).count()).toBe(0);
  });
});

it('the site has an icon where browsers look for one', async () => {
  const answer = await fetch(`${shop.url}/favicon.ico`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/vnd.microsoft.icon']);
  const [zero, , icon, , count] = new Uint8Array(await answer.arrayBuffer());
  expect([zero, icon, count]).toEqual([0, 1, 1]);
});

it("the site can be installed: the manifest's icons exist in the sizes that it declares", async () => {
  const visitor = await shop.visitor();
  await visitor.opens('/');
  const session = await visitor.context.newCDPSession(visitor.page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${shop.url}/app.webmanifest`, []]);
  const { start_url, display, icons } = JSON.parse(data ?? '') as AppManifest;
  expect([start_url, display]).toEqual(['/', 'standalone']);
  const touchIcon = await visitor.page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const { src, sizes, type } of [
    ...icons,
    { src: touchIcon ?? '', sizes: '180x180', type: 'image/png' },
  ]) {
    const answer = await fetch(`${shop.url}${src}`, { redirect: 'manual' });
    expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type]);
    if (sizes !== 'any') {
      const size = await visitor.page.evaluate(async (address) => {
        const picture = new Image();
        picture.src = address;
        await picture.decode();
        return `${picture.naturalWidth}x${picture.naturalHeight}`;
      }, src);
      expect([src, size]).toEqual([src, sizes]);
    }
  }
});

import { describe, expect, it } from 'vitest';
import { useShop } from './support/shop.js';

const shop = useShop();

describe('a visitor', () => {
  it('can open every public page by its address', async () => {
    const visitor = await shop.visitor();
    for (const [path, heading] of [
      ['/', 'Trending Sneakers'],
      ['/market', 'Market'],
      ['/sell', 'Choose a product'],
      ['/login', 'LOG IN'],
      ['/register', 'SIGN UP'],
      ['/forgot-password', 'INPUT YOUR E-MAIL'],
      ['/reset-password', 'INPUT NEW PASSWORD'],
    ] as const) {
      await visitor.opens(path);
      await visitor.seesHeading(heading);
      expect(visitor.place).toBe(path);
    }
  });

  it('can open the pages of a product', async () => {
    const { id, name } = await shop.product();
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${id}`);
    await visitor.seesHeading(name);
    await visitor.opens(`/sell/${id}`);
    await visitor.seesHeading('Select Size');
    await visitor.opens(`/buy/${id}`);
    await visitor.seesHeading('Select Size');
  });

  it('is redirected to Home from protected and unknown addresses', async () => {
    const visitor = await shop.visitor();
    for (const path of [
      '/dashboard/profile',
      '/dashboard/buying',
      '/dashboard/selling',
      '/dashboard/settings',
      '/dashboard/settings/shipping',
      '/dashboard/settings/security',
      '/dashboard/other-user/profile',
      '/dashboard/other-user/settings/shipping',
      '/nowhere',
      '/product',
      '/dashboard',
      '/a/b/c',
    ]) {
      await visitor.opens('/sell');
      await visitor.opens(path);
      await visitor.isAt('/');
      await visitor.seesHeading('Trending Sneakers');
    }
  });
});

describe('a logged-in user', () => {
  it('can open every page of the dashboard, also with their id in the address', async () => {
    const { person, account } = await shop.trader();
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
      const ownPath = path.replace('/dashboard/', `/dashboard/${account.uid}/`);
      await person.opens(ownPath);
      await person.seesHeading(heading);
      expect(person.place).toBe(ownPath);
    }
  });

  it("is redirected from another user's dashboard to their own", async () => {
    const { person, account } = await shop.trader();
    await person.opens('/dashboard/other-user/settings/shipping');
    await person.isAt(`/dashboard/${account.uid}/settings/shipping`);
    await person.seesHeading('Shipping');
  });

  it('is redirected to Home from the login pages', async () => {
    const { person } = await shop.trader();
    for (const path of ['/login', '/register']) {
      await person.opens('/sell');
      await person.opens(path);
      await person.isAt('/');
      await person.seesHeading('Trending Sneakers');
    }
  });

  it('gets back to the market from every dashboard screen', async () => {
    const { person } = await shop.trader();
    for (const page of ['profile', 'buying', 'selling', 'settings', 'settings/shipping']) {
      await person.opens(`/dashboard/${page}`);
      await person.follows('PerkeX');
      await person.isAt('/');
    }
  });
});

describe('addresses', () => {
  it('of a size open its panel, and Back leads to the sizes', async () => {
    const { id } = await shop.product();
    const visitor = await shop.visitor();
    await visitor.opens(`/buy/${id}`);
    await visitor.link(/^9/).click();
    await visitor.isAt(`/buy/${id}?size=9`);
    await visitor.seesHeading(/Size 9/);
    await visitor.page.goBack();
    await visitor.seesHeading('Select Size');
    await visitor.page.goForward();
    await visitor.seesHeading(/Size 9/);
  });

  it('of a size that the product does not have open the sizes', async () => {
    const { id } = await shop.product();
    const visitor = await shop.visitor();
    await visitor.opens(`/buy/${id}?size=99`);
    await visitor.seesHeading('Select Size');
  });

  it('that are malformed redirect to Home', async () => {
    const visitor = await shop.visitor();
    for (const path of ['/%', '/brands/%E0%A4%A', '/product/%/', '/product/1//2', '/help/%zz']) {
      await visitor.opens('/sell');
      await visitor.opens(path);
      await visitor.isAt('/');
      await visitor.seesHeading('Trending Sneakers');
    }
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

  it('of unknown products say so and offer the search', async () => {
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/status of 404/);
    for (const path of ['/product/999999', '/sell/999999', '/buy/999999', '/product/abc', '/buy/0']) {
      await visitor.opens(path);
      await visitor.seesHeading('There is no such product');
      await visitor.follows('PerkeX');
      await visitor.isAt('/');
    }
  });

  it('set the title, and navigation moves the focus to the new page', async () => {
    const { id, name } = await shop.product();
    const visitor = await shop.visitor();
    await visitor.opens('/');
    expect(await visitor.page.title()).toBe('PerkeX: buy and sell new sneakers');
    await visitor.follows('Sell');
    await visitor.seesHeading('Choose a product');
    expect(await visitor.page.title()).toBe('Choose a product | PerkeX');
    expect(await visitor.page.evaluate(() => document.activeElement?.id)).toBe('main');
    await visitor.opens(`/product/${id}`);
    await visitor.seesHeading(name);
    expect(await visitor.page.title()).toBe(`${name} | PerkeX`);
  });
});

describe('links', () => {
  it('open another tab on request, and leave the page unchanged', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    const [tab] = await Promise.all([
      visitor.page.context().waitForEvent('page'),
      visitor
        .link('Sell')
        .first()
        .click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.waitForURL('**/sell');
    await tab.close();
    expect(visitor.place).toBe('/');
    await visitor.seesHeading('Trending Sneakers');
  });

  it('to the current page add no history entry', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await visitor.follows('Sell');
    await visitor.seesHeading('Choose a product');
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

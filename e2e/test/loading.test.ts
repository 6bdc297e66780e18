import type { PageCode } from '@perkex/contract/rendered-page.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail } from '../src/accounts.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { droppedBefore } from './support/faults.js';
import { hold } from './support/network.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();

let product: ShopProduct;

beforeAll(async () => {
  product = await shop.product('Patient Loading Runner');
});

const fileNamed = (name: string) => new RegExp(`/assets/${name}-[^/]*\\.js`);

/** Fails requests for a code file. @returns a function that ends this */
async function failFile(person: Person, name: string, times = Number.POSITIVE_INFINITY) {
  person.expectsComplaint(/Failed to load resource|Failed to fetch|could not be fetched|error loading/);
  let left = times;
  await person.page.route(fileNamed(name), (route) => {
    left -= 1;
    return left < 0 ? route.fallback() : route.abort();
  });
  return () => {
    left = 0;
  };
}

/** Counts the failed requests for code files. */
function countFailures(person: Person, names: readonly string[]): () => number {
  let failures = 0;
  person.page.on('requestfailed', (request) => {
    failures += names.some((name) => fileNamed(name).test(request.url())) ? 1 : 0;
  });
  return () => failures;
}

/** Makes the server answer as after an upgrade that removed this file. */
async function loseFile(person: Person, name: string): Promise<void> {
  person.expectsComplaint(/404|could not be fetched|Failed to fetch/);
  await person.page.route(fileNamed(name), (route) => route.fulfill({ status: 404, json: {} }));
}

describe('a page whose start fails', () => {
  it.each([
    ['index', '/'],
    ['beginning', '/'],
    ['react', '/'],
    ['main', '/'],
    ['main', '/login'],
  ])('offers a reload if %s does not load, on %s', async (name, path) => {
    const visitor = await shop.visitor();
    const mend = await failFile(visitor, name);
    await visitor.page.goto(path);
    await visitor.page.getByRole('alert').getByText('PerkeX could not be loaded.').waitFor();
    mend();
    await visitor.presses('Reload the page');
    await visitor.page.getByPlaceholder('Search for sneaker').waitFor();
    expect(await visitor.page.getByText('PerkeX could not be loaded.').count()).toBe(0);
  });

  it('once starts without a message', async () => {
    const visitor = await shop.visitor();
    await failFile(visitor, 'main', 1);
    await visitor.opens('/');
    await visitor.page.getByPlaceholder('Search for sneaker').waitFor();
    expect(await visitor.page.getByText('PerkeX could not be loaded.').count()).toBe(0);
  });
});

describe('a code file that fails', () => {
  it.each(['search-offer', 'later-parts'])('once or twice is fetched again: %s', async (name) => {
    const visitor = await shop.visitor();
    await failFile(visitor, name, 2);
    await visitor.opens(`/product/${product.id}`);
    if (name === 'search-offer') {
      await visitor.page.getByPlaceholder('Search for sneaker').fill('patient loading');
      await visitor.page.getByRole('option', { name: product.name }).waitFor();
    } else {
      await visitor.presses('Size: All');
      await visitor.button('All sizes').waitFor();
    }
  });

  it('for long is fetched again at the next press', async () => {
    const visitor = await shop.visitor();
    const mend = await failFile(visitor, 'embedded-provider');
    await visitor.opens('/login');
    const { email } = await shop.account();
    await visitor.logsIn(email);
    await visitor.seesToast(/^The connection to PerkeX is lost\./);
    mend();
    await visitor.logsIn(email);
    await visitor.isAt('/');
  });

  it('for long is fetched again at the next press of a heart', async () => {
    const { person } = await shop.trader();
    const mend = await failFile(person, 'hearts');
    await person.opens('/browse');
    const heart = person.button(`Watch ${product.name}`);
    await heart.click();
    await person.seesToast('The connection to PerkeX is lost.');
    mend();
    await heart.click();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  });

  it('for long leaves the press before a login undone, and says so', async () => {
    const visitor = await shop.visitor();
    const { email } = await shop.account();
    const mend = await failFile(visitor, 'watch-after-login');
    await visitor.opens('/browse');
    const heart = visitor.button(`Watch ${product.name}`);
    await heart.click();
    await visitor.logsIn(email);
    await visitor.seesToast('The connection to PerkeX is lost.');
    mend();
    await heart.click();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
  });

  it('for long is fetched again after a while: prices become live, and pending orders are resent', async () => {
    const { person } = await shop.trader({ hasOwnClock: true });
    const mends = await Promise.all(['follow-market', 'resume-orders'].map((name) => failFile(person, name)));
    const order = await droppedBefore(person.page, '/api/bid');
    await person.opens(`/buy/${product.id}?size=9`);
    await person.types('Enter Bid', '150');
    await person.presses('Review Bid');
    await person.presses('PLACE BID');
    await order.arrive();
    const failures = countFailures(person, ['follow-market', 'resume-orders']);
    await person.page.reload();
    await person.waitsUntil(async () => failures() === 6);
    for (const mend of mends) {
      mend();
    }
    await order.end();
    expect(person.openStreams()).toEqual([]);
    await person.passes(15_000);
    await person.seesToast(/^Your bid of 150\$ .* placed\.$/);
    await expect.poll(() => person.openStreams().length).toBeGreaterThan(0);
  });

  it('does not stay failed if several pages share it', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    await failFile(visitor, 'forms', 1);
    await visitor.page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await visitor.follows('Log In');
    await visitor.page.getByLabel('E-MAIL', { exact: true }).waitFor();
    expect(await visitor.page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });

  it('makes a link load its address in full', async () => {
    const visitor = await shop.visitor();
    await visitor.opens('/');
    const mend = await failFile(visitor, 'sell-search-page');
    const failures: string[] = [];
    const mended = new Promise<void>((done) => {
      visitor.page.on('requestfailed', async (request) => {
        if (fileNamed('sell-search-page').test(request.url())) {
          failures.push(request.url());
        }
        if (failures.length === 3) {
          mend();
          done();
        }
      });
    });
    await visitor.follows('Sell');
    await mended;
    await visitor.seesHeading('Choose a product');
    await visitor.isAt('/sell');
    await visitor.page.locator('#page-code').waitFor({ state: 'detached' });
    expect(failures).toHaveLength(3);
  });

  it('does not prevent refusals: a toast needs no file', async () => {
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/status of 401/);
    await failFile(visitor, 'toast-place');
    await visitor.opens('/login');
    await visitor.logsIn(newEmail());
    const toast = visitor.page.locator('[popover][role=alert]');
    await toast.waitFor();
    expect(await toast.locator('p').textContent()).toMatch(/\w+/);
    await toast.getByRole('button', { name: 'Close' }).click();
    await toast.waitFor({ state: 'detached' });
  });
});

describe('a press that waits for code', () => {
  it('shows a bar until the next page is there', async () => {
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${product.id}?size=9`);
    const bar = visitor.page.getByRole('progressbar', { name: 'Loading the page' });
    expect(await bar.count()).toBe(0);
    const held = await hold(visitor.page, '/assets/trade-page-*.js');
    await visitor.follows('Place Bid');
    await held.arrive();
    expect(await bar.isVisible()).toBe(true);
    await held.end();
    await visitor.button('Review Bid').waitFor();
    expect(await bar.count()).toBe(0);
  });
});

describe('a page that fails to render', () => {
  it('says so until the user goes back', async () => {
    const visitor = await shop.visitor();
    visitor.expectsComplaint(/TypeError/);
    await visitor.page.route('/api/brands/*', (route) => route.fulfill({ json: { products: [] } }));
    await visitor.opens('/brands');
    await visitor.page.locator('main a[href^="/brands/"]').first().click();
    await visitor.seesHeading('This page could not be displayed');
    await visitor.page.goBack();
    await visitor.seesHeading('Brands');
  });
});

describe('after an upgrade', () => {
  it('the next link loads its page in full, and the current screen stays until then', async () => {
    const visitor = await shop.visitor();
    await visitor.opens(`/product/${product.id}`);
    await loseFile(visitor, 'later-parts');
    const lost = visitor.page.waitForResponse(fileNamed('later-parts'));
    await visitor.page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await visitor.presses('Size: All');
    await lost;
    expect(await visitor.page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    await visitor.page.unroute(fileNamed('later-parts'));
    const loaded = visitor.page.waitForEvent('domcontentloaded');
    await visitor.follows('Market');
    await loaded;
    await visitor.isAt('/market');
    await visitor.seesHeading('Market');
    expect(await visitor.page.evaluate(() => 'isSameDocument' in window)).toBe(false);
  });

  it('a pending order is not interrupted, and its answer is shown', async () => {
    const { person } = await shop.trader();
    const order = await hold(person.page, '/api/bid');
    // The code of the next page may be fetched as soon as the review is open.
    await loseFile(person, 'buying-page');
    await person.opens(`/buy/${product.id}?size=9`);
    await person.types('Enter Bid', '150');
    await person.presses('Review Bid');
    await person.button('PLACE BID').waitFor();
    await person.seesAllOfIt();
    await person.page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await person.presses('PLACE BID');
    await order.arrive();
    await person.seesHeading('This page could not be displayed');
    await order.end();
    await person.sees(/^Your bid of 150\$ .* is placed\.$/);
    expect(await person.page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });
});

/** Holds all code files. @returns the requested ones, and a function that releases all of them */
async function holdCode(person: Person) {
  const held = new Map<string, () => void>();
  const passed = new Set<string>();
  await person.page.route(/\/assets\/[^/]*\.js$/, async (route) => {
    const address = new URL(route.request().url()).pathname;
    if (!passed.has(address)) {
      await new Promise<void>((go) => held.set(address, go));
    }
    await route.continue();
  });
  return {
    asked: () => [...held.keys()],
    letGo(addresses: readonly string[]) {
      for (const address of addresses) {
        passed.add(address);
        held.get(address)?.();
      }
    },
  };
}

/** Loads the first wave of a rendered page's code. @returns the other files that the page names */
async function receivesFirstWave(
  { page }: Person,
  { asked, letGo }: Awaited<ReturnType<typeof holdCode>>,
): Promise<PageCode> {
  await expect.poll(() => asked().length).toBe(2);
  letGo(asked());
  return JSON.parse((await page.locator('#page-code').textContent()) ?? '{}');
}

describe('the code of a page', () => {
  it.each(['/', '/product/ID', '/browse', '/market', '/releases', '/sell'])(
    'loads in two waves on a first visit of %s',
    async (path) => {
      const visitor = await shop.visitor();
      const code = await holdCode(visitor);
      await visitor.page.goto(path.replace('ID', String(product.id)), { waitUntil: 'commit' });
      const { needed } = await receivesFirstWave(visitor, code);
      await expect.poll(() => code.asked()).toEqual(expect.arrayContaining([...needed]));
      expect(code.asked()).toHaveLength(2 + needed.length);
      code.letGo(needed);
      // All other files are still held.
      await visitor.page.locator('#page-code').waitFor({ state: 'detached' });
    },
  );

  it('loads in two waves for a user, with the code of their sizes', async () => {
    const { person } = await shop.trader();
    const code = await holdCode(person);
    await person.page.goto(`/product/${product.id}`, { waitUntil: 'commit' });
    const { needed, forUsers } = await receivesFirstWave(person, code);
    const second = [...needed, ...forUsers];
    await expect.poll(() => code.asked()).toEqual(expect.arrayContaining(second));
    expect(second.some((address) => fileNamed('stored-sizes').test(address))).toBe(true);
    code.letGo(second);
    await person.page.locator('#page-code').waitFor({ state: 'detached' });
  });

  it.each([
    ['the sizes', `/product/ID`, DESKTOP, 'Size: All', 'All sizes'],
    ['the filters', '/browse', PHONE, 'Filters', 'Clear all'],
  ])('includes that of %s if they are used early', async (_what, path, viewport, name, part) => {
    const visitor = await shop.visitor({ viewport });
    const code = await holdCode(visitor);
    await visitor.page.goto(path.replace('ID', String(product.id)), { waitUntil: 'commit' });
    const { needed, forPresses } = await receivesFirstWave(visitor, code);
    await expect.poll(() => code.asked()).toEqual(expect.arrayContaining([...needed]));
    await visitor.presses(name);
    const second = [...needed, ...forPresses];
    await expect.poll(() => code.asked()).toEqual(expect.arrayContaining(second));
    code.letGo(second);
    await visitor.button(part).waitFor();
  });

  it.each(['/buy/ID?size=9', '/dashboard/buying', '/dashboard/settings'])(
    'loads at once for a user of %s, which is not rendered by the server',
    async (path) => {
      const { person } = await shop.trader();
      const code = await holdCode(person);
      await person.page.goto(path.replace('ID', String(product.id)), { waitUntil: 'commit' });
      const named = await person.page
        .locator('head link[rel=modulepreload], head script[src]')
        .evaluateAll((elements) =>
          elements.map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
        );
      await expect.poll(() => code.asked()).toEqual(expect.arrayContaining(named));
      code.letGo(named);
      await person.page.getByRole('heading', { level: 1 }).waitFor();
    },
  );
});

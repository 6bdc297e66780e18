import type { PageCode } from '@perkex/contract/rendered-page.js';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../src/browser.js';
import type { Person } from '../src/person.js';
import { droppedBefore } from './support/faults.js';
import { named } from './support/named.js';
import { hold } from './support/network.js';
import { type ShopProduct, useShop } from './support/shop.js';

const shop = useShop();

let product: ShopProduct;
let otherProduct: ShopProduct;

beforeAll(async () => {
  product = await shop.product('Patient Loading Runner');
  otherProduct = await shop.product('Patient Loading Walker');
});

const fileNamed = (name: string) => new RegExp(`/assets/${name}-[^/]*\\.js`);

/** Fails requests for a code file. @returns a function that ends this */
async function failFile(person: Person, name: string, times = Number.POSITIVE_INFINITY) {
  person.expectsComplaint(/Failed to load resource|Failed to fetch|error loading/);
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

/** Skips the pauses before a failed file is fetched again, until this is visible. */
async function skipsPausesUntil(person: Person, shown: Locator): Promise<void> {
  await person.waitsUntil(async () => {
    await person.passes(300);
    return shown.isVisible();
  });
}

/** Marks the document, which a full load would replace. */
const marks = ({ page }: Person) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSameDocument = ({ page }: Person) => page.evaluate(() => 'isSameDocument' in window);

/** Makes the server answer as after an upgrade that removed this file. */
async function loseFile(person: Person, name: string): Promise<void> {
  person.expectsComplaint(/404|Failed to fetch/);
  await person.page.route(fileNamed(name), (route) => route.fulfill({ status: 404, json: {} }));
}

describe('a page whose start fails', () => {
  it('offers a reload, and starts without a message if a file has failed once', async () => {
    const visitor = await shop.visitor({ hasOwnClock: true });
    const message = visitor.page.getByRole('alert').getByText('PerkeX could not be loaded.');
    const starts = async () => {
      await visitor.page.getByPlaceholder('Search for sneaker').waitFor();
      expect(await message.count()).toBe(0);
    };
    let mend = () => {};
    /** Afterwards only this file fails. */
    async function failsBy(name: string, load: () => Promise<unknown>): Promise<void> {
      mend();
      mend = await failFile(visitor, name);
      const failed = visitor.page.waitForEvent('requestfailed', (request) =>
        fileNamed(name).test(request.url()),
      );
      await load();
      await failed;
      await skipsPausesUntil(visitor, message);
    }
    await failsBy('index', () => visitor.page.goto('/'));
    for (const name of ['beginning', 'react', 'main']) {
      await named(name, () => failsBy(name, () => visitor.presses('Reload the page')));
    }
    await named('main, on a page that is not rendered', async () => {
      await failsBy('main', () => visitor.page.goto('/login'));
      mend();
      await visitor.presses('Reload the page');
      await starts();
    });
    await named('main, once', async () => {
      await failFile(visitor, 'main', 1);
      await visitor.opens('/');
      await starts();
    });
  });
});

describe('a code file that fails', () => {
  it('once or twice is fetched again', async () => {
    const visitor = await shop.visitor();
    const failures = countFailures(visitor, ['later-parts', 'search-offer']);
    await failFile(visitor, 'later-parts', 2);
    await failFile(visitor, 'search-offer', 2);
    await visitor.opens(`/product/${product.id}`);
    await visitor.presses('Size: All');
    await visitor.button('All sizes').waitFor();
    await visitor.page.getByPlaceholder('Search for sneaker').fill('patient loading');
    await visitor.page.getByRole('option', { name: product.name }).waitFor();
    expect(failures()).toBe(4);
  });

  it('for long is fetched again at the next press, and a toast that says so needs no file', async () => {
    const visitor = await shop.visitor({ hasOwnClock: true });
    const lostToast = visitor.page.locator('.Toastify__toast').getByText('The connection to PerkeX is lost.');
    const { email } = await shop.account();
    const heartOf = ({ name }: ShopProduct) => visitor.button(`Watch ${name}`);
    const isFilled = (one: ShopProduct) =>
      expect.poll(() => heartOf(one).getAttribute('aria-pressed')).toBe('true');
    const mendLogin = await failFile(visitor, 'embedded-provider');
    const mendToasts = await failFile(visitor, 'toast-place');
    const mendWatch = await failFile(visitor, 'watch-after-login');
    const watchFailures = countFailures(visitor, ['watch-after-login']);
    await visitor.opens('/browse');
    await heartOf(product).click();

    await visitor.logsIn(email, { remember: true });
    const toast = visitor.page.locator('[popover][role=alert]');
    await skipsPausesUntil(visitor, toast.getByText(/^The connection to PerkeX is lost\./));
    await toast.getByRole('button', { name: 'Close' }).click();
    await toast.waitFor({ state: 'detached' });
    mendLogin();
    mendToasts();
    await visitor.presses('LOG IN');
    await visitor.seesToast('Successfully logged in!');

    // The press before the login is undone, and reported.
    await skipsPausesUntil(visitor, lostToast);
    expect(watchFailures()).toBe(3);
    expect(await heartOf(product).getAttribute('aria-pressed')).toBe('false');
    mendWatch();
    await heartOf(product).click();
    await isFilled(product);

    const mendHearts = await failFile(visitor, 'hearts');
    await visitor.opens('/browse');
    await heartOf(otherProduct).click();
    await skipsPausesUntil(visitor, lostToast);
    mendHearts();
    await heartOf(otherProduct).click();
    await isFilled(otherProduct);
  });

  it('for long is fetched again after a while: prices become live, and pending orders are resent', async () => {
    const { person } = await shop.trader({ hasOwnClock: true });
    const order = await droppedBefore(person.page, '/api/bid');
    await person.opens(`/buy/${product.id}?size=9`);
    await person.types('Enter Bid', '150');
    await person.presses('Review Bid');
    await person.presses('PLACE BID');
    await order.arrive();
    const mends = await Promise.all(['follow-market', 'resume-orders'].map((name) => failFile(person, name)));
    const failures = countFailures(person, ['follow-market', 'resume-orders']);
    await person.page.reload();
    await person.waitsUntil(async () => failures() >= 6);
    for (const mend of mends) {
      mend();
    }
    await order.end();
    expect(person.openStreams()).toEqual([]);
    await person.passes(15_000);
    await person.seesToast(/^Your bid of 150\$ .* placed\.$/);
    await expect.poll(() => person.openStreams().length).toBeGreaterThan(0);
  });
});

describe('the code of the next page', () => {
  it('is waited for with a bar; if it fails or is outdated, its page loads in full', async () => {
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

    // After an upgrade, the current screen stays until the next link. A pointer over the sizes already fetches the
    // file.
    let answers = 0;
    visitor.page.on('response', (response) => {
      answers += fileNamed('later-parts').test(response.url()) ? 1 : 0;
    });
    await loseFile(visitor, 'later-parts');
    await visitor.page.goBack();
    await marks(visitor);
    await visitor.presses('Size: 9');
    // The file was preloaded, then read for its status.
    await expect.poll(() => answers).toBeGreaterThan(1);
    expect(await isSameDocument(visitor)).toBe(true);
    await visitor.page.unroute(fileNamed('later-parts'));
    const loaded = visitor.page.waitForEvent('domcontentloaded');
    await visitor.follows('Market');
    await loaded;
    await visitor.isAt('/market');
    await visitor.seesHeading('Market');
    expect(await isSameDocument(visitor)).toBe(false);

    await visitor.page.locator('#page-code').waitFor({ state: 'detached' });
    const mend = await failFile(visitor, 'sell-search-page');
    const failures = countFailures(visitor, ['sell-search-page']);
    const mended = new Promise<void>((done) => {
      visitor.page.on('requestfailed', () => {
        if (failures() === 3) {
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
    expect(failures()).toBe(3);

    // A file that several pages share does not stay failed.
    const formFailures = countFailures(visitor, ['forms']);
    await failFile(visitor, 'forms', 1);
    await marks(visitor);
    await visitor.follows('Log In');
    await visitor.page.getByLabel('E-MAIL', { exact: true }).waitFor();
    expect(await isSameDocument(visitor)).toBe(true);
    expect(formFailures()).toBe(1);
  });

  it('is loaded if the user goes back before the first page is shown', async () => {
    const { person } = await shop.trader();
    await person.opens('/market');
    await person.follows('Sell');
    await person.isAt('/sell');
    const sizes = await hold(person.page, '/assets/stored-sizes-*.js');
    const code = person.page.waitForEvent('requestfinished', (each) =>
      fileNamed('sell-search-page').test(each.url()),
    );
    await person.page.reload();
    await code;
    await sizes.arrive();
    // Now the page of the sale only waits for the user's sizes.
    await person.page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await person.page.goBack();
    await person.isAt('/market');
    await sizes.end();
    await person.page.locator('#page-code').waitFor({ state: 'detached' });
    await person.page.getByRole('main').getByRole('heading', { name: 'Market' }).waitFor();
  });

  it('does not interrupt a pending order after an upgrade, and its answer is shown', async () => {
    const { person } = await shop.trader();
    const order = await hold(person.page, '/api/bid');
    // The code of the next page may be fetched as soon as the review is open.
    await loseFile(person, 'buying-page');
    await person.opens(`/buy/${product.id}?size=9`);
    await person.types('Enter Bid', '150');
    await person.presses('Review Bid');
    await person.button('PLACE BID').waitFor();
    await person.seesAllOfIt();
    await marks(person);
    await person.presses('PLACE BID');
    await order.arrive();
    await person.seesHeading('This page could not be displayed');
    await order.end();
    await person.sees(/^Your bid of 150\$ .* is placed\.$/);
    expect(await isSameDocument(person)).toBe(true);
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

/** Holds all code files. */
async function holdCode({ page }: Person) {
  const held = new Map<string, () => void>();
  const passed = new Set<string>();
  await page.route(/\/assets\/[^/]*\.js$/, async (route) => {
    const address = new URL(route.request().url()).pathname;
    if (!passed.has(address)) {
      await new Promise<void>((go) => held.set(address, go));
    }
    await route.continue();
  });
  return {
    /** Opens a page without any code. The page before requests nothing more. */
    async opens(path: string, { isFirstVisit = false } = {}): Promise<void> {
      await page.goto('/robots.txt');
      if (isFirstVisit) {
        await page.evaluate(() => localStorage.clear());
      }
      held.clear();
      passed.clear();
      await page.goto(path.replace('ID', String(product.id)), { waitUntil: 'commit' });
    },
    requested: () => [...held.keys()],
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
  { requested, letGo }: Awaited<ReturnType<typeof holdCode>>,
): Promise<PageCode> {
  await expect.poll(() => requested().length).toBe(2);
  letGo(requested());
  return JSON.parse((await page.locator('#page-code').textContent()) ?? '{}');
}

describe('the code of a page', () => {
  it('loads in two waves on a first visit', async () => {
    const visitor = await shop.visitor();
    const code = await holdCode(visitor);
    for (const path of ['/', '/browse', '/market', '/releases', '/sell', '/product/ID']) {
      await named(path, async () => {
        await code.opens(path, { isFirstVisit: true });
        const { needed } = await receivesFirstWave(visitor, code);
        await expect.poll(() => code.requested()).toEqual(expect.arrayContaining([...needed]));
        expect(code.requested()).toHaveLength(2 + needed.length);
        code.letGo(needed);
        // All other files are still held.
        await visitor.page.locator('#page-code').waitFor({ state: 'detached' });
      });
    }
  });

  it('includes that of the sizes and of the filters if they are used early', async () => {
    const visitor = await shop.visitor();
    const code = await holdCode(visitor);
    for (const [path, viewport, name, part] of [
      ['/product/ID', DESKTOP, 'Size: All', 'All sizes'],
      ['/browse', PHONE, 'Filters', 'Clear all'],
    ] as const) {
      await named(path, async () => {
        await visitor.page.setViewportSize(viewport);
        await code.opens(path, { isFirstVisit: true });
        const { needed, forPresses } = await receivesFirstWave(visitor, code);
        await expect.poll(() => code.requested()).toEqual(expect.arrayContaining([...needed]));
        await visitor.presses(name);
        const second = [...needed, ...forPresses];
        await expect.poll(() => code.requested()).toEqual(expect.arrayContaining(second));
        code.letGo(second);
        await visitor.button(part).waitFor();
      });
    }
  });

  it('loads for a user in two waves with that of their sizes, or at once if the page is not rendered', async () => {
    const { person } = await shop.trader();
    const code = await holdCode(person);
    await code.opens('/product/ID');
    const { needed, forUsers } = await receivesFirstWave(person, code);
    const second = [...needed, ...forUsers];
    await expect.poll(() => code.requested()).toEqual(expect.arrayContaining(second));
    expect(second.some((address) => fileNamed('stored-sizes').test(address))).toBe(true);
    code.letGo(second);
    await person.page.locator('#page-code').waitFor({ state: 'detached' });

    for (const path of ['/buy/ID?size=9', '/dashboard/buying', '/dashboard/settings']) {
      await named(path, async () => {
        await code.opens(path);
        const files = await person.page
          .locator('head link[rel=modulepreload], head script[src]')
          .evaluateAll((elements) =>
            elements.map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? ''),
          );
        await expect.poll(() => code.requested()).toEqual(expect.arrayContaining(files));
        code.letGo(files);
        await person.page.getByRole('heading', { level: 1 }).waitFor();
      });
    }
  });
});

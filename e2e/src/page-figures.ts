import { gzipSync } from 'node:zlib';
import type { LighthouseFigures, PageFigures, PressTimes } from '@perkex/bench/figures/pages.js';
import type { Locator, Page } from 'playwright-core';
import { createAccount } from './accounts.js';
import { bidsFromProduct } from './bid-on-phone.js';
import { launchBrowser, PHONE } from './browser.js';
import type { Report } from './lighthouse-audit.js';
import { Person } from './person.js';
import type { PersonOptions } from './person-options.js';
import { PHONE_SLOWNESS, scrollCards } from './scroll-figures.js';

/** Prints the speed of the pages as one line of JSON, for the benchmark, which does not depend on a browser. */

/** The chart's own code, which is not part of the first paint. */
const CHART = /\/time-chart-[^/]*\.js$/;

/** The number of runs of Lighthouse, the address of a market, and that of a large one, with its number of products. */
const [runs, url, largeUrl, products] = readArguments(process.argv.slice(2));

/** Without Lighthouse, a run only checks that everything works. */
const isSmall = runs === 0;
const PAGES = isSmall ? { Home: '/' } : { Home: '/', product: '/product/1', browse: '/browse' };
const TYPED = isSmall ? 'p1' : 'product 1234';
const ROUTE_CHANGES = isSmall ? 2 : 20;
const SCROLLED_CARDS = isSmall ? 60 : 1_000;
const SLOWNESS = isSmall ? 1 : PHONE_SLOWNESS;
/** Slow 3G: the latency in milliseconds, and bytes a second. */
const NETWORK = isSmall
  ? { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  : { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** One browser for such a run. Otherwise each measurement has its own. */
const sharedBrowser = isSmall ? await launchBrowser() : null;

async function main(): Promise<PageFigures> {
  return {
    pages: await measurePages(),
    pressMs: await pressOnSlowPhone(),
    routeChangeMs: await withVisitor(largeUrl, changeRoutes),
    keystrokeMs: await withVisitor(largeUrl, typeInSearch),
    bareKeystrokeMs: await withVisitor(largeUrl, typeInBareInput),
    scrolling: await withVisitor(largeUrl, async (person) => {
      await opens(person, '/browse');
      return scrollCards(person, Math.min(SCROLLED_CARDS, products), SLOWNESS);
    }),
  };
}

function readArguments([runs, url, largeUrl, products]: readonly string[]): [number, string, string, number] {
  return [Number(runs), String(url), String(largeUrl), Number(products)];
}

async function measurePages(): Promise<PageFigures['pages']> {
  const reports = isSmall ? new Map<string, Report[]>() : await auditAll();
  const figures: PageFigures['pages'][number][] = [];
  for (const [page, path] of Object.entries(PAGES)) {
    const ofPage = reports.get(`${url}${path}`);
    const scriptBytes = await withVisitor(url, (person) => firstVisitBytes(person, path));
    figures.push({ page, lighthouse: ofPage ? lighthouseFigures(ofPage) : null, scriptBytes });
  }
  return figures;
}

/** Lighthouse takes seconds to load. */
async function auditAll(): Promise<Map<string, Report[]>> {
  const { auditPages } = await import('./lighthouse-audit.js');
  const addresses = Object.values(PAGES).map((path) => `${url}${path}`);
  return auditPages(addresses, { categories: ['performance'], runs });
}

async function withVisitor<Result>(
  url: string,
  task: (person: Person) => Promise<Result>,
  options: Partial<PersonOptions> = {},
): Promise<Result> {
  const browser = sharedBrowser ?? (await launchBrowser());
  try {
    const person = await Person.arrive(browser, { url, ...options });
    const result = await task(person);
    await person.leaves();
    return result;
  } finally {
    if (browser !== sharedBrowser) {
      await browser.close();
    }
  }
}

function lighthouseFigures(reports: readonly Report[]): LighthouseFigures {
  const audit = (id: string) => median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
  return {
    score: Math.round(100 * median(reports.map(({ categories }) => categories.performance?.score ?? 0))),
    firstPaintMs: audit('first-contentful-paint'),
    largestPaintMs: audit('largest-contentful-paint'),
    blockingMs: audit('total-blocking-time'),
    layoutShift: audit('cumulative-layout-shift'),
  };
}

async function firstVisitBytes(person: Person, path: string): Promise<number> {
  // Each file is fetched once, and later imports come from the browser's cache.
  const scripts = new Map<string, Promise<Buffer>>();
  person.page.on('response', (response) => {
    if (response.url().endsWith('.js') && !CHART.test(response.url()) && !scripts.has(response.url())) {
      scripts.set(response.url(), response.body());
    }
  });
  await opens(person, path);
  return (await Promise.all(scripts.values())).reduce((sum, script) => sum + gzipSync(script).length, 0);
}

async function opens(person: Person, path: string): Promise<void> {
  await person.opens(path);
  await person.page.getByRole('heading', { level: 1 }).first().waitFor();
  await person.seesAllOfIt();
}

async function changeRoutes(person: Person): Promise<number> {
  await opens(person, '/');
  const { page } = person;
  await opens(person, '/product/1');
  const title = await page.getByRole('heading', { level: 1 }).first().innerText();
  // To Home and back within the application, so that both are in its cache.
  await page
    .getByRole('link', { name: /PerkeX/i })
    .first()
    .click();
  await person.isAt('/');
  await person.seesAllOfIt();
  const times: number[] = [];
  for (let change = 0; change < ROUTE_CHANGES; change += 1) {
    times.push(await msUntilPainted(page, change % 2 === 0 ? -1 : 1, title));
    await person.seesAllOfIt();
  }
  return median(times);
}

/** Goes through the history and waits until the product's heading is painted or gone. */
function msUntilPainted(page: Page, step: number, title: string): Promise<number> {
  return page.evaluate(
    ({ step, title }) =>
      new Promise<number>((resolve) => {
        const isOnProduct = () => document.querySelector('h1')?.textContent === title;
        const isWanted = () => isOnProduct() === step < 0 && document.querySelector('h1') !== null;
        const startMs = performance.now();
        const look = () => {
          if (isWanted()) {
            // The frame that shows it is painted after this one.
            requestAnimationFrame(() => resolve(performance.now() - startMs));
          } else {
            requestAnimationFrame(look);
          }
        };
        history.go(step);
        requestAnimationFrame(look);
      }),
    { step, title },
  );
}

async function typeInSearch(person: Person): Promise<PressTimes> {
  await person.opens('/sell');
  const box = person.page.getByPlaceholder('Search for sneaker');
  await box.fill('warming up');
  await person.sees('No sneakers found.');
  await box.fill('');
  return typeIn(person, box);
}

/** The time of a key press without our code. */
async function typeInBareInput(person: Person): Promise<PressTimes> {
  await person.page.setContent('<input>');
  return typeIn(person, person.page.locator('input'));
}

async function typeIn(person: Person, box: Locator): Promise<PressTimes> {
  const { page } = person;
  // The browser's own measure: from the key press to the frame that shows its effect. It omits durations below 16 ms.
  await page.evaluate(() => {
    const entries: PerformanceEntry[] = [];
    Object.assign(window, { keystrokes: entries });
    const options = { type: 'event', durationThreshold: 16, buffered: false };
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe(options);
  });
  await box.focus();
  for (const key of TYPED) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await person.seesAllOfIt();
  }
  const durations = await page.evaluate(() =>
    (window as unknown as { keystrokes: PerformanceEntry[] }).keystrokes
      .filter(({ name }) => name === 'keydown' || name === 'input')
      .map(({ duration }) => duration),
  );
  const unreported = Array.from({ length: Math.max(0, TYPED.length - durations.length) }, () => 16);
  const all = [...durations, ...unreported];
  return { median: median(all), longest: Math.max(...all) };
}

async function pressOnSlowPhone(): Promise<PressTimes> {
  const times: number[] = [];
  const bid = async (person: Person) => {
    const { context, page } = person;
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });
    await bidsFromProduct(person, 1, async (_what, target) => {
      await page.evaluate(measurePress);
      await target.tap();
      times.push(await page.evaluate<number>('window.pressMs'));
    });
  };
  await withVisitor(url, bid, { account: await createAccount(url), viewport: PHONE, hasTouch: true });
  return { median: median(times), longest: Math.max(...times) };
}

/**
 * Runs in the page. Sets `pressMs` to the time from the next press until the frame with its first change is painted.
 */
function measurePress(): void {
  const pressMs = new Promise<number>((resolve) => {
    const listen = ({ timeStamp }: Event) => {
      const changes = new MutationObserver(() => {
        changes.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage('after the frame');
        });
      });
      changes.observe(document.body, {
        attributes: true,
        characterData: true,
        childList: true,
        subtree: true,
      });
    };
    addEventListener('click', listen, { capture: true, once: true });
  });
  Object.assign(window, { pressMs });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

try {
  console.log(JSON.stringify(await main()));
} finally {
  await sharedBrowser?.close();
}

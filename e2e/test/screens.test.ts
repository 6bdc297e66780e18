import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../src/accounts.js';
import { DESKTOP, launchBrowser, PHONE } from '../src/browser.js';
import { busyTrader } from '../src/busy-trader.js';
import { type DemoServer, startDemoServer } from '../src/demo-server.js';
import { openScreen, settle } from '../src/open-screen.js';
import type { Screen } from '../src/order-screens.js';
import type { Person } from '../src/person.js';
import { SCREENS } from '../src/screens.js';
import { Tabs } from '../src/tabs.js';
import { faultsOf, RULES_OF_THEMES } from './support/accessibility.js';
import { lostTexts } from './support/lost-texts.js';
import { named } from './support/named.js';

const SMALL = { width: 320, height: 568 };
const TABLET = { width: 768, height: 1024 };
const WIDE = { width: 1920, height: 1080 };
/** The most screens that one person visits: few enough for the timeout of a test on a slow machine. */
const SCREENS_A_VISIT = 6;

/** Screens that one person visits one after the other, because opening a page costs more than all looks at it. */
interface Visit {
  readonly names: string;
  readonly screens: readonly Screen[];
}

const isAlone = ({ hasOwnAccount, leavesTraces, isLoading }: Screen) =>
  hasOwnAccount || leavesTraces || isLoading;

function visitsOf(screens: readonly Screen[]): Visit[] {
  const shared = screens.filter((screen) => !isAlone(screen));
  const ofNewUsers = shared.filter(({ isNewUsers }) => isNewUsers);
  const ofVisitors = shared.filter(({ isForVisitors }) => isForVisitors);
  const ofTraders = shared.filter(({ isNewUsers, isForVisitors }) => !isNewUsers && !isForVisitors);
  const alone = screens.filter(isAlone).map((screen) => [screen]);
  return [...[ofTraders, ofVisitors, ofNewUsers].flatMap(inVisits), ...alone].map((visited) => ({
    names: visited.map(({ name }) => name).join(', '),
    screens: visited,
  }));
}

function inVisits(screens: readonly Screen[]): Screen[][] {
  const count = Math.ceil(screens.length / SCREENS_A_VISIT);
  const length = Math.ceil(screens.length / count);
  return Array.from({ length: count }, (_, index) => screens.slice(index * length, (index + 1) * length));
}

let server: DemoServer;
let browser: Browser;
let tabs: Tabs;
let trader: Account;

beforeAll(async () => {
  server = await startDemoServer();
  browser = await launchBrowser();
  tabs = new Tabs(browser);
  trader = await busyTrader(server.url);
});

afterAll(async () => {
  await browser.close();
  await server.end();
});

/** The page's overflow beyond the screen's width, in pixels. */
function excess({ page }: Person): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Navigates within the application, as a link does. */
async function navigate(person: Person, path: string): Promise<void> {
  await person.page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Goes to a screen from an earlier one, by way of a small page that is none of them, so that nothing is left. */
async function goesTo(person: Person, screen: Screen): Promise<void> {
  await navigate(person, '/help/contact');
  await person.seesHeading('Contact');
  await navigate(person, screen.path);
  await person.heading('Contact').waitFor({ state: 'detached' });
  await settle(person, screen);
  await screen.prepare?.(person, trader);
  await settle(person, screen);
}

/** Looks at a screen in both themes and several sizes. @returns what is wrong */
async function looksAt(person: Person, screen: Screen): Promise<string[]> {
  const { page } = person;
  const faults: string[] = [];
  const note = (where: string, found: readonly string[]) =>
    faults.push(...found.map((fault) => `${screen.name} ${where}: ${fault}`));
  const fits = async (where: string) => {
    const pixels = await excess(person);
    note(where, pixels > 0 ? [`${pixels} px too wide`] : []);
  };
  const resize = async (viewport: { width: number; height: number }) => {
    await page.setViewportSize(viewport);
    await settle(person, screen);
  };
  const setTextSize = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.setProperty('font-size', value, 'important');
    }, size);

  note('on a phone, light', await faultsOf(person));
  // The states of a page seldom differ in width.
  for (const viewport of screen.prepare ? [SMALL] : [SMALL, TABLET, WIDE]) {
    await resize(viewport);
    await fits(`on ${viewport.width} px`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await resize(DESKTOP);
  note('on a desktop, dark', await faultsOf(person, RULES_OF_THEMES));
  await setTextSize('200%');
  await settle(person, screen);
  await fits('with large text');
  note('with large text', await lostTexts(person));

  await setTextSize('');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  return faults;
}

describe('every screen and state is accessible in both themes, and fits 320 px and text of twice the size', () => {
  it.concurrent.each(visitsOf(SCREENS))('$names', async ({ screens: [first, ...others] }) => {
    const isHere = first as Screen;
    const person = await openScreen(tabs, isHere, { url: server.url, trader, viewport: PHONE });
    const faults: string[] = [];
    const look = async (screen: Screen) => {
      faults.push(...(await looksAt(person, screen)));
    };
    try {
      await named(isHere.name, () => look(isHere));
      for (const screen of others) {
        await named(screen.name, async () => {
          await goesTo(person, screen);
          await look(screen);
        });
      }
    } finally {
      await tabs.leave(person);
    }
    expect(faults).toEqual([]);
  });
});

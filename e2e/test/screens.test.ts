import { groupBy } from '@perkex/core/group-by.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, createAccount } from '../src/accounts.js';
import { DESKTOP, PHONE } from '../src/browser.js';
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
import { closeContexts, sharedBrowser } from './support/shared-browser.js';

const SMALL = { width: 320, height: 568 };
const TABLET = { width: 768, height: 1024 };
/** The most screens that one person visits: few enough for the timeout of a test on a slow machine. */
const SCREENS_A_VISIT = 6;

/** Screens that one person visits one after the other, because opening a page costs more than all looks at it. */
type Visit = readonly [names: string, screens: readonly Screen[]];

/** The person who can see a screen, and what is in their tab; pages while they load are for none but themselves. */
function personOf({
  name,
  isLoading,
  leavesTraces,
  hasOwnAccount,
  isNewUsers,
  isForVisitors,
}: Screen): string {
  if (isLoading) {
    return name;
  }
  if (typeof leavesTraces === 'string') {
    return `with ${leavesTraces}`;
  }
  const people = { owner: hasOwnAccount, 'new user': isNewUsers, visitor: isForVisitors };
  return Object.entries(people).find(([, isTheirs]) => isTheirs)?.[0] ?? 'trader';
}

function visitsOf(screens: readonly Screen[]): Visit[] {
  return [...groupBy(screens, personOf).values()]
    .flatMap(inVisits)
    .map((visited) => [visited.map(({ name }) => name).join(', '), visited]);
}

/** A screen that leaves traces is the last one of its visit. */
function inVisits(screens: readonly Screen[]): Screen[][] {
  const last = screens.filter(({ leavesTraces }) => leavesTraces === true);
  const others = screens.filter(({ leavesTraces }) => leavesTraces !== true);
  const count = Math.max(last.length, Math.ceil(screens.length / SCREENS_A_VISIT));
  const begin = (visit: number) => Math.floor((visit * others.length) / count);
  return Array.from({ length: count }, (_, visit) => [
    ...others.slice(begin(visit), begin(visit + 1)),
    ...last.slice(visit, visit + 1),
  ]);
}

let server: DemoServer;
let browser: Browser;
let tabs: Tabs;
let trader: Account;

beforeAll(async () => {
  server = await startDemoServer();
  browser = await sharedBrowser();
  tabs = new Tabs(browser);
  trader = await busyTrader(server.url);
});

afterAll(async () => {
  await closeContexts(browser);
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

function setTextSize({ page }: Person, size: string): Promise<void> {
  return page.evaluate((value) => {
    document.documentElement.style.setProperty('font-size', value, 'important');
  }, size);
}

/**
 * Goes to a screen from an earlier one, by way of a small page that is none of them, so that nothing is left. That page
 * is also the one whose looks change back: each change lays the whole page out again.
 */
async function goesTo(person: Person, account: Account, screen: Screen): Promise<void> {
  await navigate(person, '/help/contact');
  await person.seesHeading('Contact');
  await setTextSize(person, '');
  await person.page.emulateMedia({ colorScheme: 'light' });
  await person.page.setViewportSize(PHONE);
  await navigate(person, screen.path);
  await person.heading('Contact').waitFor({ state: 'detached' });
  await settle(person, screen);
  await screen.prepare?.(person, account);
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
  note('on a phone, light', await faultsOf(person));
  // The states of a page seldom differ in width.
  for (const viewport of screen.prepare ? [SMALL] : [SMALL, TABLET]) {
    await resize(viewport);
    await fits(`on ${viewport.width} px`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await resize(DESKTOP);
  await fits(`on ${DESKTOP.width} px`);
  note('on a desktop, dark', await faultsOf(person, RULES_OF_THEMES));
  await setTextSize(person, '200%');
  await settle(person, screen);
  await fits('with large text');
  note('with large text', await lostTexts(person));
  return faults;
}

describe('every screen and state is accessible in both themes, and fits 320 px and text of twice the size', () => {
  // With %s, titles are not cut, so that -t finds a screen by its name.
  it.concurrent.each(visitsOf(SCREENS))('%s', async (_names, [first, ...others]) => {
    const isHere = first as Screen;
    const { url } = server;
    const { isNewUsers = false, hasOwnAccount = isNewUsers } = isHere;
    const account = hasOwnAccount ? await createAccount(url, { isReady: !isNewUsers }) : trader;
    const place = { url, trader: account, viewport: PHONE };
    const person = await openScreen(tabs, { ...isHere, hasOwnAccount: false }, place);
    const faults: string[] = [];
    const look = async (screen: Screen) => {
      faults.push(...(await looksAt(person, screen)));
    };
    try {
      await named(isHere.name, () => look(isHere));
      for (const screen of others) {
        await named(screen.name, async () => {
          await goesTo(person, account, screen);
          await look(screen);
        });
      }
    } finally {
      await tabs.leave(person);
    }
    expect(faults).toEqual([]);
  });
});

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../src/accounts.js';
import { DESKTOP, launchBrowser, PHONE } from '../src/browser.js';
import { busyTrader } from '../src/busy-trader.js';
import { type DemoServer, startDemoServer } from '../src/demo-server.js';
import { openScreen, settle } from '../src/open-screen.js';
import type { Person } from '../src/person.js';
import { SCREENS } from '../src/screens.js';
import { Tabs } from '../src/tabs.js';
import { faultsOf } from './support/accessibility.js';
import { lostTexts } from './support/lost-texts.js';

/** The rules that depend on colours. */
const OF_THEMES = ['color-contrast', 'link-in-text-block'];
const SMALL = { width: 320, height: 568 };

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

describe('every screen and state', () => {
  it.concurrent.each(SCREENS)(
    '$name is accessible in both themes, and fits 320 px and text of twice the size',
    async (screen) => {
      const person = await openScreen(tabs, screen, { url: server.url, trader, viewport: PHONE });
      const { page } = person;
      try {
        expect(await faultsOf(person), 'on a phone, light').toEqual([]);
        await page.setViewportSize(SMALL);
        await settle(person, screen);
        expect(await excess(person), 'on 320 px').toBeLessThanOrEqual(0);
        await page.setViewportSize(DESKTOP);
        await page.emulateMedia({ colorScheme: 'dark' });
        await settle(person, screen);
        // axe's other rules give the same results in both themes.
        expect(await faultsOf(person, OF_THEMES), 'on a desktop, dark').toEqual([]);
        await page.addStyleTag({ content: ':root { font-size: 200% !important; }' });
        await settle(person, screen);
        expect(await excess(person), 'with large text').toBeLessThanOrEqual(0);
        expect(await lostTexts(person), 'with large text').toEqual([]);
      } finally {
        await tabs.leave(person);
      }
    },
  );
});

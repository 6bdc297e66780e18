import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './accounts.js';
import { launchBrowser } from './browser.js';
import { busyTrader } from './busy-trader.js';
import { writeContactSheets } from './contact-sheet.js';
import { withDemoServer } from './demo-server.js';
import { openScreen, settle } from './open-screen.js';
import type { Screen } from './order-screens.js';
import type { Person } from './person.js';
import { SCREENS } from './screens.js';
import { readOptions, type ScreenshotOptions, USAGE, viewportOf, type Width } from './screenshot-options.js';
import { Tabs } from './tabs.js';

/** A screen at one width, in all themes. */
interface Shot {
  readonly screen: Screen;
  readonly width: Width;
}

/** Takes pictures of the screens, and makes contact sheets of them. */
async function main(options: ScreenshotOptions): Promise<void> {
  if (options.isHelp) {
    console.log(USAGE);
    return;
  }
  const screens = wantedScreens(options.names);
  if (options.isList) {
    console.log(screens.map(({ name }) => name).join('\n'));
    return;
  }
  if (options.names.length === 0) {
    await rm(options.folder, { recursive: true, force: true });
  }
  for (const width of options.widths) {
    await mkdir(path.join(options.folder, String(width)), { recursive: true });
  }
  const shots = options.widths.flatMap((width) => screens.map((screen) => ({ screen, width })));
  const failed = options.url
    ? await photographAll(options.url, shots, options)
    : await withDemoServer((url) => photographAll(url, shots, options));
  await writeContactSheets(options.folder);
  const pictures = (shots.length - failed.length) * options.themes.length;
  console.log(`${pictures} pictures are in ${path.resolve(options.folder, 'index.html')}`);
  for (const failure of failed) {
    console.error(failure);
  }
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** @throws Error if a name matches no screen */
function wantedScreens(names: readonly string[]): readonly Screen[] {
  const unknown = names.filter((name) => !SCREENS.some((screen) => screen.name.startsWith(name)));
  if (unknown.length > 0) {
    throw new Error(`There is no screen ${unknown.join(', ')}.`);
  }
  return names.length === 0
    ? SCREENS
    : SCREENS.filter(({ name }) => names.some((wanted) => name.startsWith(wanted)));
}

/** @returns the failed screens with their errors */
async function photographAll(
  url: string,
  shots: readonly Shot[],
  options: ScreenshotOptions,
): Promise<string[]> {
  const trader = await busyTrader(url);
  const browser = await launchBrowser();
  const tabs = new Tabs(browser);
  const waiting = [...shots];
  const failed: string[] = [];
  async function work(): Promise<void> {
    for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
      try {
        await photograph(tabs, { url, trader, options }, shot);
      } catch (error) {
        failed.push(
          `${shot.screen.name} at ${shot.width}: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: options.jobs }, work));
  } finally {
    await browser.close();
  }
  return failed;
}

interface Studio {
  readonly url: string;
  readonly trader: Account;
  readonly options: ScreenshotOptions;
}

async function photograph(
  tabs: Tabs,
  { url, trader, options }: Studio,
  { screen, width }: Shot,
): Promise<void> {
  const person = await openScreen(tabs, screen, { url, trader, viewport: viewportOf(width) });
  try {
    for (const colorScheme of options.themes) {
      await person.page.emulateMedia({ colorScheme });
      await settle(person, screen);
      if (options.isWhole) {
        await fetchWhole(person, screen);
      }
      await person.page.screenshot({
        path: path.join(options.folder, String(width), `${screen.name}-${colorScheme}.png`),
        animations: 'disabled',
        fullPage: options.isWhole,
        ...(options.isWhole && { style: EVERYTHING_DRAWN }),
      });
    }
  } finally {
    await tabs.leave(person);
  }
}

/** Browsers skip content far outside the viewport. */
const EVERYTHING_DRAWN = '* { content-visibility: visible !important; }';

/** Scrolls through the page so that all parts load, including the lazy ones, and restores its scroll position. */
async function fetchWhole(person: Person, screen: Screen): Promise<void> {
  const { page } = person;
  const start = await page.evaluate(() => window.scrollY);
  for (let isAtEnd = false; !isAtEnd; ) {
    isAtEnd = await page.evaluate(() => {
      const before = window.scrollY;
      window.scrollBy({ top: window.innerHeight, behavior: 'instant' });
      return window.scrollY === before;
    });
    await settle(person, screen);
  }
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), start);
  await settle(person, screen);
}

await main(optionsOrUsage());

function optionsOrUsage(): ScreenshotOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exit(2);
  }
}

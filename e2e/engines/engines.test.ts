import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../src/accounts.js';
import { DESKTOP, PHONE } from '../src/browser.js';
import { busyTrader } from '../src/busy-trader.js';
import { type DemoServer, startDemoServer } from '../src/demo-server.js';
import { openScreen } from '../src/open-screen.js';
import { Person } from '../src/person.js';
import { SCREENS } from '../src/screens.js';
import { Tabs } from '../src/tabs.js';
import type { EngineBrowser } from './engine.js';
import { FIREFOX } from './firefox.js';
import { doesTheMainThings } from './main-things.js';
import { WEBKIT_GTK } from './webkit-gtk.js';

const ENGINES = [FIREFOX, WEBKIT_GTK];
/** WebKit reports a request that ends with its page, such as a live stream, as an error. */
const CUT_REQUEST = /due to access control checks/;

let server: DemoServer;
let trader: Account;

beforeAll(async () => {
  if (ENGINES.some((engine) => engine.whyNot() === null)) {
    server = await startDemoServer();
    trader = await busyTrader(server.url);
  }
});

afterAll(() => server?.end());

describe.each(byName(ENGINES))('%s', (_engine, engine) => {
  const whyNot = engine.whyNot();
  if (whyNot !== null) {
    it.skip(whyNot);
    return;
  }
  let browser: EngineBrowser;
  beforeAll(async () => {
    browser = await engine.launch();
  });
  afterAll(() => browser?.close());

  describe.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ] as const)('on %s', (_width, viewport) => {
    it.concurrent.each(byName(SCREENS))('shows the screen %s', async (_screen, screen) => {
      const person = await openScreen(new Tabs(browser), screen, { url: server.url, trader, viewport });
      await leavesWithoutComplaint(person, screen.complaint);
    });

    it.concurrent('registers, bids, removes, buys, watches, sees a live price, presses a heart and searches', async () => {
      const person = await Person.arrive(browser, { url: server.url, viewport });
      await doesTheMainThings(person, server.url);
      await leavesWithoutComplaint(person);
    });
  });
});

/** For titles, since Vitest puts `$name` in quotation marks, which `-t` would then have to repeat. */
function byName<Named extends { readonly name: string }>(all: readonly Named[]): [string, Named][] {
  return all.map((each) => [each.name, each]);
}

/** Warnings are the browser's own, for example about late files. */
async function leavesWithoutComplaint(person: Person, expected?: RegExp): Promise<void> {
  for (const complaint of [/^warning: /, CUT_REQUEST, ...(expected ? [expected] : [])]) {
    person.expectsComplaint(complaint);
  }
  const complaints = person.unexpectedComplaints();
  await person.leaves();
  expect(complaints).toEqual([]);
}

import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { freePort } from '@perkex/bench/processes/free-port.js';
import { transaction } from '@perkex/server/database/transaction.js';
import { readWebBuild } from '@perkex/server/pages/web-build.js';
import type { PaymentSettings } from '@perkex/server/payments/payment-settings.js';
import { publishProducts } from '@perkex/server/products/publish-products.js';
import type { Identity } from '@perkex/server/users/identity.js';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { buildProducts } from '../../../server/test/market.js';
import { buildTestApp, type TestApp } from '../../../server/test/test-app.js';
import { type Account, createAccount } from '../../src/accounts.js';
import type { Person } from '../../src/person.js';
import type { PersonOptions } from '../../src/person-options.js';
import { Tabs } from '../../src/tabs.js';
import { type OtherServers, startOtherServers, VISITOR_HEADER } from './other-servers.js';
import { closeContexts, sharedBrowser } from './shared-browser.js';

const WEB_BUILD_FOLDER = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export const SIZES = ['8', '9', '10'];

/** A timeout that no computer should need. */
const PATIENCE = { timeout: 30_000 };

export interface ShopProduct {
  readonly id: number;
  readonly name: string;
}

/** A logged-in person at a browser, and their account. */
export interface Trader {
  readonly person: Person;
  readonly account: Account;
}

type AppOptions = NonNullable<Parameters<typeof buildTestApp>[0]>;

/** The options of a shop. */
export interface ShopOptions
  extends Pick<AppOptions, 'github' | 'mailer' | 'requiresEmailProof' | 'secondReviews' | 'fetchTerms'> {
  /** Opens another identity service than the built-in one. */
  readonly openIdentity?: () => Identity;
  /** True if its deals have started, with play money. */
  readonly hasDeals?: boolean;
  /** The payments of its deals, if they are others. With several servers, `settings` has them, too. */
  readonly payments?: PaymentSettings;
  /** The number of servers; by default that of SERVERS, or one. */
  readonly servers?: number;
  /** The same options as settings, for the further server processes. */
  readonly settings?: () => NodeJS.ProcessEnv;
}

type ArrivalOptions = Partial<Omit<PersonOptions, 'url' | 'account'>>;

/** The real application with its pages, on its own database and port, and a real browser. */
export interface Shop {
  readonly url: string;
  readonly app: TestApp;
  /** A product without asks and bids. */
  product(name?: string): Promise<ShopProduct>;
  /** Creates products with these names. @returns their ids */
  products(names: readonly string[]): Promise<number[]>;
  /** Notifies all servers, by name, of products that were created or changed directly in the database. */
  announce(products: ReadonlyMap<string, number>): Promise<void>;
  /** A user who acts without a browser. */
  account(options?: { isReady?: boolean; email?: string }): Promise<Account>;
  visitor(options?: ArrivalOptions): Promise<Person>;
  /** A logged-in person with shipping, payment and payout set, unless the options say otherwise. */
  trader(options?: ArrivalOptions & { isReady?: boolean }): Promise<Trader>;
  /** Another browser of an existing user. */
  personOf(account: Account, options?: ArrivalOptions): Promise<Person>;
}

/** Opens a shop for the tests of a file. An unexpected console message of the browser fails the test. */
export function useShop({
  openIdentity,
  hasDeals = false,
  payments = { provider: hasDeals ? 'play' : 'off' },
  servers = Number(process.env.SERVERS || 1),
  settings,
  secondReviews = 'off',
  ...options
}: ShopOptions = {}): Shop {
  let app: TestApp;
  let browser: Browser;
  let url: string;
  /** The address of the first server, without the balancer. */
  let firstUrl: string;
  let people: Person[] = [];
  let tabs: Tabs;
  let products = 0;
  let visitors = 0;
  let others: OtherServers | null = null;

  beforeAll(async () => {
    const port = await freePort('localhost');
    url = `http://localhost:${port}`;
    app = await buildTestApp({
      payments,
      secondReviews,
      publicUrl: url,
      pages: await readWebBuild(WEB_BUILD_FOLDER),
      trustProxy: servers > 1,
      ...(openIdentity ? { identity: openIdentity() } : {}),
      ...options,
    });
    if (servers > 1) {
      firstUrl = await app.app.listen({ host: '127.0.0.1', port: 0 });
      others = await startOtherServers({
        app,
        appUrl: firstUrl,
        count: servers - 1,
        port,
        settings: {
          PAYMENTS: payments.provider,
          SECOND_REVIEW_CENTS: secondReviews === 'off' ? 'off' : String(secondReviews.limitCents),
          ...settings?.(),
        },
      });
    } else {
      await app.app.listen({ host: 'localhost', port });
    }
    browser = await sharedBrowser();
    tabs = new Tabs(browser);
  });

  afterAll(async () => {
    await closeContexts(browser);
    await others?.end();
    await app?.close();
  });

  afterEach(async ({ task }) => {
    const complaints = people.flatMap((person) => person.unexpectedComplaints());
    const hasFailed = task.result?.state === 'fail';
    await Promise.all(people.map((person) => tabs.leave(person, hasFailed)));
    people = [];
    expect(complaints).toEqual([]);
  });

  async function arrive(options: ArrivalOptions & { account?: Account }): Promise<Person> {
    visitors += 1;
    const person = await tabs.arrive({
      url,
      ...options,
      ...(servers > 1 ? { headers: { [VISITOR_HEADER]: String(visitors) } } : {}),
    });
    people.push(person);
    return person;
  }

  return {
    get url() {
      return url;
    },
    get app() {
      return app;
    },
    async product(givenName) {
      products += 1;
      const name = givenName ?? `Test Runner Number ${products}`;
      const [id = 0] = await this.products([name]);
      return { id, name };
    },
    async products(names) {
      const ids = await buildProducts(app.database, names, SIZES);
      await this.announce(new Map(names.map((name, index) => [name, ids[index] ?? 0])));
      return ids;
    },
    async announce(products) {
      await transaction(app.database.pool, (tx) => publishProducts(tx, [...products.values()], randomUUID));
      await app.feed.poll();
      for (const other of others?.urls ?? []) {
        for (const name of products.keys()) {
          await vi.waitUntil(
            async () => (await answerOf(other, name)) === (await answerOf(firstUrl, name)),
            PATIENCE,
          );
        }
      }
    },
    account: (options) => createAccount(url, options),
    visitor: (options = {}) => arrive(options),
    async trader({ isReady = true, ...options } = {}) {
      const account = await createAccount(url, { isReady });
      return { account, person: await arrive({ ...options, account }) };
    },
    personOf: (account, options = {}) => arrive({ ...options, account }),
  };
}

/** A server's answer for a product name, with all its data. */
async function answerOf(url: string, name: string): Promise<string> {
  const answer = await fetch(`${url}/api/browse?${new URLSearchParams({ q: name })}`);
  return answer.text();
}

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FastifyBaseLogger, InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Clock } from '../src/clock/clock.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { type Config, readConfig } from '../src/config.js';
import { marketConsumers } from '../src/consumers.js';
import type { Database } from '../src/database/connect.js';
import { isPassingFailure } from '../src/database/errors.js';
import type { Demonstration } from '../src/demonstration.js';
import { Consumers } from '../src/feed/consumers.js';
import { CONNECTION_LIMITS } from '../src/http/connections.js';
import { type Market, openMarket, type Replacements } from '../src/open-market.js';
import type { WebBuild } from '../src/pages/web-build.js';
import { DEFAULT_PAYOUT_RELEASE_CENTS } from '../src/payments/payment-settings.js';
import { Closers } from '../src/process/closers.js';
import { type Identity, NO_BROWSER_ORIGINS } from '../src/users/identity.js';
import { consumeAll } from './consumers.js';
import { expectDeclaredAnswer } from './expect-declared-answer.js';
import { closeAfterAudit } from './sound-market.js';
import { createTestDatabase } from './test-database.js';
import { TEST_PASSWORD_COST } from './test-password-cost.js';
import { newDataDir } from './test-senders.js';

export const PUBLIC_URL = 'http://localhost:3000';
export const SECRET = 'a secret of at least 32 characters';

export interface TestApp extends Omit<Market, 'consumers'> {
  readonly database: Database;
  /** The folder with the mails and text messages that were sent. */
  readonly outbox: string;
  /** Lets all consumers process the feed, as a server does all the time. */
  consumeFeed(): Promise<void>;
  /** Starts the consumers of the feed as a server does; a failure of one is thrown. */
  startConsumers(): Promise<Consumers>;
  close(): Promise<void>;
}

/** A signed-in user with the behaviour of a browser: every request carries the session's cookie. */
export interface TestUser {
  readonly uid: string;
  readonly cookie: string;
  get(path: string): Promise<Response>;
  /** Posts a body, with the user's own uid unless the body names another. */
  post(path: string, body?: object, more?: InjectOptions): Promise<Response>;
}

/** The settings of a test, where they differ from the defaults. */
type TestSettings = Partial<
  Pick<
    Config,
    | 'rateLimits'
    | 'publicUrl'
    | 'github'
    | 'trustProxy'
    | 'requiresEmailProof'
    | 'openOrderLimits'
    | 'payments'
    | 'shipTo'
    | 'labels'
    | 'payoutReleaseCents'
    | 'secondReviews'
  >
>;

export interface TestAppOptions extends TestSettings, Replacements {
  /** False turns off the database's time limits. */
  readonly hasTimeLimits?: boolean;
  readonly log?: FastifyBaseLogger;
  readonly pages?: WebBuild;
  /** Shared with another app, which closes it: for a second server. */
  readonly database?: Database;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly demonstration?: Demonstration;
}

/** The idle connections of a test's own requests would delay every stop. */
const TEST_CONNECTION_LIMITS = { ...CONNECTION_LIMITS, stoppingGraceMs: 0 };

/** The market of a server, on a database and a data folder of its own. Nothing runs in the background. */
export async function buildTestApp({
  hasTimeLimits = true,
  log = pino({ level: 'silent' }),
  pages,
  database: givenDatabase,
  clock = SYSTEM_CLOCK,
  random = Math.random,
  rateLimits = false,
  publicUrl = PUBLIC_URL,
  github = null,
  trustProxy = false,
  requiresEmailProof = false,
  openOrderLimits,
  payments = null,
  shipTo = null,
  labels = null,
  payoutReleaseCents = DEFAULT_PAYOUT_RELEASE_CENTS,
  secondReviews = 'off',
  demonstration,
  ...replaced
}: TestAppOptions = {}): Promise<TestApp> {
  const closers = new Closers();
  const database = givenDatabase ?? (await createTestDatabase({ hasTimeLimits }));
  if (!givenDatabase) {
    closers.add('the database', () => database.close());
  }
  const dataDir = newDataDir();
  const environment = { DATA_DIR: dataDir, AUTH_SECRET: SECRET, ORDER_GROUPS: process.env.ORDER_GROUPS };
  const config = readConfig(environment);
  const market = await openMarket(
    {
      ...config,
      rateLimits,
      publicUrl,
      github,
      trustProxy,
      requiresEmailProof,
      payments,
      shipTo,
      labels,
      payoutReleaseCents,
      secondReviews,
      openOrderLimits: openOrderLimits ?? config.openOrderLimits,
    },
    {
      database,
      closers,
      clock,
      random,
      newId: randomUUID,
      pages: pages ?? null,
      demonstration: demonstration ?? null,
      log,
    },
    { passwordCost: TEST_PASSWORD_COST, connectionLimits: TEST_CONNECTION_LIMITS, ...replaced },
  );
  const { app, feed, notifications, userIndex } = market;
  const inject = app.inject.bind(app);
  app.inject = (async (options: InjectOptions | string) => {
    const answer = await inject(options);
    const { method = 'GET', url } = typeof options === 'string' ? { url: options } : options;
    expectDeclaredAnswer(method, String(url), answer);
    return answer;
  }) as typeof app.inject;
  const consumers = marketConsumers({ feed, notifications, hasUserIndex: userIndex !== null });
  return {
    ...market,
    database,
    outbox: path.join(dataDir, 'outbox'),
    async consumeFeed() {
      for (const consumer of consumers) {
        await consumeAll(database, consumer);
      }
    },
    async startConsumers() {
      const started = new Consumers({
        pool: database.pool,
        feed,
        consumers,
        // The consumers repeat a round that took too long on a busy machine.
        onFailure(error) {
          if (!isPassingFailure(error)) {
            throw error;
          }
        },
      });
      await started.start();
      return started;
    },
    close: () =>
      closers.close((error) => {
        throw error;
      }),
  };
}

type GivenOptions = TestAppOptions | (() => TestAppOptions | Promise<TestAppOptions>);

/** Opens a market for the tests of a file, or of a `describe`. It has its properties once they begin. */
export function useMarket(options: GivenOptions = {}, close = (market: TestApp) => market.close()): TestApp {
  const market = {} as TestApp;
  beforeAll(async () => {
    Object.assign(market, await buildTestApp(typeof options === 'function' ? await options() : options));
  });
  afterAll(() => close(market));
  return market;
}

/** As `useMarket`, for a market in which the audit must find nothing wrong after the tests. */
export const useSoundMarket = (options: GivenOptions = {}): TestApp =>
  useMarket(options, (market) => closeAfterAudit(market.database, market));

/** An identity that attributes every request to this user. */
export function identityThatSays(whoIs: () => Promise<{ readonly uid: string } | null>): Identity {
  return {
    remembered: () => null,
    async signedIn() {
      const user = await whoIs();
      return user && { userId: user.uid, isEmailProved: true, isBeingCleared: false };
    },
    isStillSignedIn: async () => true,
    exportAccount: async () => null,
    hasFreshProof: async () => true,
    async memberLogin() {
      const user = await whoIs();
      return user && { userId: user.uid, hasSecondFactor: true, isProved: true };
    },
    maintenance: [],
    mailboxesOf: null,
    directory: null,
    noteSettingChange: async () => {},
    routes: null,
    credential: 'bearer',
    setup: { provider: 'embedded', hasGithub: false, requiresEmailProof: false },
    browserOrigins: NO_BROWSER_ORIGINS,
  };
}

export const PASSWORD = 'a long password';

/** Signs a new user up, through the real call. */
export async function signUp(testApp: TestApp, email = `${randomUUID()}@shop.example`): Promise<TestUser> {
  return enter(testApp, '/sign-up/email', { email, password: PASSWORD, name: '' });
}

/** Signs a user in by their password, in another browser. */
export async function signIn(testApp: TestApp, email: string, password = PASSWORD): Promise<TestUser> {
  return enter(testApp, '/sign-in/email', { email, password });
}

async function enter({ app }: TestApp, call: string, payload: object): Promise<TestUser> {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/auth${call}`,
    headers: { origin: PUBLIC_URL },
    payload,
  });
  const cookie = answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  const uid = answer.json<{ user: { id: string } }>().user.id;
  return {
    uid,
    cookie,
    get: (path) => app.inject({ method: 'GET', url: `/api${path}`, headers: { cookie } }),
    post: (path, body = {}, more = {}) =>
      app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { cookie, origin: PUBLIC_URL },
        payload: { uid, ...body },
        ...more,
      }),
  };
}

export const SHIPPING = {
  name: 'Ada',
  surname: 'Lovelace',
  street: 'Market Street',
  street_number: '1',
  city: 'London',
  zip: 'N1',
  country: 'United Kingdom',
  phone: '5550100',
};

/** A signed-up user who has set payout, payment and shipping, through the real calls. */
export async function buildTrader(testApp: TestApp, email?: string): Promise<TestUser> {
  const user = await signUp(testApp, email);
  await user.post('/shipping', SHIPPING);
  await user.post('/payout', { payout: 'PAYPAL' });
  await user.post('/payment', { payment: 'CC' });
  return user;
}

/** Expects an answer to ask for a retry in a moment, without internals. */
export function expectBusy(answer: Response): void {
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      type: 'about:blank',
      requestId: expect.any(String),
      title: 'Service Unavailable',
      status: 503,
      code: 'busy',
      detail: 'The market is busy. Please try again in a moment.',
    },
  ]);
  expect(answer.headers['retry-after']).toBe('1');
}

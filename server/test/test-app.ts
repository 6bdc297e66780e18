import { randomUUID } from 'node:crypto';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  InjectOptions,
  LightMyRequestResponse as Response,
} from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import { beginErasure } from '../src/accounts/account-erasures.js';
import { forgetSettings } from '../src/accounts/forget-settings.js';
import { readContents } from '../src/accounts/read-contents.js';
import { buildApp } from '../src/app.js';
import type { Clock } from '../src/clock/clock.js';
import { SYSTEM_CLOCK } from '../src/clock/system-clock.js';
import { marketConsumers } from '../src/consumers.js';
import type { Database } from '../src/database/connect.js';
import type { ReplicaReads } from '../src/database/replica-reads.js';
import { Consumers } from '../src/feed/consumers.js';
import type { Feed } from '../src/feed/feed.js';
import type { ConnectionLimits } from '../src/http/connections.js';
import {
  embeddedIdentity,
  type GithubSettings,
  openMailboxes,
} from '../src/identity/embedded/embedded-identity.js';
import { Jobs } from '../src/jobs/jobs.js';
import type { Mailer } from '../src/mail/mailer.js';
import { MarketNotifications } from '../src/notifications/market-notifications.js';
import { deleteEarlierNotifications } from '../src/notifications/read-notifications.js';
import { openOrderCanceller } from '../src/orders/cancel-open-orders.js';
import type { MatchingEngine } from '../src/orders/matching-engine.js';
import type { WebBuild } from '../src/pages/web-build.js';
import { deleteOldPictures } from '../src/pictures/old-pictures.js';
import type { PictureStore } from '../src/pictures/picture-store.js';
import { type Identity, NO_BROWSER_ORIGINS } from '../src/users/identity.js';
import { consumeAll, openFeed } from './consumers.js';
import { expectDeclaredAnswer } from './expect-declared-answer.js';
import { openEngine } from './market.js';
import { createTestDatabase } from './test-database.js';
import { TEST_PASSWORD_COST } from './test-password-cost.js';
import { newOutbox, testMailer, testPictures, testSmsSender } from './test-senders.js';

export const PUBLIC_URL = 'http://localhost:3000';
export const SECRET = 'a secret of at least 32 characters';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly engine: MatchingEngine;
  readonly feed: Feed;
  readonly identity: Identity;
  readonly notices: MarketNotifications;
  readonly jobs: Jobs;
  /** The pictures of its products. */
  readonly pictures: PictureStore;
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

/** The real application on a database of its own, with a real engine and real sessions. */
export async function buildTestApp({
  rateLimits = false,
  publicUrl = PUBLIC_URL,
  engine: givenEngine,
  identity: givenIdentity,
  pages,
  github = null,
  mailer,
  trustProxy = false,
  connectionLimits,
  isDemo = false,
  hasTimeLimits = true,
  log = pino({ level: 'silent' }),
  requiresEmailProof = false,
  database: givenDatabase,
  replicaReads,
  pictures = testPictures(),
  clock = SYSTEM_CLOCK,
}: {
  rateLimits?: boolean;
  trustProxy?: boolean;
  connectionLimits?: ConnectionLimits;
  isDemo?: boolean;
  /** False turns off the database's time limits. */
  hasTimeLimits?: boolean;
  log?: FastifyBaseLogger;
  publicUrl?: string;
  engine?: (database: Database) => MatchingEngine;
  /** Replaces the built-in identity service. */
  identity?: Identity;
  pages?: WebBuild;
  github?: GithubSettings | null;
  /** Replaces the mailer that writes into the outbox. */
  mailer?: Mailer;
  requiresEmailProof?: boolean;
  /** Shared with another app, which closes it: for a second server. */
  database?: Database;
  /** The database for lists and history, if it is not the main one. */
  replicaReads?: ReplicaReads;
  pictures?: PictureStore;
  clock?: Clock;
} = {}): Promise<TestApp> {
  const database = givenDatabase ?? (await createTestDatabase({ hasTimeLimits }));
  const feed = openFeed(database.pool, (error) => log.error(error), clock);
  const openOwnEngine = () =>
    openEngine(database, { onBatch: (batch) => feed.handOver(batch), onUncertain: () => feed.doubt() });
  const engine = givenEngine ? givenEngine(database) : openOwnEngine();
  const outbox = newOutbox();
  const jobs = new Jobs({ pool: database.pool, random: Math.random, log });
  const mails = {
    mailer: mailer ?? testMailer(outbox),
    mailboxes: openMailboxes({ pool: database.pool, secret: SECRET, isOn: rateLimits }),
    secret: SECRET,
  };
  const identity =
    givenIdentity ??
    embeddedIdentity({
      pool: database.pool,
      clock,
      sessionPool: database.sessionPool,
      feed,
      publicUrl,
      rateLimits,
      github,
      requiresEmailProof,
      log,
      market: {
        forgetSettings,
        beginErasure,
        cancelOpenOrders: openOrderCanceller(database.pool, engine),
        contentsOf: (userId) => readContents(database.pool, userId),
        deleteEarlierNotifications: (userId, until) =>
          deleteEarlierNotifications(database.pool, userId, until),
      },
      ...mails,
      jobs,
      smsSender: testSmsSender(outbox),
      passwordCost: TEST_PASSWORD_COST,
    });
  const notices = new MarketNotifications({
    pool: database.pool,
    feed,
    jobs,
    identity,
    mails,
    publicUrl,
    onFailure: (error) => log.error(error),
  });
  const consumers = marketConsumers({ feed, notices });
  deleteOldPictures(jobs, database.pool, pictures);
  const app = await buildApp({
    database,
    clock,
    random: Math.random,
    newId: randomUUID,
    engine,
    identity,
    feed,
    notices,
    publicUrl,
    rateLimits,
    trustProxy,
    pictures,
    ...(pages ? { pages } : {}),
    ...(connectionLimits ? { connectionLimits } : {}),
    isDemo,
    ...(replicaReads ? { replicaReads } : {}),
    log,
  });
  const inject = app.inject.bind(app);
  app.inject = (async (options: InjectOptions | string) => {
    const answer = await inject(options);
    const { method = 'GET', url } = typeof options === 'string' ? { url: options } : options;
    expectDeclaredAnswer(method, String(url), answer);
    return answer;
  }) as typeof app.inject;
  return {
    app,
    database,
    engine,
    feed,
    identity,
    notices,
    jobs,
    pictures,
    outbox,
    async consumeFeed() {
      for (const consumer of consumers) {
        await consumeAll(database, consumer);
      }
    },
    async startConsumers() {
      const started = new Consumers({
        pool: database.pool,
        feed,
        consumers: marketConsumers({ feed, notices }),
        onFailure(error) {
          throw error;
        },
      });
      await started.start();
      return started;
    },
    async close() {
      await app.close();
      await jobs.stop();
      await engine.close();
      await notices.close();
      await feed.close();
      if (!givenDatabase) {
        await database.close();
      }
    },
  };
}

/** The notifications of an app of these parts, which sends no mails. */
export function buildNotifications(
  { pool }: Database,
  parts: { readonly feed: Feed; readonly identity: Identity },
): MarketNotifications {
  const jobs = new Jobs({ pool, random: Math.random, log: pino({ level: 'silent' }) });
  return new MarketNotifications({
    pool,
    jobs,
    ...parts,
    mails: null,
    publicUrl: PUBLIC_URL,
    onFailure() {},
  });
}

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
    maintenance: [],
    mailboxesOf: null,
    noteSettingChange: async () => async () => {},
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

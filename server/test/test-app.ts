import { randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../src/app.js';
import type { Database } from '../src/database/connect.js';
import { embeddedIdentity, type GithubSettings } from '../src/identity/embedded/embedded-identity.js';
import { type Identity, NO_BROWSER_ORIGINS } from '../src/identity/identity.js';
import type { Mailer } from '../src/mail/mailer.js';
import type { OrderDesk } from '../src/orders/order-desk.js';
import type { WebBuild } from '../src/pages/web-build.js';
import { openDesk } from './market.js';
import { createTestDatabase } from './test-database.js';
import { newOutbox, testMailer, testSmsSender } from './test-senders.js';

export const PUBLIC_URL = 'http://localhost:3000';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly desk: OrderDesk;
  /** The folder with the mails and text messages that were sent. */
  readonly outbox: string;
  close(): Promise<void>;
}

/** A signed-in user as a browser would be: every request carries the session's cookie. */
export interface TestUser {
  readonly uid: string;
  readonly cookie: string;
  get(path: string): Promise<Response>;
  /** Posts a body, with the user's own uid unless the body names another. */
  post(path: string, body?: object, more?: InjectOptions): Promise<Response>;
}

/** The real application on a database of its own, with a real desk and real sessions. */
export async function buildTestApp({
  rateLimits = false,
  publicUrl = PUBLIC_URL,
  desk: givenDesk,
  identity: givenIdentity,
  pages,
  github = null,
  mailer,
}: {
  rateLimits?: boolean;
  publicUrl?: string;
  desk?: (database: Database) => OrderDesk;
  /** Whoever knows the users, unless it is the built-in service. */
  identity?: Identity;
  pages?: WebBuild;
  github?: GithubSettings | null;
  /** Instead of one that writes into the outbox. */
  mailer?: Mailer;
} = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const desk = (givenDesk ?? openDesk)(database);
  const log = pino({ level: 'silent' });
  const outbox = newOutbox();
  const identity =
    givenIdentity ??
    embeddedIdentity({
      ...{ pool: database.pool, publicUrl, rateLimits, github, log },
      ...{ mailer: mailer ?? testMailer(outbox), smsSender: testSmsSender(outbox) },
      secret: 'a secret of at least 32 characters',
    });
  const app = await buildApp({
    database,
    desk,
    identity,
    publicUrl,
    rateLimits,
    trustProxy: false,
    ...(pages ? { pages } : {}),
    log,
  });
  return {
    app,
    database,
    desk,
    outbox,
    async close() {
      await app.close();
      await desk.close();
      await database.close();
    },
  };
}

/** An identity that says of every request whose it is. */
export function identityThatSays(signedIn: Identity['signedIn']): Identity {
  const setup = { provider: 'embedded', hasGithub: false } as const;
  return { signedIn, routes: null, setup, browserOrigins: NO_BROWSER_ORIGINS };
}

/** Signs a new user up, through the real call. */
export async function signUp({ app }: TestApp, email = `${randomUUID()}@shop.example`): Promise<TestUser> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers: { origin: PUBLIC_URL },
    payload: { email, password: 'a long password', name: '' },
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

const SHIPPING = {
  ...{ name: 'Ada', surname: 'Lovelace', street: 'Market Street', street_number: '1' },
  ...{ city: 'London', zip: 'N1', country: 'United Kingdom', phone: '5550100' },
};

/** A signed-up user who has set payout, payment and shipping, through the real calls. */
export async function buildTrader(testApp: TestApp): Promise<TestUser> {
  const user = await signUp(testApp);
  await user.post('/shipping', SHIPPING);
  await user.post('/payout', { payout: 'PAYPAL' });
  await user.post('/payment', { payment: 'CC' });
  return user;
}

import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { beginErasure } from '../../src/accounts/account-erasures.js';
import { forgetFormerSettings } from '../../src/accounts/forget-settings.js';
import { readContents } from '../../src/accounts/read-contents.js';
import { SYSTEM_CLOCK } from '../../src/clock/system-clock.js';
import {
  type EmbeddedIdentityOptions,
  embeddedIdentity,
  openMailboxes,
} from '../../src/identity/embedded/embedded-identity.js';
import { limitMaker } from '../../src/identity/embedded/limits/attempt-limits.js';
import { Jobs } from '../../src/jobs/jobs.js';
import type { Identity } from '../../src/users/identity.js';
import { openFeed } from '../consumers.js';
import { createTestDatabase } from '../test-database.js';
import { TEST_PASSWORD_COST } from '../test-password-cost.js';
import { testMailer, testSmsSender } from '../test-senders.js';

export const PUBLIC_URL = 'http://localhost:3000';
export const SECRET = 'a secret of the tests, forty characters.';
export const PASSWORD = 'correct horse';

/** The routes of the identity service alone, with helpers to call them. */
export interface IdentityTest {
  readonly app: FastifyInstance;
  readonly identity: Identity;
  /** Not started: runs only the jobs that are sent here. */
  readonly jobs: Jobs;
  readonly post: (call: string, payload?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  readonly get: (call: string, headers?: Record<string, string>) => Promise<Answer>;
  readonly uidOf: (cookie: string) => Promise<string | null>;
}

export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

/** A connection pool on a database of the test file's own, closed after the file. */
export async function testPool(): Promise<pg.Pool> {
  const database = await createTestDatabase();
  afterAll(() => database.close());
  return database.pool;
}

/** An app with only the identity's routes. */
export async function testApp(
  pool: pg.Pool,
  options: Partial<EmbeddedIdentityOptions> = {},
  server: FastifyServerOptions = {},
): Promise<IdentityTest> {
  const app = fastify(server);
  const jobs = new Jobs({ pool, random: Math.random, log: app.log });
  app.addHook('onClose', () => jobs.stop());
  const feed = openFeed(pool);
  app.addHook('onClose', () => feed.close());
  const identity = embeddedIdentity({
    pool,
    clock: SYSTEM_CLOCK,
    feed,
    sessionPool: pool,
    publicUrl: PUBLIC_URL,
    secret: SECRET,
    rateLimits: false,
    mailer: testMailer(),
    mailboxes: openMailboxes({ pool, secret: SECRET, isOn: options.rateLimits ?? false }),
    github: null,
    jobs,
    smsSender: testSmsSender(),
    passwordCost: TEST_PASSWORD_COST,
    requiresEmailProof: false,
    // Without the market there are no orders to cancel.
    market: {
      forgetSettings: forgetFormerSettings,
      beginErasure,
      cancelOpenOrders: async () => {},
      contentsOf: (userId) => readContents(pool, userId),
      deleteEarlierNotifications: async () => {},
    },
    log: app.log,
    ...options,
  });
  if (identity.routes) {
    await app.register(identity.routes);
  }
  const { origin } = new URL(options.publicUrl ?? PUBLIC_URL);
  return {
    app,
    identity,
    jobs,
    post: (call, payload = {}, headers = {}) =>
      app.inject({
        method: 'POST',
        url: `/api/auth/${call}`,
        headers: { origin, 'content-type': 'application/json', ...headers },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
    get: (call, headers = {}) => app.inject({ method: 'GET', url: `/api/auth/${call}`, headers }),
    uidOf: async (cookie) => (await identity.signedIn({ cookie }))?.userId ?? null,
  };
}

/** Runs a server's periodic maintenance once. */
export async function doMaintenance({ identity }: Pick<IdentityTest, 'identity'>): Promise<void> {
  for (const { work } of identity.maintenance) {
    await work();
  }
}

/** An app with limits whose counts are empty. */
export async function limitedApp(
  pool: pg.Pool,
  options: Partial<EmbeddedIdentityOptions> = {},
  server: FastifyServerOptions = {},
): Promise<IdentityTest> {
  await pool.query('delete from identity_attempts');
  return testApp(pool, { ...options, rateLimits: true }, server);
}

/** Records attempts of this limit for this key, so that a test need not make them. */
export async function countAttempts(
  pool: pg.Pool,
  name: string,
  key: string,
  { attempts, windowSeconds }: { readonly attempts: number; readonly windowSeconds: number },
): Promise<void> {
  const limit = limitMaker({ pool, secret: SECRET, isOn: true })(name, attempts, windowSeconds);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await limit.take(key);
  }
}

let users = 0;

export function newEmail(): string {
  users += 1;
  return `user${users}@example.com`;
}

/** The status and the code of a refusal. */
export const standing = (answer: Answer) => [answer.statusCode, answer.json().code];

/** The cookies that a browser would send back: those that the answer does not delete. */
export function cookiesOf(answer: Answer): string {
  return answer.cookies
    .filter((cookie) => cookie.maxAge !== 0)
    .map((cookie) => `${cookie.name}=${encodeURIComponent(cookie.value)}`)
    .join('; ');
}

/** A new user, signed in: the uid and the session's cookie. */
export async function signedUp(
  { post }: IdentityTest,
  email = newEmail(),
): Promise<{ uid: string; cookie: string }> {
  const answer = await post('sign-up/email', { email, password: PASSWORD });
  if (answer.statusCode !== 200) {
    throw new Error(`The sign-up was answered ${answer.statusCode}.`);
  }
  const [cookie = ''] = cookiesOf(answer).split('; ');
  return { uid: answer.json().user.id, cookie };
}

import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { transaction } from '../../../database/transaction.js';
import { limitedAddress } from '../../../http/client-address.js';
import { type LimitMaker, MINUTE_SECONDS } from '../limits/attempt-limits.js';
import type { KnownBrowsers } from '../limits/known-browsers.js';
import type { PasswordGate } from '../limits/password-gate.js';
import type { AllowedAttempt, SignInLimits } from '../limits/sign-in-limits.js';
import { answerOf, refuse, refuseTooMany, withCookies } from '../refusals.js';
import type { SecondFactorDemands } from '../second-factor/second-factor-demands.js';
import type { SessionCookies } from '../sessions/session-cookie.js';
import {
  insertSession,
  type SessionBrowser,
  startSession,
  type UserRow,
  userAnswer,
} from '../sessions/sessions.js';
import type { SignInCompletion } from '../sign-in-completion.js';
import { readSignIn, readSignUp, type SignInFields, type SignUpFields } from './credentials.js';
import { passwordHashing } from './password-hash.js';
import { passwordMark } from './user-passwords.js';

const SIGN_UPS_IN_FIVE_MINUTES = 30;

export interface PasswordSignInOptions {
  readonly pool: pg.Pool;
  readonly sessions: SessionCookies;
  readonly demands: SecondFactorDemands;
  readonly completion: SignInCompletion;
  readonly limits: SignInLimits;
  readonly knownBrowsers: KnownBrowsers;
  readonly gate: PasswordGate;
  readonly limit: LimitMaker;
  /** Whether a browser is known for an account only when the account's e-mail is proved. */
  readonly requiresEmailProof: boolean;
  /** Told the e-mail of each new account, and the address that it came from, as limits count it. */
  readonly onSignUp: (email: string, address: string) => Promise<void>;
}

/** Sign-up and sign-in with e-mail and password. Both answer the user and begin a session, or refuse. */
export interface PasswordSignIn {
  signUp(request: FastifyRequest): Promise<Response>;
  signIn(request: FastifyRequest): Promise<Response>;
}

export function passwordSignIn(options: PasswordSignInOptions): PasswordSignIn {
  const { pool, sessions, demands, completion, limits, knownBrowsers, gate, limit } = options;
  const signUpLimit = limit('sign-ups of an address', SIGN_UPS_IN_FIVE_MINUTES, 5 * MINUTE_SECONDS);

  async function judge(
    request: FastifyRequest,
    { email, password, remember }: SignInFields,
    attempt: AllowedAttempt,
  ): Promise<Response> {
    const user = await findByEmail(pool, email);
    const hash = user?.password ?? null;
    if (!(await isRight(hash, password)) || !user) {
      return INVALID_EMAIL_OR_PASSWORD();
    }
    await attempt.forgive();
    const mark = passwordMark(hash);
    const demand = await demands.demandOf(user.id, request.headers.cookie);
    const good = demand
      ? await completion.challenge({ userId: user.id, remember, passwordMark: mark }, demand)
      : await begin(request, user, remember, mark);
    // A browser that is not to be remembered stays a stranger here as well.
    return good.ok && remember ? marked(good, user) : good;
  }

  async function begin(
    request: FastifyRequest,
    user: UserRow,
    remember: boolean,
    mark: string,
  ): Promise<Response> {
    const browser = sessions.browserOf(request, remember);
    const token = await startSession(pool, { userId: user.id, mark, browser });
    if (token === null) {
      return INVALID_EMAIL_OR_PASSWORD();
    }
    const answer = Response.json({ redirect: false, token, user: userAnswer(user) });
    return withCookies(answer, ...sessions.planted(token, remember));
  }

  /** Marks the browser as known. A stranger who signs up with somebody's e-mail gets no mark for it. */
  async function marked(answer: Response, { email, email_verified: isProved }: UserRow): Promise<Response> {
    const mayBeKnown = isProved || !options.requiresEmailProof;
    return mayBeKnown ? withCookies(answer, await knownBrowsers.planted(email)) : answer;
  }

  return {
    async signUp(request) {
      const fields = readSignUp(request.body);
      if ('refusal' in fields) {
        return answerOf(fields);
      }
      const { email, remember } = fields;
      const address = limitedAddress(request.ip);
      const waitSeconds = await signUpLimit.take(address);
      if (waitSeconds !== null) {
        return refuseTooMany(waitSeconds);
      }
      const browser = sessions.browserOf(request, remember);
      const created = await gate.run({ isKnown: false, address, account: email }, () =>
        createUser(pool, fields, browser),
      );
      if (!created) {
        return USER_ALREADY_EXISTS();
      }
      const { user, token } = created;
      await options.onSignUp(email, address);
      const answer = Response.json({ token, user: userAnswer(user) });
      return marked(withCookies(answer, ...sessions.planted(token, remember)), user);
    },

    async signIn(request) {
      const fields = readSignIn(request.body);
      if ('refusal' in fields) {
        return answerOf(fields);
      }
      const attempt = await limits.begin(request, fields.email);
      if ('waitSeconds' in attempt) {
        return refuseTooMany(attempt.waitSeconds);
      }
      try {
        return await gate.run(attempt.visitor, () => judge(request, fields, attempt));
      } catch (error) {
        // Nobody has judged it.
        await attempt.forgive();
        throw error;
      }
    },
  };
}

const INVALID_EMAIL_OR_PASSWORD = () => refuse(401, 'INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password');
const USER_ALREADY_EXISTS = () =>
  refuse(422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'User already exists. Use another email.');

/** An account without a password, and an e-mail without an account, take as long to judge as any other. */
async function isRight(hash: string | null, password: string): Promise<boolean> {
  if (hash === null) {
    await passwordHashing.hash(password);
    return false;
  }
  return passwordHashing.verify({ hash, password });
}

async function findByEmail(
  pool: pg.Pool,
  email: string,
): Promise<(UserRow & { readonly password: string | null }) | undefined> {
  const { rows } = await pool.query<UserRow & { readonly password: string | null }>({
    name: 'identity-user-by-email',
    text: `select users.*, logins.password from identity_users as users
      left join identity_logins as logins
        on logins.user_id = users.id and logins.provider_id = 'credential'
      where users.email = $1`,
    values: [email],
  });
  return rows[0];
}

/** Makes an account and its first session; null when somebody has the e-mail already. */
async function createUser(
  pool: pg.Pool,
  { name, email, password }: SignUpFields,
  browser: SessionBrowser,
): Promise<{ readonly user: UserRow; readonly token: string } | null> {
  if (await findByEmail(pool, email)) {
    return null;
  }
  const hash = await passwordHashing.hash(password);
  return transaction(pool, async (tx) => {
    const { rows } = await tx.query<UserRow>(
      'insert into identity_users (id, name, email) values ($1, $2, $3) on conflict do nothing returning *',
      [randomUUID(), name, email],
    );
    const [user] = rows;
    if (!user) {
      return null;
    }
    await tx.query(
      `insert into identity_logins (id, user_id, provider_id, account_id, password)
        values ($1, $2, 'credential', $2, $3)`,
      [randomUUID(), user.id, hash],
    );
    return { user, token: await insertSession(tx, user.id, browser) };
  });
}

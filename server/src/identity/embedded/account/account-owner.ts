import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { limitedAddress } from '../../../http/client-address.js';
import { type LimitMaker, QUARTER_SECONDS, takeAll } from '../limits/attempt-limits.js';
import type { PasswordGate } from '../limits/password-gate.js';
import { asFields, PASSWORD_LENGTH } from '../passwords/credentials.js';
import { passwordHashing } from '../passwords/password-hash.js';
import { refuse, refuseTooMany } from '../refusals.js';
import type { ReadSessionToken } from '../sessions/session-cookie.js';

const WRONG_PASSWORDS_OF_A_SESSION = 10;
const PASSWORDS_OF_AN_ADDRESS = 60;
const CHANGES_OF_A_USER = 12;

/** Whoever changes how they log in, by their session. */
export interface AccountOwner {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  /** Whom limits count. */
  readonly address: string;
  /** Whether the session is younger than ten minutes. */
  readonly isFresh: boolean;
  /** Null for an account without a password. */
  readonly passwordHash: string | null;
}

/** What an owner is answered. */
export type OwnerAnswer = (owner: AccountOwner, request: FastifyRequest) => Promise<Response>;

export interface AccountOwnersOptions {
  readonly pool: pg.Pool;
  readonly readToken: ReadSessionToken;
  readonly gate: PasswordGate;
  readonly limit: LimitMaker;
}

export interface AccountOwners {
  /** Has requests answered for their owner; 401 without a session. */
  asOwner(answer: OwnerAnswer): (request: FastifyRequest) => Promise<Response>;
  /**
   * A refusal, unless the body holds the owner's password. An account without one may do `withoutPassword` things in
   * a fresh session. Rejects with GateFullError when too many passwords wait.
   */
  refusePassword(
    owner: AccountOwner,
    body: unknown,
    options?: { readonly mayBeWithout: boolean },
  ): Promise<Response | null>;
}

export function accountOwners({ pool, readToken, gate, limit }: AccountOwnersOptions): AccountOwners {
  // Of the session, not of the user: somebody with a stolen one must not be able to lock the owner out.
  const ofSession = limit('wrong passwords of a session', WRONG_PASSWORDS_OF_A_SESSION, QUARTER_SECONDS);
  // Sessions cost nothing, and a password takes a tenth of a second to judge.
  const ofAddress = limit('passwords of an address', PASSWORDS_OF_AN_ADDRESS, QUARTER_SECONDS);
  // Each change is a mail to the owner. Only who has the password is counted.
  const changes = limit('changes of a user', CHANGES_OF_A_USER, QUARTER_SECONDS);

  return {
    asOwner: (answer) => async (request) => {
      const token = readToken(request.headers.cookie);
      const owner = token === null ? null : await findOwner(pool, token, limitedAddress(request.ip));
      return owner ? answer(owner, request) : NOT_SIGNED_IN();
    },
    async refusePassword(owner, body, { mayBeWithout } = { mayBeWithout: false }) {
      if (owner.passwordHash === null) {
        return mayBeWithout && owner.isFresh ? tooManyChanges(owner) : PASSWORD_MISSING();
      }
      const waitSeconds = await takeAll([
        [ofSession, owner.sessionId],
        [ofAddress, owner.address],
      ]);
      if (waitSeconds !== null) {
        return refuseTooMany(waitSeconds);
      }
      if (!(await isRight(owner, owner.passwordHash, asFields(body).password))) {
        return WRONG_PASSWORD();
      }
      // It has waited in a line with others: by now there may be a new password, which has ended this session.
      return (await isInForce(pool, owner)) ? tooManyChanges(owner) : NOT_SIGNED_IN();
    },
  };

  /** A right password does not count as an attempt, nor one that nobody could judge. */
  async function isRight(owner: AccountOwner, hash: string, password: unknown): Promise<boolean> {
    try {
      const isIt = await isPassword(owner, hash, password);
      if (isIt) {
        await ofSession.giveBack(owner.sessionId);
      }
      return isIt;
    } catch (error) {
      await ofSession.giveBack(owner.sessionId);
      throw error;
    }
  }

  async function tooManyChanges({ userId }: AccountOwner): Promise<Response | null> {
    const waitSeconds = await changes.take(userId);
    return waitSeconds === null ? null : refuseTooMany(waitSeconds, 'changes');
  }

  async function isPassword(
    { userId, address }: AccountOwner,
    hash: string,
    password: unknown,
  ): Promise<boolean> {
    if (typeof password !== 'string' || password.length > PASSWORD_LENGTH.most) {
      return false;
    }
    return gate.run({ isKnown: true, address, account: userId }, () =>
      passwordHashing.verify({ hash, password }),
    );
  }
}

const NOT_SIGNED_IN = () => refuse(401, 'NOT_SIGNED_IN', 'Please log in.');

const PASSWORD_MISSING = () => refuse(409, 'PASSWORD_MISSING', 'Set a password first: ask for a reset mail.');

const WRONG_PASSWORD = () => refuse(403, 'INVALID_PASSWORD', 'This is not the password of your account.');

/** Whether the session is still there, and the password the same. */
async function isInForce(pool: pg.Pool, { sessionId, userId, passwordHash }: AccountOwner): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'identity-owner-in-force',
    text: `select 1 from identity_sessions as sessions
      join identity_logins as logins
        on logins.user_id = sessions.user_id and logins.provider_id = 'credential'
      where sessions.id = $1 and sessions.user_id = $2 and sessions.expires_at > now() and logins.password = $3`,
    values: [sessionId, userId, passwordHash],
  });
  return rowCount === 1;
}

async function findOwner(pool: pg.Pool, token: string, address: string): Promise<AccountOwner | null> {
  const { rows } = await pool.query<{
    user_id: string;
    email: string;
    session_id: string;
    is_fresh: boolean;
    password: string | null;
  }>({
    name: 'identity-account-owner',
    text: `select sessions.user_id, users.email, sessions.id as session_id, logins.password,
        sessions.created_at > now() - interval '10 minutes' as is_fresh
      from identity_sessions as sessions
      join identity_users as users on users.id = sessions.user_id
      left join identity_logins as logins
        on logins.user_id = sessions.user_id and logins.provider_id = 'credential'
      where sessions.token = $1 and sessions.expires_at > now()`,
    values: [token],
  });
  const row = rows[0];
  return row
    ? {
        userId: row.user_id,
        email: row.email,
        sessionId: row.session_id,
        address,
        isFresh: row.is_fresh,
        passwordHash: row.password,
      }
    : null;
}

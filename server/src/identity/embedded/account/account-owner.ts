import type {
  IdentityAnswer,
  IdentityBody,
  IdentityProblemCode,
  OwnCallName,
} from '@perkex/contract/identity-calls.js';
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import type pg from 'pg';
import { bool, orNull, statement, text } from '../../../database/statement.js';
import type { Transaction } from '../../../database/transaction.js';
import type { Refusal } from '../../../http/problems.js';
import { noteChangeOf } from '../base/account-changes.js';
import { originOf } from '../base/account-events.js';
import { type AnswerIdentityCall, type Asked, refuseTooMany, sendRefusal } from '../base/answering.js';
import type { IdentityContext } from '../base/context.js';
import { FRESHLY_PROVED } from '../base/sessions.js';
import { QUARTER_SECONDS, takeAll } from '../limits/attempt-limits.js';
import { isRightPassword } from '../passwords/judged-password.js';

const WRONG_PASSWORDS_OF_A_SESSION = 10;
const PASSWORDS_OF_AN_ADDRESS = 60;
const CHANGES_OF_A_USER = 12;

/** Why a password is rejected. */
type PasswordRefusal = Refusal<
  'PASSWORD_MISSING' | 'INVALID_PASSWORD' | 'TOO_MANY_REQUESTS' | 'NOT_SIGNED_IN'
>;

/** A signed-in user who changes their login, identified by their session. */
export interface AccountOwner {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  /** True if the session is younger than ten minutes. */
  readonly isFresh: boolean;
  /** True if a proof was given in this session within the last ten minutes. */
  readonly hasFreshProof: boolean;
  /** Null for an account without a password. */
  readonly passwordHash: string | null;
}

/** Answers a call of a signed-in user. */
export type OwnerHandler<Name extends OwnCallName> = (
  owner: AccountOwner,
  asked: Asked<IdentityBody<Name>>,
) => Promise<IdentityAnswer<Name> | Refusal<IdentityProblemCode<Name>>>;

type AnswerOwnCall = <Name extends OwnCallName>(name: Name, handler: OwnerHandler<Name>) => void;

type AskedWithPassword = Asked<{ readonly password?: string | undefined }>;

/** The calls that require the password. */
type ProvedCallName = {
  [Name in OwnCallName]: 'password' extends keyof IdentityBody<Name> ? Name : never;
}[OwnCallName];

/** Adds the calls of account owners. Other requests are refused before their body is validated. */
export type OwnCalls = ReturnType<typeof ownCalls>;

export function ownCalls(answerCall: AnswerIdentityCall, context: IdentityContext) {
  const { pool, cookies, limit, semaphore } = context;
  const owners = new WeakMap<FastifyRequest, AccountOwner>();
  // Per session, not per user: a thief with a stolen session must not be able to lock the owner out.
  const sessionLimit = limit('wrong passwords of a session', WRONG_PASSWORDS_OF_A_SESSION, QUARTER_SECONDS);
  // Sessions are free to create, and checking a password takes a tenth of a second.
  const addressLimit = limit('passwords of an address', PASSWORDS_OF_AN_ADDRESS, QUARTER_SECONDS);
  // Each change sends a mail to the owner. Only requests with the right password count.
  const changes = limit('changes of a user', CHANGES_OF_A_USER, QUARTER_SECONDS);

  const requireOwner: preValidationAsyncHookHandler = async (request, reply) => {
    const token = cookies.session.read(request.headers.cookie);
    const owner = token === null ? null : await findOwner(pool, token);
    if (!owner) {
      return sendRefusal(reply, NOT_SIGNED_IN);
    }
    owners.set(request, owner);
  };

  const answer: AnswerOwnCall = (name, handler) =>
    answerCall(
      name,
      async (asked) => {
        const owner = owners.get(asked.request);
        return owner ? handler(owner, asked) : NOT_SIGNED_IN;
      },
      [requireOwner],
    );

  async function refuseMoreChanges({ userId }: AccountOwner): Promise<Refusal<'TOO_MANY_REQUESTS'> | null> {
    const waitSeconds = await changes.take(userId);
    return waitSeconds === null ? null : refuseTooMany(waitSeconds, 'changes');
  }

  /**
   * Returns a refusal unless this is the owner's password. An account without a password may do some things in a fresh
   * session. Rejects with SemaphoreFullError when too many passwords are waiting.
   */
  async function refusePassword(
    owner: AccountOwner,
    { body: { password = '' }, address }: AskedWithPassword,
    { mayBeWithout } = { mayBeWithout: false },
  ): Promise<PasswordRefusal | null> {
    const { userId, sessionId, passwordHash, isFresh } = owner;
    if (passwordHash === null) {
      return mayBeWithout && isFresh ? refuseMoreChanges(owner) : { refused: 'PASSWORD_MISSING' };
    }
    const waitSeconds = await takeAll([
      [sessionLimit, sessionId],
      [addressLimit, address],
    ]);
    if (waitSeconds !== null) {
      return refuseTooMany(waitSeconds);
    }
    const visitor = { isKnown: true, address, account: userId };
    const forgive = () => sessionLimit.giveBack(sessionId);
    if (!(await isRightPassword(semaphore, { visitor, forgive }, passwordHash, password))) {
      return { refused: 'INVALID_PASSWORD' };
    }
    // The check waited in a queue: a new password may have ended this session in the meantime.
    return (await isInForce(pool, owner)) ? refuseMoreChanges(owner) : NOT_SIGNED_IN;
  }

  return {
    answer,
    refusePassword,
    /** Records the owner's changes and sends the owner a mail about them. */
    noteOf: (owner: AccountOwner, { request }: Asked) => noteChangeOf(context, owner, originOf(request)),
    /** Answers a call that changes the account, after checking the password as `refusePassword` does. */
    answerProved<Name extends ProvedCallName>(
      name: Name,
      handler: OwnerHandler<Name>,
      options?: { readonly mayBeWithout: boolean },
    ): void {
      answer(
        name,
        async (owner, asked) =>
          (await refusePassword(owner, asked as AskedWithPassword, options)) ?? handler(owner, asked),
      );
    },
  };
}

const NOT_SIGNED_IN: Refusal<'NOT_SIGNED_IN'> = { refused: 'NOT_SIGNED_IN' };

const IS_IN_FORCE = statement({
  name: 'identity-owner-in-force',
  text: `select sessions.id from identity_sessions as sessions
         left join identity_logins as logins
           on logins.user_id = sessions.user_id and logins.provider_id = 'credential'
         where sessions.id = $1 and sessions.user_id = $2 and sessions.expires_at > now()
           and logins.password is not distinct from $3`,
  row: { id: text },
});

/** Checks whether the session still exists and the password is unchanged. */
export async function isInForce(
  client: pg.Pool | Transaction,
  { sessionId, userId, passwordHash }: AccountOwner,
): Promise<boolean> {
  return (await IS_IN_FORCE.row(client, [sessionId, userId, passwordHash])) !== undefined;
}

const FIND_OWNER = statement({
  name: 'identity-account-owner',
  text: `select sessions.user_id, users.email, sessions.id as session_id, logins.password,
           sessions.created_at > now() - interval '10 minutes' as is_fresh, ${FRESHLY_PROVED} as has_fresh_proof
         from identity_sessions as sessions
         join identity_users as users on users.id = sessions.user_id
         left join identity_logins as logins
           on logins.user_id = sessions.user_id and logins.provider_id = 'credential'
         where sessions.token = $1 and sessions.expires_at > now()`,
  row: {
    user_id: text,
    email: text,
    session_id: text,
    password: orNull(text),
    is_fresh: bool,
    has_fresh_proof: bool,
  },
});

async function findOwner(pool: pg.Pool, token: string): Promise<AccountOwner | null> {
  const row = await FIND_OWNER.row(pool, [token]);
  return row
    ? {
        userId: row.user_id,
        email: row.email,
        sessionId: row.session_id,
        isFresh: row.is_fresh,
        hasFreshProof: row.has_fresh_proof,
        passwordHash: row.password,
      }
    : null;
}

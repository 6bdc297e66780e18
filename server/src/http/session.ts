import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
  preValidationAsyncHookHandler,
} from 'fastify';
import { limitedAddress } from './client-address.js';
import type { Identity, SignedIn } from './identity.js';
import { sendProblem } from './problems.js';
import type { Rounds } from './rounds.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the session. Only `requireSession` sets it; without it, it is empty. */
    userId: string;
    /** What `requireSession` has found out of the user, and when (performance.now). */
    session: { readonly signedIn: SignedIn; readonly knownAtMs: number } | null;
  }
}

/** A body may come long after its headers. Within this time nobody takes an account over and sets it up anew. */
const SESSION_KNOWN_MS = 1_000;

/**
 * Lets only signed-in users through (401) and says who they are.
 * @param rounds whose turn it is to be looked up, by address; null where nobody is limited
 */
export function requireSession(identity: Identity, rounds: Rounds | null): onRequestAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const check = () => identity.signedIn(request.headers);
    const signedIn = rounds ? await rounds.run(limitedAddress(request.ip), check) : await check();
    if (!signedIn) {
      return sendProblem(reply, { refused: 'not-signed-in' });
    }
    request.userId = signedIn.userId;
    request.session = { signedIn, knownAtMs: performance.now() };
  };
}

/**
 * Lets only those place orders who may: with a proved e-mail (403), where that is asked for, and not while the orders of
 * whoever had the account before are being cancelled (503). The order's id stays free.
 */
export function requireRightToOrder(identity: Identity): preHandlerAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await signedInStill(identity, request);
    if (!signedIn) {
      return sendProblem(reply, { refused: 'not-signed-in' });
    }
    if (signedIn.isBeingCleared) {
      return sendProblem(reply, { refused: 'busy' });
    }
    if (identity.setup.requiresEmailProof && !signedIn.isEmailProved) {
      return sendProblem(reply, { refused: 'email-unproved' });
    }
  };
}

async function signedInStill(
  identity: Identity,
  { userId, session, headers }: FastifyRequest,
): Promise<SignedIn | null> {
  if (session && performance.now() - session.knownAtMs < SESSION_KNOWN_MS) {
    return session.signedIn;
  }
  const signedIn = await identity.signedIn(headers);
  return signedIn?.userId === userId ? signedIn : null;
}

/** Refuses a payload or path that names another user than the session's (403), before anything else in it counts. */
export const requireOwnUid: preValidationAsyncHookHandler = async (request, reply) => {
  const uids = [request.params, request.body].map(
    (part) => (part as { uid?: unknown } | null | undefined)?.uid,
  );
  if (uids.some((uid) => typeof uid === 'string' && uid !== '' && uid !== request.userId)) {
    return sendProblem(reply, { refused: 'not-yours' });
  }
};

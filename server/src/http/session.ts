import type {
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
  preValidationHookHandler,
} from 'fastify';
import { type Identity, REMEMBERED_LAG_MS, type SignedIn } from '../users/identity.js';
import { limitedAddress } from './client-address.js';
import type { FairQueue } from './fair-queue.js';
import { sendProblem } from './problems.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the session. Set by `requireSession`; empty otherwise. */
    userId: string;
    /** The result of `requireSession`, and when it was known (performance.now). */
    session: { readonly signedIn: SignedIn; readonly knownAtMs: number } | null;
  }
}

/** A body may arrive long after its headers. No account transfer with a new set-up fits within this time. */
const SESSION_KNOWN_MS = 1_000;

/**
 * Lets only signed-in users through (401), and sets their id, unless a key has done so.
 * @param rounds the fair queue of lookups, by address; null without limits
 */
export function requireSession(identity: Identity, rounds: FairQueue | null): onRequestHookHandler {
  return (request, reply, done) => {
    if (request.session !== null) {
      done();
      return;
    }
    const enter = (signedIn: SignedIn, knownAtMs: number) => {
      request.userId = signedIn.userId;
      request.session = { signedIn, knownAtMs };
      done();
    };
    const remembered = identity.remembered(request.headers);
    if (remembered) {
      enter(remembered, performance.now() - REMEMBERED_LAG_MS);
      return;
    }
    const ask = () => identity.signedIn(request.headers);
    const asked = rounds ? rounds.run(limitedAddress(request.ip), ask) : ask();
    asked.then((signedIn) => {
      if (signedIn) {
        enter(signedIn, performance.now());
      } else {
        sendProblem(reply, { refused: 'not-signed-in' });
      }
    }, done);
  };
}

/** Why a request may place no orders; null if it may. */
export type RightToOrder = (
  request: FastifyRequest,
) => null | Promise<'not-signed-in' | 'busy' | 'email-unproved' | null>;

/**
 * Refuses orders without a verified e-mail where one is required (403), and while the orders of the account's former
 * user are being cancelled (503). A refused order's id stays free.
 */
export function rightToOrder(identity: Identity): RightToOrder {
  return (request) => {
    const { session } = request;
    const isKnown = session !== null && performance.now() - session.knownAtMs < SESSION_KNOWN_MS;
    if (isKnown && refusalOf(session.signedIn, identity) === null) {
      return null;
    }
    // The reason for the refusal may be out of date: another process may have changed it in the meantime.
    return askAgain(identity, request).then((signedIn) => refusalOf(signedIn, identity));
  };
}

/** Lets only requests through that may place orders. */
export function requireRightToOrder(refusalFor: RightToOrder): preHandlerHookHandler {
  return (request, reply, done) => {
    const refusal = refusalFor(request);
    if (refusal === null) {
      done();
      return;
    }
    refusal.then((refused) => {
      if (refused) {
        sendProblem(reply, { refused });
      } else {
        done();
      }
    }, done);
  };
}

function refusalOf(
  signedIn: SignedIn | null,
  { setup }: Identity,
): 'not-signed-in' | 'busy' | 'email-unproved' | null {
  if (!signedIn) {
    return 'not-signed-in';
  }
  if (signedIn.isBeingCleared) {
    return 'busy';
  }
  return setup.requiresEmailProof && !signedIn.isEmailProved ? 'email-unproved' : null;
}

async function askAgain(identity: Identity, { userId, headers }: FastifyRequest): Promise<SignedIn | null> {
  const signedIn = await identity.signedIn(headers);
  return signedIn?.userId === userId ? signedIn : null;
}

/**
 * Refuses a payload or path that names another user than the session's (403), before validating anything else in it. A
 * batch with a command of another user is refused as a whole.
 */
export const requireOwnUid: preValidationHookHandler = ({ params, body, userId }, reply, done) => {
  if ([params, body, ...commandsIn(body)].some((part) => isAnother(part, userId))) {
    sendProblem(reply, { refused: 'not-yours' });
  } else {
    done();
  }
};

function isAnother(part: unknown, userId: string): boolean {
  const uid = (part as { uid?: unknown } | null | undefined)?.uid;
  return typeof uid === 'string' && uid !== '' && uid !== userId;
}

function commandsIn(body: unknown): unknown[] {
  const commands = (body as { commands?: unknown } | null | undefined)?.commands;
  return Array.isArray(commands) ? commands : [];
}

import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preValidationAsyncHookHandler,
} from 'fastify';
import type { Identity } from '../identity/identity.js';
import { sendProblem } from './problems.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the session. Only `requireSession` sets it; without it, it is empty. */
    uid: string;
  }
}

/** Lets only signed-in users through (401) and says who they are. */
export function requireSession(identity: Identity): onRequestAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await identity.signedIn(request.headers);
    if (!signedIn) {
      return sendProblem(reply, { refused: 'not-signed-in' });
    }
    request.uid = signedIn.uid;
  };
}

/** Refuses a payload or path that names another user than the session's (403), before anything else in it counts. */
export const requireOwnUid: preValidationAsyncHookHandler = async (request, reply) => {
  const uids = [request.params, request.body].map(
    (part) => (part as { uid?: unknown } | null | undefined)?.uid,
  );
  if (uids.some((uid) => typeof uid === 'string' && uid !== '' && uid !== request.uid)) {
    return sendProblem(reply, { refused: 'not-yours' });
  }
};

import type { preValidationHookHandler } from 'fastify';

/** In a path, in place of the user's id. */
const OWN = 'me';

/**
 * A key names its user, so its program need not: a body without `uid` gets it, and `me` in a path is replaced by it.
 * Requests of pages name their user.
 */
export const takeUidOfKey: preValidationHookHandler = (
  { params, body, userId, programKey },
  _reply,
  done,
) => {
  if (programKey !== null) {
    if (typeof body === 'object' && body !== null && !('uid' in body)) {
      Object.assign(body, { uid: userId });
    }
    if ((params as { uid?: unknown }).uid === OWN) {
      Object.assign(params as object, { uid: userId });
    }
  }
  done();
};

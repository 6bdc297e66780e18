import type { onRequestHookHandler } from 'fastify';
import { keyTextIn } from '../users/program-key.js';
import { sendProblem } from './problems.js';
import { trustedOrigins } from './trusted-origins.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses state-changing requests from pages of other websites, which have no keys. */
export function refuseForeignOrigins(publicUrl: string): onRequestHookHandler {
  const own = new Set(trustedOrigins(publicUrl));
  return (request, reply, done) => {
    if (SAFE_METHODS.includes(request.method) || keyTextIn(request.headers) !== null) {
      done();
      return;
    }
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (site === 'cross-site' || (origin !== undefined && !own.has(origin))) {
      sendProblem(reply, { refused: 'foreign-origin' });
    } else {
      done();
    }
  };
}

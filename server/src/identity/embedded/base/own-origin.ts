import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import { trustedOrigins } from '../../../http/trusted-origins.js';
import { refuse } from '../refusals.js';
import { respond } from '../service/service-answer.js';

/** What tells a browser from other clients, which no other website can make send a request. */
const OF_BROWSERS = ['cookie', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];

/**
 * For the calls that begin and end sessions: a browser has to say that it comes from a page of ours. Where it gives no
 * Origin, which `refuseForeignOrigins` judges, its Referer has to say so.
 */
export function requireOwnOrigin(publicUrl: string): preValidationAsyncHookHandler {
  const own = trustedOrigins(publicUrl);
  return async ({ headers }: FastifyRequest, reply) => {
    if (headers.origin !== undefined || OF_BROWSERS.every((name) => headers[name] === undefined)) {
      return;
    }
    if (!headers.referer) {
      return respond(reply, MISSING_OR_NULL_ORIGIN());
    }
    if (!own.some((origin) => headers.referer?.startsWith(`${origin}/`))) {
      return respond(reply, INVALID_ORIGIN());
    }
  };
}

const MISSING_OR_NULL_ORIGIN = async () => refuse(403, 'MISSING_OR_NULL_ORIGIN', 'Missing or null Origin');
const INVALID_ORIGIN = async () => refuse(403, 'INVALID_ORIGIN', 'Invalid origin');

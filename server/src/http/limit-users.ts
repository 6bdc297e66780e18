import type { preHandlerAsyncHookHandler } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { sendProblem } from './problems.js';

const HOUR_SECONDS = 60 * 60;

/**
 * Limits each signed-in user's requests in an hour that begins with the first one, on this server.
 * @param what the plural noun of the limited thing
 */
export function limitUsers(what: string, perHour: number): preHandlerAsyncHookHandler {
  const limiter = new RateLimiterMemory({ points: perHour, duration: HOUR_SECONDS });
  return async ({ userId }, reply) => {
    try {
      await limiter.consume(userId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) {
        throw refusal;
      }
      const retryAfterSeconds = Math.ceil(refusal.msBeforeNext / 1_000);
      const detail = `Too many ${what}. Please try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`;
      return sendProblem(reply, { refused: 'too-many-requests', detail, retryAfterSeconds });
    }
  };
}

/** Returns a function that makes the options of a call with such a limit; without rate limits, they are empty. */
export function hourlyLimits(rateLimits: boolean) {
  return (what: string, perHour: number): { readonly preHandler?: preHandlerAsyncHookHandler } =>
    rateLimits ? { preHandler: limitUsers(what, perHour) } : {};
}

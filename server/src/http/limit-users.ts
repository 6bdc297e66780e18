import type { preHandlerAsyncHookHandler } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { sendProblem } from './problems.js';

/**
 * Limits each signed-in user's requests in a window that begins with the first one, on this server.
 * @param what the plural noun of the limited thing
 */
export function limitUsers(what: string, most: number, windowSeconds: number): preHandlerAsyncHookHandler {
  const limiter = new RateLimiterMemory({ points: most, duration: windowSeconds });
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

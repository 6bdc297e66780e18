import type { preHandlerAsyncHookHandler } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { sendProblem } from './problems.js';

/**
 * Lets each signed-in user ask for something so often in a window that begins with the first time, on this server.
 * @param what there were too many of
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

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseForeignOrigins } from '../../../http/origins.js';
import { BASE_PATH } from './identity-service.js';
import { documented, respond } from './service-answer.js';

type Answer = (request: FastifyRequest) => Promise<Response>;

/**
 * Adds calls below /api/auth: documented, answered in better-auth's shape, and closed to other websites before anything
 * is counted, since those shall not use up a visitor's attempts.
 */
export interface IdentityCalls {
  get(path: string, summary: string, answer: Answer): void;
  post(path: string, summary: string, answer: Answer): void;
}

export function identityCalls(scope: FastifyInstance, publicUrl: string): IdentityCalls {
  const onRequest = refuseForeignOrigins(publicUrl);
  const handler = (answer: Answer) => (request: FastifyRequest, reply: FastifyReply) =>
    respond(reply, answer(request));
  return {
    get(path, summary, answer) {
      const options = { ...documented(summary), onRequest, exposeHeadRoute: false };
      scope.get(BASE_PATH + path, options, handler(answer));
    },
    post(path, summary, answer) {
      scope.post(BASE_PATH + path, { ...documented(summary), onRequest }, handler(answer));
    },
  };
}
